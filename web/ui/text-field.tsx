import { clsx } from 'clsx'
import { type ComponentProps, createContext, type ReactNode, useContext, useId } from 'react'

/** What is wrong with the fields of a form, by their names; a form gives it to all fields in it. */
export const FieldErrors = createContext<Readonly<Record<string, string>>>({})

export type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'className'> & {
  label: string
  name: string
  /** What is wrong with what was typed, where no form says it; the field is marked while there is something. */
  error?: string | undefined
  hint?: ReactNode
  /** Stands inside the field at its end, such as a button that shows a password. */
  trailing?: ReactNode
  /** Shown beside the label, at the other end of the line. */
  aside?: ReactNode
  /** Not words of a language, such as an address or a code: browsers are to leave it alone. */
  verbatim?: boolean
}

/** One line of text with its label, advice and error, which assistive technology reads with the field. */
export function TextField({ label, hint, trailing, aside, verbatim, ...props }: TextFieldProps) {
  const id = useId()
  const errors = useContext(FieldErrors)
  const { error = errors[props.name], ...input } = props
  const described = [error ? `${id}-error` : null, hint ? `${id}-hint` : null].filter(Boolean).join(' ')
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-4 text-sm">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {aside}
      </div>
      <div className="relative">
        <input
          type="text"
          {...(verbatim ? { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } : {})}
          {...input}
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={described || undefined}
          className={clsx(
            'h-11 w-full rounded-control border bg-surface pl-3.5 text-base shadow-lift',
            'read-only:bg-sunken read-only:text-ink-soft disabled:cursor-not-allowed disabled:bg-sunken aria-invalid:outline-danger',
            trailing ? 'pr-12' : 'pr-3.5',
            error === undefined ? 'border-line-strong' : 'border-danger ring-1 ring-danger',
          )}
        />
        {trailing ? <div className="absolute inset-y-0 right-1 flex items-center">{trailing}</div> : null}
      </div>
      {error ? (
        <p id={`${id}-error`} className="text-sm font-medium text-danger">
          {error}
        </p>
      ) : null}
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-pretty text-ink-soft">
          {hint}
        </p>
      ) : null}
    </div>
  )
}
