import { useMutation } from '@tanstack/react-query'
import type { ComponentProps, ReactNode, RefObject } from 'react'
import type * as z from 'zod/mini'
import { ApiError } from '#web/api-client.ts'
import { showFailure } from '#web/show-failure.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import type { ToastText } from '#web/ui/toast-viewport.tsx'
import type { Failed } from '#web/use-action.ts'
import { type FieldErrors, useCheckedForm } from './use-checked-form.ts'

type Form = RefObject<HTMLFormElement | null>

export type SentFormProps<S extends z.ZodMiniType, R> = Pick<
  ComponentProps<typeof SubmitButton>,
  'pendingLabel'
> & {
  /** Names it where it is not alone. */
  label?: string
  schema: S
  send: (values: z.output<S>) => Promise<R>
  onSent?: (reply: R, values: z.output<S>, form: Form) => unknown
  /** What is told once it is sent. */
  told?: ToastText | ((reply: R) => ToastText | null)
  failed: Failed
  /** The field that an error of the server is about, by its code. */
  fieldOfError?: Readonly<Record<string, string>>
  onFailed?: (code: string | undefined) => void
  submit: string
  submitClass?: string
  /** In a dialog: leaves it, and which look and words its buttons have. */
  leave?: Pick<ComponentProps<typeof DialogActions>, 'onCancel' | 'cancelLabel' | 'variant'>
  children: (errors: FieldErrors, form: Form) => ReactNode
}

/** A checked form whose values are sent to the server; what fails is told, and stands at its field. */
export function SentForm<S extends z.ZodMiniType, R>(props: SentFormProps<S, R>) {
  const { label, leave, pendingLabel, submit, submitClass } = props
  const { errors, formProps, pending } = useSentForm(props)
  return (
    <form {...formProps} aria-label={label} className="flex flex-col gap-5">
      {props.children(errors, formProps.ref)}
      {leave ? (
        <DialogActions {...leave} pending={pending} pendingLabel={pendingLabel}>
          {submit}
        </DialogActions>
      ) : (
        <SubmitButton pending={pending} pendingLabel={pendingLabel} className={submitClass}>
          {submit}
        </SubmitButton>
      )}
    </form>
  )
}

function useSentForm<S extends z.ZodMiniType, R>(form: SentFormProps<S, R>) {
  const { schema, send, onSent, told, failed, fieldOfError = {}, onFailed } = form
  const { isPending: pending, mutate } = useMutation({
    mutationFn: send,
    onSuccess: async (reply: R, values: z.output<S>) => {
      await onSent?.(reply, values, checked.formProps.ref)
      const toast = typeof told === 'function' ? told(reply) : told
      if (toast) showToast(toast)
    },
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
