import { ArchiveWriteError } from '#server/errors.ts'
import { codesOf, isRowsFault } from './system-error.ts'

/** The driver's error inside the query builder's, whose message would repeat every row of the batch. */
function driverError(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? error.cause : error
}

/** Any failure of the database in words of ours. */
export function toWriteError(error: unknown): ArchiveWriteError {
  const inner = driverError(error)
  const message = inner instanceof Error ? (inner.message.split('\n', 1)[0] ?? '') : String(inner)
  const [code] = codesOf(inner)
  if (code === '53100') return new ArchiveWriteError('disk_full', `the disk is full (${message})`, inner)
  if (isRowsFault(inner)) return new ArchiveWriteError('bad_row', message, inner)
  // A server that still answers names its failure by five characters, digits among them; the socket says
  // EPIPE and the like, which helps nobody.
  const answers = /^(?=.*\d)[0-9A-Z]{5}$/u.test(code ?? '') && !code?.startsWith('57P')
  const lost = answers ? `the database failed: ${message}` : 'the connection to the database was lost'
  return new ArchiveWriteError('database_lost', lost, inner)
}

/** For the `catch` of a statement about posts of the archive. */
export function throwWriteError(error: unknown): never {
  throw toWriteError(error)
}
