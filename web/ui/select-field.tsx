import { Field, inputLook } from './field.tsx'

type SelectFieldProps<K extends string> = {
  label: string
  value: K
  options: Readonly<Record<K, string>>
  onChange: (value: K) => void
}

export function SelectField<K extends string>({ label, value, options, onChange }: SelectFieldProps<K>) {
  const keys = Object.keys(options) as K[]
  return (
    <Field label={label}>
      {(parts) => (
        <select
          {...parts}
          value={value}
          onChange={(event) => onChange(event.target.value as K)}
          className={`${inputLook} h-10 px-3 text-base`}
        >
          {keys.map((key) => (
            <option key={key} value={key}>
              {options[key]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
