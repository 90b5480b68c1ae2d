import { clsx } from 'clsx'
import { memo, useId, useState } from 'react'
import type { SearchResult } from '#contract/search.ts'
import { Button } from '#web/ui/button.tsx'
import { ScoreHistogram } from './score-histogram.tsx'

type ResultsRailProps = {
  results: readonly SearchResult[]
  leastScore: number
}

/** What all results have in common, beside them: their scores. On a narrow screen it opens. */
export const ResultsRail = memo(function ResultsRail(props: ResultsRailProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <div className="max-lg:rounded-card max-lg:border max-lg:border-line max-lg:bg-surface max-lg:px-4 max-lg:py-3">
      <div className="flex items-center justify-between gap-3 lg:hidden">
        <p className="font-semibold">Scores</p>
        <Button aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {open ? 'Hide' : 'Show'}
          <span className="sr-only"> scores</span>
        </Button>
      </div>
      <div id={id} className={clsx('flex-col gap-7 max-lg:pt-4 lg:flex', open ? 'flex' : 'hidden')}>
        <section aria-label="Scores">
          <h3 className="mb-3 text-sm font-semibold">Scores</h3>
          <div className="max-w-72">
            <ScoreHistogram
              scores={props.results.map(({ opportunityScore }) => opportunityScore)}
              least={props.leastScore}
            />
          </div>
        </section>
      </div>
    </div>
  )
})
