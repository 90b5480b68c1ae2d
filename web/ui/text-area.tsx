import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { Field, type FieldProps, inputLook } from './field.tsx'

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
