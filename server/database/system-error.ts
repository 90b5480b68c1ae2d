const words: Partial<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOENT: 'not found',
  ENOTDIR: 'a part of the path is a file',
  ENAMETOOLONG: 'the path is too long',
  ELOOP: 'its links lead in a circle',
  ECONNREFUSED: 'nothing answers there',
  ENOTFOUND: 'there is no host of this name',
  EAI_AGAIN: 'the name of the host could not be looked up',
  ECONNRESET: 'the connection was cut',
  ETIMEDOUT: 'no answer in time',
  EHOSTUNREACH: 'the host cannot be reached',
}

/** The error code of Node or the database, such as ENOENT or 28P01. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}

/** For the `catch` after reading an optional file. */
export function nullIfMissing(error: unknown): null {
  if (codeOf(error) !== 'ENOENT') throw error
  return null
}

/** The SQLSTATE of a duplicate row. */
export const uniqueViolation = '23505'

/** The SQLSTATE of a row that refers to a missing row. */
const missingReference = '23503'

/** Whether a statement failed because the account that its row belongs to was deleted in the meantime. */
export function isOfDeletedAccount(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const constraint = 'constraint' in error ? String(error.constraint) : ''
  const isOfAccount = codeOf(error) === missingReference && constraint.endsWith('_user_id_users_id_fk')
  return isOfAccount || isOfDeletedAccount(error.cause)
}

/** The codes of an error and its causes. */
export function codesOf(error: unknown): (string | null)[] {
  return error instanceof Error ? [codeOf(error), ...codesOf(error.cause)] : []
}

/**
 * Whether a row, not the database, caused the failure: bad data, a broken constraint or a limit of
 * PostgreSQL.
 */
export const isRowsFault = (error: unknown): boolean =>
  codesOf(error).some((code) => /^(?:22|23|54)[0-9A-Z]{3}$/u.test(code ?? ''))

export function reasonOf(error: unknown): string {
  const code = codeOf(error)
  return words[code ?? ''] ?? (error instanceof Error && error.message !== '' ? error.message : String(code))
}

/**
 * The database cannot be used, for a reason that the operator can remove. The message is one sentence without
 * a stack.
 */
export class DatabaseUnavailable extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause })
    this.name = 'DatabaseUnavailable'
  }
}
