import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ProgramOptions } from './database-program.ts'
import { smallServer } from './small-server.ts'

export type RunningProgram = {
  pid: number
  /** Settles when the database is open; rejects with the output if the program ended instead. */
  opened: Promise<void>
  /** The ids acknowledged so far. */
  acknowledged(): number[]
  /** Settles once the program has acknowledged this many ids. */
  hasWritten(count: number): Promise<void>
  /** The standard error output so far. */
  said(): string
  /** Settles once the standard error output contains this text. */
  hasSaid(words: string): Promise<void>
  /** Shuts the program down and returns its exit code. */
  stop(): Promise<number | null>
  kill(): Promise<void>
}

const program = fileURLToPath(new URL('./database-program.ts', import.meta.url))

export function startDatabaseProgram(
  given: Partial<ProgramOptions>,
  account: { uid?: number; gid?: number } = {},
): RunningProgram {
  const options: ProgramOptions = {
    databaseUrl: null,
    dataDir: '/nonexistent',
    serverSettings: smallServer,
    role: 'product',
    task: 'hold',
    first: 1,
    ...given,
  }
  const child = spawn(process.execPath, [program, JSON.stringify(options)], { ...account, stdio: 'pipe' })
  const ended = once(child, 'close')
  const heard = new EventEmitter()
  let printed = ''
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
    heard.emit('words')
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
    heard.emit('words')
  })
  // A line truncated by a kill is not an acknowledgement.
  const acknowledged = () => printed.split('\n').slice(1, -1).map(Number)
  const until = async (reached: () => boolean) => {
    while (!reached()) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`it ended: ${said}`)
      await Promise.race([once(heard, 'words'), ended])
    }
  }
  const opened = until(() => printed.startsWith('open\n'))
  // Avoids an unhandled rejection, because a test that expects a refusal may check only the output.
  opened.catch(() => {})
  return {
    pid: child.pid ?? 0,
    opened,
    acknowledged,
    hasWritten: (count) => until(() => acknowledged().length >= count),
    said: () => said,
    hasSaid: (words) => until(() => said.includes(words)),
    async stop() {
      child.stdin.end()
      await ended
      return child.exitCode
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
