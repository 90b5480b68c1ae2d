import { clsx } from 'clsx'
import { type ComponentProps, createContext, type ReactNode, useContext } from 'react'
import { Field, type FieldProps, inputLook } from './field.tsx'

/** What is wrong with the fields of a form, by their names; a form gives it to all fields in it. */
export const FieldErrors = createContext<Readonly<Record<string, string>>>({})

export type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'className'> &
  FieldProps & {
    name: string
    /** Stands inside the field at its end, such as a button that shows a password. */
    trailing?: ReactNode
    /** Not words of a language, such as an address or a code: browsers are to leave it alone. */
    verbatim?: boolean
  }

/** One line of text. `error` is left out where a form says what is wrong. */
export function TextField({ label, hint, trailing, aside, verbatim, ...props }: TextFieldProps) {
  const errors = useContext(FieldErrors)
  const { error = errors[props.name], ...input } = props
  return (
    <Field label={label} error={error} hint={hint} aside={aside}>
      {(parts) => (
        <div className="relative">
          <input
            type="text"
            {...(verbatim ? { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } : {})}
            {...input}
            {...parts}
            className={clsx(
              inputLook,
              'h-11 pl-3.5 text-base read-only:bg-sunken read-only:text-ink-soft disabled:cursor-not-allowed disabled:bg-sunken',
              trailing ? 'pr-12' : 'pr-3.5',
            )}
          />
          {trailing ? <div className="absolute inset-y-0 right-1 flex items-center">{trailing}</div> : null}
        </div>
      )}
    </Field>
  )
}
