import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { showToast } from '#web/ui/toast.tsx'
import type { ToastText } from '#web/ui/toast-viewport.tsx'
import { SessionOverError } from './current-user-cache.ts'
import { showFailure } from './failure-messages.ts'

/** The toast when something did not work; `words` where the server has none of its own. */
type Failed = { title: string; words: string }

export type Action<I, R> = {
  run: (input: I) => Promise<R>
  onDone?: (reply: R, input: I) => unknown
  toast?: ToastText | ((reply: R, input: I) => ToastText | null) | undefined
  /** Null for an error that is no failure. */
  failed?: Failed | ((error: Error) => Failed | null)
  /** `words` are what the toast says. */
  onFailed?: (error: Error, words: string) => void
  /** What is refetched afterwards, also when it failed: the server may have got half the way. */
  invalidates?: readonly QueryKey[] | undefined
  /** Stays pending until what it invalidates has been refetched. */
  awaitsRefetch?: boolean
}

/** Something that a person does at the server: a toast says whether it worked, and what it alters is refetched. */
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
      // The end of a session has been said by then, and only the newest toast shows.
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
