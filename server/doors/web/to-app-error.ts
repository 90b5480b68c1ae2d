import type { FastifyError } from 'fastify'
import { type ErrorCode, errorStatuses } from '#contract/error.ts'
import { databaseTrouble } from '#server/database/database-failure.ts'
import { isOfDeletedAccount } from '#server/database/system-error.ts'
import { AppError } from '#server/errors.ts'

/** Maps Fastify's own errors to our error codes. */
const fastifyErrors: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'Send the body as application/json'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', 'The body is too large'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid_json', 'The body is empty; send a JSON object'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid_json', 'The body is not valid JSON'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid_input', 'The Content-Length header does not fit the body'],
  FST_ERR_BAD_URL: ['not_found', 'There is nothing at this address'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', 'There is nothing at this address'],
}

/**
 * Turns any failure into an `AppError`. An unexpected failure becomes `internal` and stays in `cause` for the
 * log.
 */
export function toAppError(error: unknown): AppError {
  const isOurs = error instanceof AppError
  if (isOurs && errorStatuses[error.code] < 500) return error
  if (databaseTrouble(error) !== null) {
    return new AppError('overloaded', 'The database is busy or unavailable; try again in a few seconds', {
      userMessage: 'We cannot reach our data at the moment. Please try again in a few seconds.',
      retryAfterSeconds: 5,
      cause: error,
    })
  }
  if (isOurs) return error
  if (isOfDeletedAccount(error)) {
    const userMessage = 'This account was deleted.'
    return new AppError('unauthenticated', 'The account was deleted', { userMessage })
  }
  const { code, statusCode } = error as Partial<FastifyError>
  const known = code === undefined ? undefined : fastifyErrors[code]
  if (known !== undefined) return new AppError(...known, { cause: error })
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AppError('invalid_input', 'The request could not be read', { cause: error })
  }
  return new AppError('internal', 'Something went wrong on our side', { cause: error })
}
