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
