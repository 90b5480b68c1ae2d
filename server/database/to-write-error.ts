import { ArchiveWriteError } from '#server/errors.ts'
import { codesOf, isRowsFault } from './system-error.ts'

/** The driver's error. The message of the query builder's error would repeat every row of the batch. */
function driverError(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? error.cause : error
}

/** Turns any failure of the database into an error with a message of ours. */
export function toWriteError(error: unknown): ArchiveWriteError {
  if (error instanceof ArchiveWriteError) return error
  const inner = driverError(error)
  const message = inner instanceof Error ? (inner.message.split('\n', 1)[0] ?? '') : String(inner)
  const [code] = codesOf(inner)
  if (code === '53100') return new ArchiveWriteError('disk_full', `the disk is full (${message})`, inner)
  if (isRowsFault(inner)) return new ArchiveWriteError('bad_row', message, inner)
  // SQLSTATEs have five characters and contain a digit. Codes of sockets, such as EPIPE, do not help the
  // operator.
  const answers = /^(?=.*\d)[0-9A-Z]{5}$/u.test(code ?? '') && !code?.startsWith('57P')
  const lost = answers ? `the database failed: ${message}` : 'the connection to the database was lost'
  return new ArchiveWriteError('database_lost', lost, inner)
}

/** For the `catch` after statements on archived posts. */
export function throwWriteError(error: unknown): never {
  throw toWriteError(error)
}
