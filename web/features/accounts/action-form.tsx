import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { ApiError } from '#web/api-client.ts'
import { Button, type ButtonLook, SubmitButton } from '#web/ui/button.tsx'
import { FieldErrors } from '#web/ui/text-field.tsx'
import { type Action, useAction } from '#web/use-action.ts'
import { useValidatedForm } from './use-validated-form.ts'

export type ActionFormProps<S extends z.ZodMiniType, R> = Pick<
  Action<z.output<S>, R>,
  'toast' | 'invalidates'
> & {
  label?: string
  schema: S
  send: (values: z.output<S>) => Promise<R>
  onSent?: (reply: R, values: z.output<S>, form: { reset: () => void }) => unknown
  failed: NonNullable<Action<z.output<S>, R>['failed']>
  /** The field that an error of the server is about, by its code. */
  fieldOfError?: Readonly<Record<string, string>>
  onFailed?: (code: string | undefined) => void
  submit: string
  submitClass?: string | undefined
  pendingLabel: string
  /** In a dialog: leaves it, once there is a way to. */
  leave?: { onCancel: (() => void) | undefined; cancelLabel?: string | undefined } | undefined
  variant?: ButtonLook['variant']
  children?: ReactNode
  below?: ReactNode
}

/** A checked form whose values are sent to the server; what fails is shown, at its field. */
export function ActionForm<S extends z.ZodMiniType, R>(props: ActionFormProps<S, R>) {
  const { label, leave, pendingLabel, submit, submitClass, variant } = props
  const { errors, formProps, pending } = useActionForm(props)
  return (
    <form {...formProps} aria-label={label} className="flex flex-col gap-5">
      <FieldErrors value={errors}>{props.children}</FieldErrors>
      <FormButtons {...{ leave, pending, pendingLabel, submit, submitClass, variant }} />
      {props.below}
    </form>
  )
}

type ButtonParts = 'leave' | 'pendingLabel' | 'submit' | 'submitClass' | 'variant'
type FormButtonsProps = Pick<ActionFormProps<z.ZodMiniType, unknown>, ButtonParts> & { pending: boolean }

export function FormButtons({ leave, submit, submitClass, variant = 'primary', ...sent }: FormButtonsProps) {
  return (
    <div className={leave ? 'flex flex-wrap justify-end gap-3' : 'contents'}>
      {leave ? (
        <Button size="medium" aria-disabled={leave.onCancel === undefined} onClick={leave.onCancel}>
          {leave.cancelLabel ?? 'Cancel'}
        </Button>
      ) : null}
      <SubmitButton variant={variant} className={submitClass} {...sent}>
        {submit}
      </SubmitButton>
    </div>
  )
}

function useActionForm<S extends z.ZodMiniType, R>(form: ActionFormProps<S, R>) {
  const { schema, send, onSent, toast, failed, invalidates, fieldOfError = {}, onFailed } = form
  const { isPending: pending, mutate } = useAction<R, z.output<S>>({
    run: send,
    onDone: (reply, values): unknown => onSent?.(reply, values, checked),
    toast,
    failed,
    onFailed: (error, words): void => {
      const code = error instanceof ApiError ? error.code : undefined
      const field = fieldOfError[code ?? '']
      if (field !== undefined) checked.showErrors({ [field]: words })
      onFailed?.(code)
    },
    invalidates,
  })
  const checked = useValidatedForm({ schema, pending, onValid: (values) => mutate(values) })
  return { ...checked, pending }
}
