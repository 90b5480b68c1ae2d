import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { showToast } from '#web/ui/toast.tsx'
import type { ToastText } from '#web/ui/toast-viewport.tsx'
import { SessionOverError } from './current-user-cache.ts'
import { showFailure } from './failure-messages.ts'

/** The toast for a failure. Its text is `words` if the server sent no message. */
type Failed = { title: string; words: string }

export type Action<I, R> = {
  run: (input: I) => Promise<R>
  onDone?: (reply: R, input: I) => unknown
  toast?: ToastText | ((reply: R, input: I) => ToastText | null) | undefined
  /** Returns null if the error should not be reported as a failure. */
  failed?: Failed | ((error: Error) => Failed | null)
  /** `words` is the text of the toast. */
  onFailed?: (error: Error, words: string) => void
  /** Queries to refetch after the action, even if it failed: the server may have done a part of it. */
  invalidates?: readonly QueryKey[] | undefined
  /** The action stays pending until the invalidated queries have been refetched. */
  awaitsRefetch?: boolean
}

/** An action at the server: a toast shows the outcome, and the affected queries are refetched. */
export function useAction<R, I = void>(action: Action<I, R>) {
  const { run, onDone, toast, failed, onFailed, invalidates = [], awaitsRefetch = false } = action
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: async (reply, input) => {
      await onDone?.(reply, input)
      const shown = typeof toast === 'function' ? toast(reply, input) : toast
      if (shown) showToast(shown)
    },
    onError: (error) => {
      const asFailure = typeof failed === 'function' ? failed(error) : failed
      // The end of a session has already been announced. Another toast would hide that message.
      const shown = error instanceof SessionOverError ? null : asFailure
      const words = shown ? showFailure(shown.title, error, shown.words) : ''
      onFailed?.(error, words)
    },
    onSettled: () => {
      const refetch = Promise.all(invalidates.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
      return awaitsRefetch ? refetch : undefined
    },
  })
}
