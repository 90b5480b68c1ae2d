import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { showToast } from '#web/ui/toast.tsx'
import type { ToastText } from '#web/ui/toast-viewport.tsx'
import { showFailure } from './show-failure.ts'

/** What is told when something did not work; `words` where the server has none of its own. */
export type Failed = { title: string; words: string }

export type Action<I, R> = {
  run: (input: I) => Promise<R>
  onDone?: (reply: R, input: I) => unknown
  /** What is told once it is done. */
  told?: ToastText | ((reply: R, input: I) => ToastText | null) | undefined
  failed?: Failed
  /** `words` are what was told. */
  onFailed?: (error: Error, words: string) => void
  onSettled?: () => void
  /** What is read anew afterwards, also when it failed: the server may have got half the way. */
  renews?: readonly QueryKey[] | undefined
  /** It counts as under way until what it renews has come. */
  waitsForRenewal?: boolean
}

/** Something that a person does at the server: told when it worked or failed, and what it alters is read anew. */
export function useAction<R, I = void>(action: Action<I, R>) {
  const { run, onDone, told, failed, onFailed, onSettled, renews = [], waitsForRenewal = false } = action
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: async (reply, input) => {
      await onDone?.(reply, input)
      const toast = typeof told === 'function' ? told(reply, input) : told
      if (toast) showToast(toast)
    },
    onError: (error) => {
      const words = failed ? showFailure(failed.title, error, failed.words) : ''
      onFailed?.(error, words)
    },
    onSettled: () => {
      onSettled?.()
      const renewal = Promise.all(renews.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
      return waitsForRenewal ? renewal : undefined
    },
  })
}
