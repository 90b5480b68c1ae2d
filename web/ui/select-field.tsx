import { useId } from 'react'

type SelectFieldProps<K extends string> = {
  label: string
  value: K
  options: Readonly<Record<K, string>>
  onChange: (value: K) => void
}

export function SelectField<K extends string>({ label, value, options, onChange }: SelectFieldProps<K>) {
  const id = useId()
  const keys = Object.keys(options) as K[]
  return (
    <div className="flex min-w-0 flex-col gap-1.5 text-sm">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value as K)}
        className="h-10 w-full rounded-control border border-line-strong bg-surface px-3 text-base shadow-lift"
      >
        {keys.map((key) => (
          <option key={key} value={key}>
            {options[key]}
          </option>
        ))}
      </select>
    </div>
  )
}
