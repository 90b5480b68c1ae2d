import { showToast } from '#web/ui/toast.tsx'
import { failureMessage } from './failure-messages.ts'

/** Shows a person what did not work, and returns the words for the field that they belong to. */
export function showFailure(title: string, error: unknown, fallback: string): string {
  const description = failureMessage(error, fallback)
  showToast({ title, description, tone: 'destructive' })
  return description
}

export function showNotLoaded(what: string): void {
  showToast({
    title: `${what} could not be loaded`,
    description: 'Check your connection and reload the page.',
    tone: 'destructive',
  })
}
