import { type ComponentProps, type ReactNode, useId } from 'react'

export const inputLook =
  'w-full rounded-control border border-line-strong bg-surface shadow-lift aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger aria-invalid:outline-danger'

export type FieldProps = {
  label: string
  /** The error; the input is marked as invalid while there is one. */
  error?: string | undefined
  hint?: ReactNode
  /** Shown at the other end of the label's line. */
  aside?: ReactNode
}

type InputParts = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }

/** An input with its label, hint and error, linked for assistive technology. */
export function Field(props: FieldProps & { children: (parts: InputParts) => ReactNode }) {
  const { label, error, hint, aside } = props
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
  return (
    <div className="flex min-w-0 flex-col gap-1.5 text-sm">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {aside}
      </div>
      {props.children({ id, 'aria-invalid': error !== undefined, 'aria-describedby': described })}
      {error ? (
        <p id={`${id}-error`} className="font-medium text-danger">
          {error}
        </p>
      ) : null}
      {hint ? (
        <p id={`${id}-hint`} className="text-pretty text-ink-soft">
          {hint}
        </p>
      ) : null}
    </div>
  )
}

type SelectFieldProps<K extends string> = Pick<ComponentProps<'select'>, 'name' | 'defaultValue'> & {
  label: string
  hint?: ReactNode
  value?: K
  options: Readonly<Record<K, string>>
  onChange?: (value: K) => void
}

export function SelectField<K extends string>(props: SelectFieldProps<K>) {
  const { label, hint, options, onChange, ...select } = props
  return (
    <Field label={label} hint={hint}>
      {(parts) => (
        <select
          {...parts}
          {...select}
          onChange={(event) => onChange?.(event.target.value as K)}
          className={`${inputLook} h-10 px-3 text-base`}
        >
          {Object.entries<string>(options).map(([key, words]) => (
            <option key={key} value={key}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

type RangeFieldProps = { label: string; value: number; onChange: (value: number) => void }

/** A minimum from 0 to 100, in steps of 10; 0 turns it off. */
export function RangeField({ label, value, onChange }: RangeFieldProps) {
  const words = value === 0 ? 'Any' : `${value} or more`
  const shown = (
    <span aria-hidden="true" className="text-ink-soft tabular-nums">
      {value === 0 ? 'Any' : `${value}+`}
    </span>
  )
  return (
    <Field label={label} aside={shown}>
      {(parts) => (
        <input
          {...parts}
          type="range"
          min={0}
          max={100}
          step={10}
          value={value}
          aria-valuetext={words}
          onChange={(event) => onChange(Number(event.target.value))}
          className="h-10 w-full accent-accent"
        />
      )}
    </Field>
  )
}
