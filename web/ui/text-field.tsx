import { clsx } from 'clsx'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, createContext, type ReactNode, useContext, useState } from 'react'
import { Field, type FieldProps, inputLook } from './field.tsx'

/** Errors of a form by field name; a form provides them to all its fields. */
export const FieldErrors = createContext<Readonly<Record<string, string>>>({})

type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'className'> &
  FieldProps & {
    name: string
    /** Content inside the field at its end, such as a button that shows a password. */
    trailing?: ReactNode
    /** Turns off autocorrection, for values that are not natural language, such as an address or a code. */
    verbatim?: boolean
  }

/** A single-line text input. `error` is omitted if a form provides the errors. */
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

/** A password, hidden until the user shows it. Pasting and password managers work. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'trailing'>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      trailing={
        <button
          type="button"
          onClick={() => setShown(!shown)}
          className="grid size-9 place-items-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink"
        >
          <Icon className="size-5" />
          <span className="sr-only">
            {shown ? 'Hide' : 'Show'} {props.label.toLowerCase()}
          </span>
        </button>
      }
    />
  )
}

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id' | 'dir' | 'onChange'> &
  FieldProps & { onChange?: (text: string) => void }

export function TextArea({ label, error, className = 'min-h-28', onChange, ...textarea }: TextAreaProps) {
  return (
    <Field label={label} error={error}>
      {(parts) => (
        <textarea
          {...parts}
          {...textarea}
          dir="auto"
          onChange={(event) => onChange?.(event.target.value)}
          className={clsx(inputLook, 'max-h-96 resize-y px-3.5 py-2.5 text-base leading-7', className)}
        />
      )}
    </Field>
  )
}

type FileFieldProps = Omit<ComponentProps<'input'>, 'id' | 'type' | 'className' | 'onChange'> &
  Pick<FieldProps, 'error' | 'hint'> & { onChoose: (file: File | null) => void }

export function FileField({ error, hint, onChoose, ...input }: FileFieldProps) {
  return (
    <Field label="File" error={error} hint={hint}>
      {(parts) => (
        <input
          {...input}
          {...parts}
          type="file"
          onChange={(event) => onChoose(event.target.files?.[0] ?? null)}
          className={`${inputLook} p-1.5 text-sm file:mr-3 file:h-8 file:cursor-pointer file:rounded-control file:border file:border-line file:bg-sunken file:px-3 file:font-medium`}
        />
      )}
    </Field>
  )
}
