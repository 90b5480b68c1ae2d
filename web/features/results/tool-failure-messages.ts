import { ApiError, UnreachableError } from '#web/api-client.ts'
import { failureMessage } from '#web/failure-messages.ts'

export function toolFailureMessage(error: unknown, fallback: string): string {
  if (error instanceof UnreachableError) {
    return navigator.onLine
      ? 'The server did not answer. It may be restarting; try again in a moment.'
      : 'There is no connection to the internet. Try again once you are connected.'
  }
  if (error instanceof ApiError && error.code === 'results_expired') {
    return 'These results have expired, or they belong to an account that is not signed in here. Search again, or sign in.'
  }
  return failureMessage(error, fallback)
}
