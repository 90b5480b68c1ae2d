import { clsx } from 'clsx'
import { useId } from 'react'
import type { SearchResult } from '#contract/search.ts'
import { signalLabel } from '#web/features/search/signal-label.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { countValues, defaultView, type ResultView, type SortKey, sortLabels } from './result-view.ts'

type ProControlsProps = {
  results: readonly SearchResult[]
  view: ResultView
  onChange: (view: ResultView) => void
}

/** Narrows and orders the results of a search. */
export function ProControls({ results, view, onChange }: ProControlsProps) {
  const change = (part: Partial<ResultView>) => onChange({ ...view, ...part })
  const signals = countValues(results, (result) => result.signals)
  const personas = countValues(results, (result) => [result.persona])
  const changed = JSON.stringify(view) !== JSON.stringify(defaultView)
  return (
    <Card className="p-4 sm:p-6">
      <section aria-label="Pro Search Controls" className="flex flex-col gap-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h3 className="font-semibold">Pro Search Controls</h3>
          <Button variant="quiet" disabled={!changed} onClick={() => onChange(defaultView)}>
            Reset
          </Button>
        </div>
        <div className="grid gap-x-8 gap-y-5 sm:grid-cols-3">
          <SortSelect value={view.sort} onChange={(sort) => change({ sort })} />
          <Slider
            label="Minimum SaaS potential"
            value={view.leastScore}
            onChange={(leastScore) => change({ leastScore })}
          />
          <Slider
            label="Minimum advanced score"
            value={view.leastAdvanced}
            onChange={(leastAdvanced) => change({ leastAdvanced })}
          />
        </div>
        <Choices
          label="Signals"
          options={signals}
          name={signalLabel}
          chosen={view.signals}
          onChange={(chosen) => change({ signals: chosen })}
        />
        <Choices
          label="Personas"
          options={personas}
          name={(persona) => persona}
          chosen={view.personas}
          onChange={(chosen) => change({ personas: chosen })}
        />
      </section>
    </Card>
  )
}

function SortSelect({ value, onChange }: { value: SortKey; onChange: (sort: SortKey) => void }) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <label htmlFor={id} className="font-medium">
        Sort by, high to low
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value as SortKey)}
        className="h-10 w-full rounded-control border border-line-strong bg-surface px-3 text-base"
      >
        {Object.entries(sortLabels).map(([key, label]) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}

type SliderProps = { label: string; value: number; onChange: (value: number) => void }

function Slider({ label, value, onChange }: SliderProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <output htmlFor={id} className="tabular-nums">
          {value}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={10}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
        className="h-10 w-full accent-accent"
      />
    </div>
  )
}

const mostOptions = 12

type ChoicesProps = {
  label: string
  options: readonly { value: string; count: number }[]
  name: (value: string) => string
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Values to choose from; what was chosen stays here even when no result has it. */
function Choices({ label, options, name, chosen, onChange }: ChoicesProps) {
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
            <span className="tabular-nums">{count}</span>
          </button>
        ))}
      </div>
    </fieldset>
  )
}
