import type { ErrorCode } from '#contract/error.ts'

type Details = { userMessage?: string; retryAfterSeconds?: number; cause?: unknown }

/** A failure we expect. Anything else that is thrown is a bug and answers 500 without details. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly userMessage: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause })
    this.name = 'AppError'
    this.code = code
    this.userMessage = details.userMessage
    this.retryAfterSeconds = details.retryAfterSeconds
  }
}

/** A failure whose message a person may read as it stands. */
export const publicError = (code: ErrorCode, message: string, cause?: unknown) =>
  new AppError(code, message, { userMessage: message, cause })

/** Somebody asked for more in a minute than a person reads. */
export const tooOften = (message: string, what: string) =>
  new AppError('too_many_attempts', `${message}; try again in a minute`, {
    userMessage: `That was a lot of ${what} in a minute. Please try again in a minute.`,
    retryAfterSeconds: 60,
  })

/** A worker said nothing for too long, or its memory was full: it was ended, and what it was asked for is lost. */
export class WorkerEnded extends AppError {
  /** The last place in its text that it said it had come to. */
  readonly place: number | null

  constructor(work: string, place: number | null) {
    super('overloaded', `A worker took too long and was ended (${work})`, {
      userMessage: 'This took too long and was stopped. Try again with a shorter text.',
    })
    this.place = place
  }
}

/** The person of a session, who may have deleted the account while the request ran. */
export function requireUser<Person>(user: Person | null): Person {
  if (user !== null) return user
  throw new AppError('unauthenticated', 'The account no longer exists', {
    userMessage: 'Please sign in to continue.',
  })
}

/**
 * Posts could not be stored: a row that PostgreSQL does not take, a disk without room, or a database that stopped
 * answering. Nothing of the batch was stored. The message is one line for the operator and holds no post's text.
 */
export class ArchiveWriteError extends Error {
  readonly code: 'bad_row' | 'disk_full' | 'database_lost'

  constructor(code: ArchiveWriteError['code'], message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ArchiveWriteError'
    this.code = code
  }
}

/** A part of what the product needs is missing; the message says which, without addresses or secrets. */
export class NotReady extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NotReady'
  }
}
