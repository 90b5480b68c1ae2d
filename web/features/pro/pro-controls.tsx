import { useMemo, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { SearchResult } from '#contract/search.ts'
import { signalLabel } from '#contract/signal-labels.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceChips } from '#web/ui/choice-chips.tsx'
import { Field, inputLook, RangeField, SelectField } from '#web/ui/field.tsx'
import { countValues, defaultView, type ResultView, sortLabels, valuesOf } from './result-view.ts'

const mostOptions = 10

type ProControlsProps = {
  results: readonly SearchResult[]
  view: ResultView
  onChange: (view: ResultView) => void
}

export function ProControls({ results, view, onChange }: ProControlsProps) {
  const changed = JSON.stringify(view) !== JSON.stringify(defaultView)
  const heading = useRef<HTMLHeadingElement>(null)
  const reset = () => {
    // The button disappears with the filter that it removes.
    heading.current?.focus()
    onChange(defaultView)
  }
  const change = (part: Partial<ResultView>) => onChange({ ...view, ...part })
  const choices = { results, view, onChange: change, most: mostOptions }
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
      <div className="grid gap-x-8 gap-y-4 sm:max-xl:grid-cols-3">
        <ScoreFields view={view} onChange={change} />
        <UpvotesField value={view.leastUpvotes} onChange={(leastUpvotes) => change({ leastUpvotes })} />
        <DayField label="Posted from" value={view.from} onChange={(from) => change({ from })} />
        <DayField label="Posted until" value={view.to} onChange={(to) => change({ to })} />
      </div>
      <ViewChoices part="signals" {...choices} />
      <div className="grid gap-x-8 gap-y-4 lg:max-xl:grid-cols-2">
        <ViewChoices part="personas" {...choices} />
        <ViewChoices part="communities" {...choices} />
      </div>
    </section>
  )
}

const bestMatchHint = (
  <span className="text-xs">
    Combines the strength of the need with how well the post matches your keyword. Posts below{' '}
    {limits.potentialScore} and those likely about something else come last.
  </span>
)

type ViewProps = { view: ResultView; onChange: (part: Partial<ResultView>) => void }

export function ScoreFields({ view, onChange }: ViewProps) {
  return (
    <>
      <SelectField
        label="Sort by, high to low"
        hint={view.sort === 'best' ? bestMatchHint : null}
        value={view.sort}
        options={sortLabels}
        onChange={(sort) => onChange({ sort })}
      />
      <RangeField
        label="Minimum SaaS potential"
        value={view.leastScore}
        onChange={(leastScore) => onChange({ leastScore })}
      />
      <RangeField
        label="Minimum advanced score"
        value={view.leastAdvanced}
        onChange={(leastAdvanced) => onChange({ leastAdvanced })}
      />
    </>
  )
}

const choiceLabels = { signals: 'Signals', personas: 'Personas', communities: 'Communities' }

type ViewChoicesProps = ViewProps & {
  part: keyof typeof valuesOf
  results: readonly SearchResult[]
  most?: number
}

/**
 * All values in the results, most common first. At first only `most` values are shown. Selected values stay,
 * even if no result has them.
 */
export function ViewChoices({ part, results, view, onChange, most = Infinity }: ViewChoicesProps) {
  const [all, setAll] = useState(false)
  const counts = useMemo(() => countValues(results, valuesOf[part]), [results, part])
  const chosen = view[part]
  const missing = chosen.filter((value) => !counts.some((option) => option.value === value))
  const options = [...counts, ...missing.map((value) => ({ value, count: 0 }))]
  if (options.length === 0) return null
  const offered = all ? options : options.filter(({ value }, at) => at < most || chosen.includes(value))
  const waiting = options.length - offered.length
  return (
    <ChoiceChips
      label={choiceLabels[part]}
      options={offered}
      name={part === 'signals' ? signalLabel : (value) => value}
      chosen={chosen}
      onChange={(values) => onChange({ [part]: values })}
    >
      {waiting > 0 || all ? (
        <Button variant="quiet" size="small" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Fewer' : `${waiting} more`}
          <span className="sr-only"> {choiceLabels[part].toLowerCase()}</span>
        </Button>
      ) : null}
    </ChoiceChips>
  )
}

/** The field for a minimum number of upvotes. Its hint says how posts with unknown upvotes are treated. */
function UpvotesField({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  const hint = <span className="text-xs">Excludes posts without known upvotes.</span>
  return (
    <Field label="Minimum upvotes" hint={value > 0 ? hint : null}>
      {(parts) => (
        <input
          {...parts}
          type="number"
          inputMode="numeric"
          min={0}
          step={1}
          placeholder="Any"
          value={value === 0 ? '' : value}
          onChange={(event) => onChange(Math.max(0, Math.floor(event.target.valueAsNumber || 0)))}
          className={`${inputLook} h-10 min-w-0 px-3 text-base`}
        />
      )}
    </Field>
  )
}

type DayFieldProps = { label: string; value: string; onChange: (day: string) => void }

function DayField({ label, value, onChange }: DayFieldProps) {
  return (
    <Field label={label}>
      {(parts) => (
        <input
          {...parts}
          type="date"
          value={value}
          max="9999-12-31"
          onChange={(event) => onChange(event.target.value)}
          className={`${inputLook} h-10 min-w-0 px-3 text-base`}
        />
      )}
    </Field>
  )
}
