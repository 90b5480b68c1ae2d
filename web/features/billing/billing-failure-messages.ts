import { ApiError } from '#web/api-client.ts'

/** What a person is told about a failure of billing: the server's own words for people, or `fallback`. */
export function billingFailureMessage(error: unknown, fallback: string): string {
  return error instanceof ApiError ? (error.userMessage ?? fallback) : fallback
}
