import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { showToast } from '#web/ui/toast.tsx'
import type { ToastText } from '#web/ui/toast-viewport.tsx'
import { showFailure } from './show-failure.ts'

/** What is told when something did not work; `words` where the server has none of its own. */
export type Failed = { title: string; words: string }

type Action<I, R> = {
  run: (input: I) => Promise<R>
  onDone?: (reply: R, input: I) => unknown
  /** What is told once it is done. */
  told?: ToastText | ((reply: R, input: I) => ToastText)
  failed?: Failed
  onSettled?: () => void
  /** What is read anew afterwards, also when it failed: the server may have got half the way. */
  renews?: readonly QueryKey[]
  /** It counts as under way until what it renews has come. */
  waitsForRenewal?: boolean
}

/** Something that a person does at the server: told when it worked or failed, and what it alters is read anew. */
export function useAction<R, I = void>(action: Action<I, R>) {
  const { run, onDone, told, failed, onSettled, renews = [], waitsForRenewal = false } = action
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: async (reply, input) => {
      await onDone?.(reply, input)
      if (told) showToast(typeof told === 'function' ? told(reply, input) : told)
    },
    onError: (error) => {
      if (failed) showFailure(failed.title, error, failed.words)
    },
    onSettled: () => {
      onSettled?.()
      const renewal = Promise.all(renews.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
      return waitsForRenewal ? renewal : undefined
    },
  })
}
