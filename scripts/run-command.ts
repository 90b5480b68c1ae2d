import { parseArgs } from 'node:util'
import { type Config, loadConfig, readEnvironment } from '#server/config/config.ts'
import type { OpenDatabase } from '#server/database/open-database.ts'
import { safeMessage } from '#server/operations/failure-report.ts'

/**
 * Runs a command and sets its exit code. The first Ctrl-C aborts the signal, so that the command can stop in
 * an orderly way. The second Ctrl-C exits at once. If the command fails, prints one line on standard error
 * and exits with 1.
 */
export async function runCommand(command: (signal: AbortSignal) => Promise<number>): Promise<void> {
  const stop = new AbortController()
  const interrupt = () => {
    if (stop.signal.aborted) process.exit(130)
    process.stderr.write('\nStopping after the current step. Press Ctrl-C again to stop at once.\n')
    stop.abort()
  }
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
  try {
    process.exitCode = await command(stop.signal)
  } catch (error) {
    process.stderr.write(`${safeMessage(error)}\n`)
    process.exitCode = 1
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  }
}

/** Prints a message for the user of the command, separate from the command's output. */
export const say = (line: string) => process.stderr.write(`${line}\n`)
export const print = (line: string) => process.stdout.write(`${line}\n`)

type Usage = {
  help: string
  /** The options in addition to `--help`; none of them takes a value. */
  flags?: readonly string[]
  takesFiles?: boolean
}
type Asked = { flags: readonly string[]; files: readonly string[] }

/** Runs a command with its arguments. `--help` prints the help. A wrong option exits with 2. */
export function runCommandWith(
  { help, flags = [], takesFiles = false }: Usage,
  command: (asked: Asked, signal: AbortSignal) => Promise<number>,
): Promise<void> {
  const options = Object.fromEntries(['help', ...flags].map((flag) => [flag, { type: 'boolean' }] as const))
  return runCommand(async (signal) => {
    let asked: Asked
    try {
      const { values, positionals } = parseArgs({ options, allowPositionals: takesFiles })
      asked = { flags: Object.keys(values), files: positionals }
    } catch (error) {
      say(`${(error instanceof Error ? error.message : String(error)).split('\n', 1)[0]} See --help.`)
      return 2
    }
    if (!asked.flags.includes('help')) return command(asked, signal)
    print(help)
    return 0
  })
}

/** Opens the configured database for one task, and closes it in any case. */
export async function withDatabase<T>(
  work: (database: OpenDatabase, config: Config) => Promise<T>,
): Promise<T> {
  const { openDatabase } = await import('#server/database/open-database.ts')
  const config = loadConfig(readEnvironment())
  const database = await openDatabase(config, 'command', say)
  try {
    return await work(database, config)
  } finally {
    await database.close()
  }
}
