import { clsx } from 'clsx'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useId, useMemo, useState } from 'react'
import type { SearchResult } from '#contract/search.ts'
import { signalLabel } from '#web/features/search/signal-label.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { RangeField } from '#web/ui/range-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { ProChoices } from './pro-choices.tsx'
import { DayField, UpvotesField } from './pro-fields.tsx'
import { communityOf, countValues, defaultView, type ResultView, sortLabels } from './result-view.ts'

type ProControlsProps = {
  results: readonly SearchResult[]
  view: ResultView
  onChange: (view: ResultView) => void
}

/** Narrows and orders the results of a search. On a narrow screen it opens when it is wanted. */
export function ProControls({ results, view, onChange }: ProControlsProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const changed = JSON.stringify(view) !== JSON.stringify(defaultView)
  return (
    <Card className="p-4 sm:p-6">
      <section aria-label="Pro Search Controls" className="flex flex-col gap-5">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <h3 className="flex items-center gap-2 font-semibold">
            <SlidersHorizontal aria-hidden="true" className="size-4.5 text-ink-soft" />
            Pro Search Controls
          </h3>
          <div className="flex gap-1">
            <Button
              variant="quiet"
              className={changed ? '' : 'max-sm:hidden'}
              disabled={!changed}
              onClick={() => onChange(defaultView)}
            >
              Reset
            </Button>
            <Button
              className="sm:hidden"
              aria-expanded={open}
              aria-controls={id}
              onClick={() => setOpen(!open)}
            >
              {open ? 'Hide' : 'Show'}
              <span className="sr-only"> the search controls</span>
            </Button>
          </div>
        </div>
        <div id={id} className={clsx('flex-col gap-5 sm:flex', open ? 'flex' : 'hidden')}>
          <Controls results={results} view={view} onChange={onChange} />
        </div>
      </section>
    </Card>
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
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-3">
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
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
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
