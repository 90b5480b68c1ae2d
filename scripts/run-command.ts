import { safeMessage } from '#server/failure-report.ts'

/**
 * Runs a command to its exit code. The first Ctrl-C aborts the signal, so that the command can stop in good
 * order; the second ends it at once. A failure is one line on standard error and exit code 1.
 */
export async function runCommand(command: (signal: AbortSignal) => Promise<number>): Promise<void> {
  const stop = new AbortController()
  const interrupt = () => {
    if (stop.signal.aborted) process.exit(130)
    process.stderr.write('\nStopping after what has been begun. Once more to stop at once.\n')
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
