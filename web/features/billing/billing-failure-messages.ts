import { ApiError } from '#web/api-client.ts'

/** The message a person gets about a failure of billing: the server's own words for people, or `fallback`. */
export function billingFailureMessage(error: unknown, fallback: string): string {
  return error instanceof ApiError ? (error.userMessage ?? fallback) : fallback
}
