import { showToast } from '#web/ui/toast.tsx'
import { ApiError, UnexpectedReplyError, UnreachableError } from './api-client.ts'

const limitCodes: readonly (string | undefined)[] = [
  'visitor_daily_limit',
  'address_daily_limit',
  'monthly_limit',
]

/** True if the server refused because the allowance of the day or month is used up. */
export function isLimitError(error: unknown): boolean {
  return error instanceof ApiError && limitCodes.includes(error.code)
}

/** True if all visitors of this network together have used up the searches of the day. */
export function isNetworkLimitError(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'address_daily_limit'
}

/** The server's message for users, or `fallback`. */
export function serverMessage(error: unknown, fallback: string): string {
  return error instanceof ApiError ? (error.userMessage ?? fallback) : fallback
}

/** The message for a failure: the server's, or why there was no response. */
export function failureMessage(error: unknown, fallback: string, offline = 'What you typed is still here.') {
  if (error instanceof UnexpectedReplyError) return error.message
  if (!(error instanceof UnreachableError)) return serverMessage(error, fallback)
  return navigator.onLine
    ? 'The server did not answer. It may be restarting; try again in a moment.'
    : `There is no connection to the internet. ${offline}`
}

/** Shows a toast for a failure, and returns the messages for the form's fields. */
export function showFailure(title: string, error: unknown, fallback: string): string {
  const description = failureMessage(error, fallback)
  showToast({ title, description, tone: 'destructive' })
  return description
}

export function showNotLoaded(what: string): void {
  showToast({
    title: `${what} could not be loaded`,
    description:
      'Unmet may have been updated since you opened this tab. Check your connection and reload the page.',
    tone: 'destructive',
    action: { label: 'Reload', run: () => window.location.reload() },
  })
}

export function toolFailureMessage(error: unknown, fallback: string): string {
  if (error instanceof ApiError && error.code === 'results_expired') {
    return 'These results have expired, or they belong to an account that is not signed in here. Search again, or sign in.'
  }
  return failureMessage(error, fallback, 'Try again once you are connected.')
}
