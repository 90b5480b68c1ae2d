import { type FormEvent, useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'

type Errors = Readonly<Record<string, string>>

function readErrors(issues: readonly z.core.$ZodIssue[]): Errors {
  const errors: Record<string, string> = {}
  for (const { path, message } of issues) errors[String(path[0])] ??= message
  return errors
}

type Options<S extends z.ZodMiniType> = {
  schema: S
  /** While true, nothing is sent again. */
  pending: boolean
  onValid: (values: z.output<S>) => void
}

/**
 * A form checked by a schema of the contract: errors appear at their fields and go once a field is changed,
 * and the first wrong field takes the focus. Fields are read from the document, so that autofill counts.
 */
export function useValidatedForm<S extends z.ZodMiniType>({ schema, pending, onValid }: Options<S>) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors>({})
  const [failedChecks, setFailedChecks] = useState(0)

  useEffect(() => {
    if (failedChecks > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [failedChecks])

  const showErrors = (found: Errors) => {
    setErrors(found)
    setFailedChecks((count) => count + 1)
  }

  /** Of one field, with the focus left where it is; null: nothing is wrong with it any more. */
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
