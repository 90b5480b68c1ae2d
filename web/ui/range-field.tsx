import { Field } from './field.tsx'

type RangeFieldProps = { label: string; value: number; onChange: (value: number) => void }

/** A minimum from 0 to 100, in steps of 10; 0 asks for nothing. */
export function RangeField({ label, value, onChange }: RangeFieldProps) {
  const words = value === 0 ? 'Any' : `${value} or more`
  const shown = (
    <span aria-hidden="true" className="text-ink-soft tabular-nums">
      {words}
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
