import type { ErrorCode } from '#contract/error.ts'

type Details = { userMessage?: string; retryAfterSeconds?: number; cause?: unknown }

/** An expected failure. All other errors are bugs, and users get status 500 without details. */
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

/** A failure whose message can be shown to users. */
export const publicError = (code: ErrorCode, message: string, cause?: unknown) =>
  new AppError(code, message, { userMessage: message, cause })

/** A rate limit was exceeded. */
export const tooOften = (message: string, what: string) =>
  new AppError('too_many_attempts', `${message}; try again in a minute`, {
    userMessage: `That was a lot of ${what} in a minute. Please try again in a minute.`,
    retryAfterSeconds: 60,
  })

/** The processes that answer requests exit again and again. */
export class ProcessesEnd extends Error {}

/**
 * A worker did not answer for too long, or ran out of memory. The worker was terminated, and its task is
 * lost.
 */
export class WorkerEnded extends AppError {
  /** The last position that the worker reported. */
  readonly place: number | null

  constructor(work: string, place: number | null) {
    super('overloaded', `A worker took too long and was ended (${work})`, {
      userMessage: 'This took too long and was stopped. Try again with a shorter text.',
    })
    this.place = place
  }
}

/** The user of a session. The account may have been deleted during the request. */
export function requireUser<Person>(user: Person | null): Person {
  if (user !== null) return user
  throw new AppError('unauthenticated', 'The account no longer exists', {
    userMessage: 'Please sign in to continue.',
  })
}

/**
 * Posts could not be stored: an invalid row, a full disk, or an outage of the database. The whole batch was rolled
 * back. The message is one line for the operator, without texts of posts.
 */
export class ArchiveWriteError extends Error {
  readonly code: 'bad_row' | 'disk_full' | 'database_lost'

  constructor(code: ArchiveWriteError['code'], message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ArchiveWriteError'
    this.code = code
  }
}

/** A required service is missing; the message names it, without addresses or secrets. */
export class NotReady extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NotReady'
  }
}
