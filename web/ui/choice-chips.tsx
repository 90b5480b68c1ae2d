import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type ChoiceChipsProps = {
  label: string
  options: readonly { value: string; count: number }[]
  name: (value: string) => string
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  /** Content after the last chip. */
  children?: ReactNode
}

/** Multiple choice, each value with its count. */
export function ChoiceChips({ label, options, name, chosen, onChange, children }: ChoiceChipsProps) {
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value])
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(({ value, count }) => (
          <button
            key={value}
            type="button"
            aria-pressed={chosen.includes(value)}
            onClick={() => toggle(value)}
            className={clsx(
              'inline-flex max-w-full items-center gap-1.5 rounded-full border px-3 py-1 text-sm transition-colors',
              chosen.includes(value)
                ? 'border-transparent bg-accent text-on-accent'
                : 'border-line-strong hover:bg-sunken',
            )}
          >
            <bdi className="truncate">{name(value)}</bdi>
            <span className={clsx('tabular-nums', chosen.includes(value) ? '' : 'text-ink-soft')}>
              {count}
            </span>
          </button>
        ))}
        {children}
      </div>
    </fieldset>
  )
}
