import { useMutation } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { ApiError } from '#web/api-client.ts'
import { showFailure } from '#web/show-failure.ts'
import { useCheckedForm } from './use-checked-form.ts'

type SentForm<S extends z.ZodMiniType, R> = {
  schema: S
  send: (values: z.output<S>) => Promise<R>
  onSent?: (reply: R, values: z.output<S>) => unknown
  /** What is told when it failed; `words` where the server has none of its own. */
  failed: { title: string; words: string }
  /** The field that an error of the server is about, by its code. */
  fieldOfError?: Readonly<Record<string, string>>
  onFailed?: (code: string | undefined) => void
}

/** A checked form whose values are sent to the server; what fails is told, and stands at its field. */
export function useSentForm<S extends z.ZodMiniType, R>(form: SentForm<S, R>) {
  const { schema, send, onSent = () => {}, failed, fieldOfError = {}, onFailed } = form
  const { isPending: pending, mutate } = useMutation({
    mutationFn: send,
    onSuccess: onSent,
    onError: (error) => {
      const words = showFailure(failed.title, error, failed.words)
      const code = error instanceof ApiError ? error.code : undefined
      const field = fieldOfError[code ?? '']
      if (field !== undefined) checked.showErrors({ [field]: words })
      onFailed?.(code)
    },
  })
  const checked = useCheckedForm({ schema, pending, onValid: (values) => mutate(values) })
  return { ...checked, pending }
}
