import { type ReactNode, useId, useMemo, useRef } from 'react'
import type { SearchResult } from '#contract/search.ts'
import { signalLabel } from '#contract/signal-labels.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceChips, type ChoiceChipsProps } from '#web/ui/choice-chips.tsx'
import { RangeField, SelectField } from '#web/ui/field.tsx'
import { communityOf, countValues, defaultView, type ResultView, sortLabels } from './result-view.ts'

type ProControlsProps = {
  results: readonly SearchResult[]
  view: ResultView
  onChange: (view: ResultView) => void
}

export function ProControls({ results, view, onChange }: ProControlsProps) {
  const changed = JSON.stringify(view) !== JSON.stringify(defaultView)
  const heading = useRef<HTMLHeadingElement>(null)
  const reset = () => {
    // The button goes with what it takes back.
    heading.current?.focus()
    onChange(defaultView)
  }
  return (
    <section aria-label="Pro Search Controls" className="flex flex-col gap-4">
      <div className="flex min-h-9 items-center justify-between gap-x-3">
        <h3 ref={heading} tabIndex={-1} className="text-sm font-semibold outline-none">
          Pro Search Controls
        </h3>
        {changed ? (
          <Button variant="quiet" onClick={reset}>
            Reset
          </Button>
        ) : null}
      </div>
      <Controls results={results} view={view} onChange={onChange} />
    </section>
  )
}

function Controls({ results, view, onChange }: ProControlsProps) {
  const change = (part: Partial<ResultView>) => onChange({ ...view, ...part })
  const { signals, personas, communities } = useMemo(
    () => ({
      signals: countValues(results, (result) => result.signals),
      personas: countValues(results, (result) => [result.persona]),
      communities: countValues(results, (result) => [communityOf(result)]),
    }),
    [results],
  )
  return (
    <>
      <div className="grid gap-x-8 gap-y-4 sm:max-xl:grid-cols-3">
        <SelectField
          label="Sort by, high to low"
          value={view.sort}
          options={sortLabels}
          onChange={(sort) => change({ sort })}
        />
        <RangeField
          label="Minimum SaaS potential"
          value={view.leastScore}
          onChange={(leastScore) => change({ leastScore })}
        />
        <RangeField
          label="Minimum advanced score"
          value={view.leastAdvanced}
          onChange={(leastAdvanced) => change({ leastAdvanced })}
        />
        <UpvotesField value={view.leastUpvotes} onChange={(leastUpvotes) => change({ leastUpvotes })} />
        <DayField label="Posted from" value={view.from} onChange={(from) => change({ from })} />
        <DayField label="Posted until" value={view.to} onChange={(to) => change({ to })} />
      </div>
      <ProChoices
        label="Signals"
        options={signals}
        name={signalLabel}
        chosen={view.signals}
        onChange={(chosen) => change({ signals: chosen })}
      />
      <div className="grid gap-x-8 gap-y-4 lg:max-xl:grid-cols-2">
        <ProChoices
          label="Personas"
          options={personas}
          name={(persona) => persona}
          chosen={view.personas}
          onChange={(chosen) => change({ personas: chosen })}
        />
        <ProChoices
          label="Communities"
          options={communities}
          name={(community) => community}
          chosen={view.communities}
          onChange={(chosen) => change({ communities: chosen })}
        />
      </div>
    </>
  )
}

const mostOptions = 10

/** The commonest values to choose from; what was chosen stays here even when no result has it. */
function ProChoices({ options, chosen, ...rest }: ChoiceChipsProps) {
  const offered = options.slice(0, mostOptions)
  const kept = chosen.filter((value) => !offered.some((option) => option.value === value))
  const all = [...offered, ...kept.map((value) => ({ value, count: 0 }))]
  return all.length === 0 ? null : <ChoiceChips {...rest} options={all} chosen={chosen} />
}

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
function UpvotesField({ value, onChange }: { value: number; onChange: (value: number) => void }) {
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

function DayField({ label, value, onChange }: DayFieldProps) {
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
