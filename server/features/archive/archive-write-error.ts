/**
 * Why posts could not be stored: a row that PostgreSQL does not take, a disk without room, or a database
 * that stopped answering.
 */
export type ArchiveWriteProblem = 'bad-row' | 'disk-full' | 'database-lost'

/** Nothing of the batch was stored. The message is one line for the operator and holds no post's text. */
export class ArchiveWriteError extends Error {
  readonly problem: ArchiveWriteProblem

  constructor(problem: ArchiveWriteProblem, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ArchiveWriteError'
    this.problem = problem
  }
}
