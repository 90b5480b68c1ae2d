import { type ReactNode, useId } from 'react'

const fieldLook =
  'h-10 w-full min-w-0 rounded-control border border-line-strong bg-surface px-3 text-base shadow-lift'

function Labelled({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5 text-sm">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children}
    </div>
  )
}

/** A least number of upvotes; says what becomes of posts whose number is not known. */
export function UpvotesField({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  const id = useId()
  return (
    <Labelled id={id} label="Minimum upvotes">
      <input
        id={id}
        type="number"
        inputMode="numeric"
        min={0}
        step={1}
        placeholder="Any"
        value={value === 0 ? '' : value}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(Math.max(0, Math.floor(event.target.valueAsNumber || 0)))}
        className={fieldLook}
      />
      <p id={`${id}-hint`} className="text-xs text-ink-soft empty:hidden">
        {value > 0 ? 'Leaves out posts whose upvotes are not known.' : null}
      </p>
    </Labelled>
  )
}

type DayFieldProps = { label: string; value: string; onChange: (day: string) => void }

/** A day, or none. */
export function DayField({ label, value, onChange }: DayFieldProps) {
  const id = useId()
  return (
    <Labelled id={id} label={label}>
      <input
        id={id}
        type="date"
        value={value}
        max="9999-12-31"
        onChange={(event) => onChange(event.target.value)}
        className={fieldLook}
      />
    </Labelled>
  )
}
