import { clsx } from 'clsx'
import { memo, type ReactNode } from 'react'
import type { SearchResult } from '#contract/search.ts'
import { ScoreHistogram } from './score-histogram.tsx'

type ResultsRailProps = {
  id: string
  /** Beside the list of a very wide window it always is; else it waits to be wanted. */
  open: boolean
  results: readonly SearchResult[]
  leastScore: number
  /** How Pro narrows and orders; the same element until it changes. */
  controls: ReactNode
}

/** What narrows the results, and what all of them have in common, beside them. */
export const ResultsRail = memo(function ResultsRail(props: ResultsRailProps) {
  return (
    <div
      id={props.id}
      className={clsx(
        'min-w-0 flex-col gap-6 self-start max-xl:rounded-card max-xl:border max-xl:border-line max-xl:bg-surface max-xl:p-4 lg:max-xl:col-span-2 xl:sticky xl:top-20 xl:-mx-2 xl:flex xl:max-h-[calc(100dvh-6rem)] xl:overflow-y-auto xl:px-2 xl:pb-2',
        props.open ? 'flex' : 'hidden',
      )}
    >
      {props.controls}
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
  )
})
