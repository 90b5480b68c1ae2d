import { clsx } from 'clsx'

const mostOptions = 10

type ProChoicesProps = {
  label: string
  options: readonly { value: string; count: number }[]
  name: (value: string) => string
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Values to choose from; what was chosen stays here even when no result has it. */
export function ProChoices({ label, options, name, chosen, onChange }: ProChoicesProps) {
  const offered = options.slice(0, mostOptions)
  const kept = chosen.filter((value) => !offered.some((option) => option.value === value))
  const all = [...offered, ...kept.map((value) => ({ value, count: 0 }))]
  if (all.length === 0) return null
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value])
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {all.map(({ value, count }) => (
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
      </div>
    </fieldset>
  )
}
