import { useId } from 'react'

type RangeFieldProps = { label: string; value: number; onChange: (value: number) => void }

/** A minimum from 0 to 100, in steps of 10; 0 asks for nothing. */
export function RangeField({ label, value, onChange }: RangeFieldProps) {
  const id = useId()
  const words = value === 0 ? 'Any' : `${value} or more`
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <span aria-hidden="true" className="text-ink-soft tabular-nums">
          {words}
        </span>
      </div>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={10}
        value={value}
        aria-valuetext={words}
        onChange={(event) => onChange(Number(event.target.value))}
        className="h-10 w-full accent-accent"
      />
    </div>
  )
}
