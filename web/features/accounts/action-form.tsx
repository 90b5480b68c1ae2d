import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod/mini'
import { ApiError } from '#web/api-client.ts'
import { Button, type ButtonLook, SubmitButton } from '#web/ui/button.tsx'
import { FormAlert } from '#web/ui/form-alert.tsx'
import { FieldErrors } from '#web/ui/text-field.tsx'
import { type Action, useAction } from '#web/use-action.ts'

export type FormButtonsProps = {
  submit: string
  submitClass?: string | undefined
  pendingLabel: string
  variant?: ButtonLook['variant']
  /** In a dialog: the function that closes it. */
  leave?: { onCancel: (() => void) | undefined; cancelLabel?: string | undefined } | undefined
}

export type ActionFormProps<S extends z.ZodMiniType, R> = FormButtonsProps &
  Omit<Action<z.output<S>, R>, 'onDone' | 'failed' | 'onFailed'> & {
    label?: string
    schema: S
    failed: NonNullable<Action<z.output<S>, R>['failed']>
    onDone?: (reply: R, values: z.output<S>, form: { reset: () => void }) => unknown
    /** The field that a server error belongs to, by error code. */
    fieldOfError?: Readonly<Record<string, string>>
    onFailed?: (code: string | undefined) => void
    children?: ReactNode
    below?: ReactNode
  }

/** A validated form that sends its values to the server; errors are shown at their fields. */
export function ActionForm<S extends z.ZodMiniType, R>(props: ActionFormProps<S, R>) {
  const { label, schema, fieldOfError = {}, children, below, ...form } = props
  const { submit, submitClass, pendingLabel, variant, leave, ...action } = form
  const [problem, setProblem] = useState('')
  const { isPending: pending, mutate } = useAction<R, z.output<S>>({
    ...action,
    onDone: (reply, values): unknown => action.onDone?.(reply, values, checked),
    onFailed: (error, words): void => {
      const code = error instanceof ApiError ? error.code : undefined
      const field = fieldOfError[code ?? '']
      if (field !== undefined) checked.showErrors({ [field]: words })
      else setProblem(words)
      action.onFailed?.(code)
    },
  })
  const onValid = (values: z.output<S>) => {
    setProblem('')
    mutate(values)
  }
  const checked = useCheckedForm({ schema, pending, onValid })
  return (
    <form {...checked.formProps} aria-label={label} className="flex flex-col gap-5">
      <FieldErrors value={checked.errors}>{children}</FieldErrors>
      <FormAlert>{problem}</FormAlert>
      <FormButtons {...{ submit, submitClass, pendingLabel, pending, variant, leave }} />
      {below}
    </form>
  )
}

export function FormButtons(props: FormButtonsProps & { pending: boolean }) {
  const { leave, submit, submitClass, variant = 'primary', ...sent } = props
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

type Errors = Readonly<Record<string, string>>

/** The first error of each field. */
function readErrors(issues: readonly z.core.$ZodIssue[]): Errors {
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]))
}

type CheckedForm<S extends z.ZodMiniType> = {
  schema: S
  /** While true, the form cannot be submitted again. */
  pending: boolean
  onValid: (values: z.output<S>) => void
}

/**
 * A form validated by a schema of the contract: errors appear at their fields and disappear on change, and the
 * first invalid field gets the focus. Values are read from the DOM, so that autofill counts.
 */
export function useCheckedForm<S extends z.ZodMiniType>({ schema, pending, onValid }: CheckedForm<S>) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors>({})

  const showErrors = (found: Errors) => {
    flushSync(() => setErrors(found))
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  /** Validates one field without moving the focus; null if it is valid. */
  const changeError = (name: string, words: string | null) =>
    setErrors((before) => {
      const { [name]: _, ...others } = before
      return words === null ? others : { ...others, [name]: words }
    })

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const parsed = schema.safeParse(Object.fromEntries(new FormData(event.currentTarget)))
    if (!parsed.success) return showErrors(readErrors(parsed.error.issues))
    setErrors({})
    onValid(parsed.data)
  }

  const onChange = (event: FormEvent<HTMLFormElement>) => {
    const name = event.target instanceof Element ? event.target.getAttribute('name') : null
    if (name !== null && errors[name] !== undefined) changeError(name, null)
  }

  return {
    errors,
    showErrors,
    changeError,
    reset: () => form.current?.reset(),
    formProps: { ref: form, noValidate: true, onSubmit, onChange },
  }
}
