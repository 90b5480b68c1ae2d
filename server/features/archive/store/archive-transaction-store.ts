import type { Database } from '#server/database/open-database.ts'
import { isRowsFault } from '#server/database/system-error.ts'

/**
 * Why posts could not be stored: a row that PostgreSQL does not take, a disk without room, or a database
 * that stopped answering.
 */
type ArchiveWriteProblem = 'bad-row' | 'disk-full' | 'database-lost'

/** Nothing of the batch was stored. The message is one line for the operator and holds no post's text. */
export class ArchiveWriteError extends Error {
  readonly problem: ArchiveWriteProblem

  constructor(problem: ArchiveWriteProblem, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ArchiveWriteError'
    this.problem = problem
  }
}

export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

const attempts = 5
const deadlockOrSerialization = /^40(P01|001)$/u

/** One transaction; repeated when it and another one wanted the same rows in a different order. */
export async function inTransaction<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(work)
    } catch (error) {
      if (attempt >= attempts || !deadlockOrSerialization.test(codeOf(error))) throw toWriteError(error)
    }
  }
}

/** The driver's error inside the query builder's, whose message would repeat every row of the batch. */
function driverError(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? error.cause : error
}

function codeOf(error: unknown): string {
  const inner = driverError(error)
  return inner instanceof Error && 'code' in inner && typeof inner.code === 'string' ? inner.code : ''
}

/** Any failure of the database in words of ours. */
export function toWriteError(error: unknown): ArchiveWriteError {
  const inner = driverError(error)
  const message = inner instanceof Error ? (inner.message.split('\n', 1)[0] ?? '') : String(inner)
  const code = codeOf(error)
  if (code === '53100') return new ArchiveWriteError('disk-full', `the disk is full (${message})`, inner)
  if (isRowsFault(inner)) return new ArchiveWriteError('bad-row', message, inner)
  // A server that still answers names its failure by five characters, digits among them; the socket says
  // EPIPE and the like, which helps nobody.
  const answers = /^(?=.*\d)[0-9A-Z]{5}$/u.test(code) && !code.startsWith('57P')
  const lost = answers ? `the database failed: ${message}` : 'the connection to the database was lost'
  return new ArchiveWriteError('database-lost', lost, inner)
}
