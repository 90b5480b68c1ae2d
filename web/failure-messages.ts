import { ApiError, UnexpectedReplyError, UnreachableError } from './api-client.ts'

const limitCodes: readonly (string | undefined)[] = [
  'visitor_daily_limit',
  'address_daily_limit',
  'monthly_limit',
]

/** True when the server refused because the searches of the day or the month are used up. */
export function isLimitError(error: unknown): boolean {
  return error instanceof ApiError && limitCodes.includes(error.code)
}

/** The message a person gets about a failure: the server's own words for people, or `fallback`. */
export function failureMessage(error: unknown, fallback: string): string {
  if (error instanceof ApiError) return error.userMessage ?? fallback
  if (error instanceof UnexpectedReplyError) return error.message
  if (!(error instanceof UnreachableError)) return fallback
  return navigator.onLine
    ? 'The server did not answer. It may be restarting; try again in a moment.'
    : 'There is no connection to the internet. What you typed is still here.'
}
