import { join } from 'node:path'
import type { ScriptOutcome } from './run-script.ts'

const scripts = join(import.meta.dirname, '../../scripts')
/** Scripts use the arguments, environment, folder, output and exit code of the process. */
let last: Promise<unknown> = Promise.resolve()
let runs = 0

type Given = { args: readonly string[]; environment: Record<string, string>; folder: string }

/**
 * Runs a command of `scripts/` in this process, one at a time, because a new process takes a second to load.
 * It tests what a command does and prints; `runScript` tests that the program starts.
 */
export function runScriptHere(
  name: string,
  args: readonly string[],
  environment: Record<string, string>,
  folder = scripts,
): Promise<ScriptOutcome> {
  const run = last.then(() => runNow(name, { args, environment, folder }))
  last = run.catch(() => {})
  return run
}

async function runNow(name: string, { args, environment, folder }: Given): Promise<ScriptOutcome> {
  const { argv, env, exitCode } = process
  const before = process.cwd()
  const [stdout, stderr] = [hear(process.stdout), hear(process.stderr)]
  try {
    process.argv = [process.execPath, join(scripts, name), ...args]
    process.env = { PATH: env.PATH, ...environment }
    process.exitCode = undefined
    process.chdir(folder)
    runs += 1
    // The query makes the script a new module in each run. The modules that the script imports are shared.
    await import(`${join(scripts, name)}?run=${runs}`)
    return { code: Number(process.exitCode ?? 0), stdout: stdout.said(), stderr: stderr.said() }
  } finally {
    stdout.leave()
    stderr.leave()
    process.chdir(before)
    Object.assign(process, { argv, env, exitCode })
  }
}

/** Captures the output to a stream of the process until the script ends. */
function hear(stream: NodeJS.WriteStream) {
  const before: unknown = Reflect.get(stream, 'write')
  const listening = stream.listeners('error')
  const parts: string[] = []
  stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    parts.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString())
    const done = rest.find((one) => typeof one === 'function')
    if (done !== undefined) process.nextTick(done)
    return true
  }
  return {
    said: () => parts.join(''),
    leave: () => {
      Object.assign(stream, { write: before })
      for (const listener of stream.listeners('error'))
        if (!listening.includes(listener)) stream.off('error', listener as () => void)
    },
  }
}
