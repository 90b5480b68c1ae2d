import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { compileCache } from './compile-cache.ts'

const scripts = join(import.meta.dirname, '../../scripts')

export type ScriptOutcome = { code: number | null; stdout: string; stderr: string }

/** Runs a command of `scripts/` as an operator does. */
export async function runScript(
  name: string,
  args: readonly string[],
  environment: Record<string, string>,
): Promise<ScriptOutcome> {
  const child = spawn(process.execPath, [join(scripts, name), ...args], {
    cwd: scripts,
    env: { PATH: process.env.PATH, ...compileCache, ...environment },
  })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, stdout, stderr }
}
