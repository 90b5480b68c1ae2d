import { ConfigError } from '#server/config/config.ts'
import { databaseTrouble } from '#server/database/database-failure.ts'
import { DatabaseUnavailable } from '#server/database/system-error.ts'
import { ProcessesEnd } from '#server/errors.ts'
import { reportFailure } from '#server/operations/failure-report.ts'

/**
 * Explains why the product exits. A problem that a person can fix is one line. A bug is shown with its stack.
 */
export function explainFailure(error: unknown): unknown {
  if ([ConfigError, DatabaseUnavailable, ProcessesEnd].some((kind) => error instanceof kind))
    return (error as Error).message
  const { message, code, syscall } = error as NodeJS.ErrnoException
  if (syscall === 'listen' || syscall === 'getaddrinfo') {
    if (code === 'EADDRINUSE') return `${message}. Stop what listens there or set PORT.`
    if (code === 'EACCES') return `${message}. Set PORT to one above 1023.`
    return `${message}. Set HOST to an address of this machine.`
  }
  const trouble = databaseTrouble(error)
  if (trouble === null) return reportFailure(error)
  return `The database cannot be used: ${trouble.reason}. Nothing that was saved is lost: fix that and start again.`
}
