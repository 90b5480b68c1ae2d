import { clsx } from 'clsx'
import { memo, type ReactNode } from 'react'
import { limits } from '#contract/limits.ts'
import type { SearchResult } from '#contract/search.ts'
import { Button } from '#web/ui/button.tsx'
import { BarChart } from './bar-chart.tsx'
import { counted } from './post-words.ts'

type ResultsRailProps = {
  id: string
  /** Always shown beside the list in a very wide window; otherwise opened by a button. */
  open: boolean
  /** The number of posts, and a button back to them. */
  shown: number
  onClose: () => void
  results: readonly SearchResult[]
  leastScore: number
  /** The Pro controls. The element stays the same until the controls change. */
  controls: ReactNode
}

const barSize = { width: 20, height: 56, corner: 3 }

export const ResultsRail = memo(function ResultsRail(props: ResultsRailProps) {
  const bins = binScores(props.results.map(({ opportunityScore }) => opportunityScore))
  // Bars below the minimum score are faint.
  const lookOf = ({ from, to }: ScoreBin) => {
    if (to < props.leastScore) return 'fill-line'
    return from >= limits.promisingScore ? 'fill-accent' : 'fill-line-strong'
  }
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
        <figure className="max-w-72">
          <BarChart
            bars={bins.map((bin) => ({
              name: `${bin.from} to ${bin.to}`,
              count: bin.count,
              look: lookOf(bin),
            }))}
            label={`Opportunity scores: ${describeBins(bins)}`}
            size={barSize}
            className="w-full"
          />
          <figcaption
            aria-hidden="true"
            className="mt-1 flex justify-between text-xs text-ink-soft tabular-nums"
          >
            <span>0</span>
            <span>50</span>
            <span>100</span>
          </figcaption>
        </figure>
      </section>
      <div className="sticky bottom-0 -mx-4 -mb-4 rounded-b-card border-t border-line bg-surface p-3 xl:hidden">
        <Button variant="primary" size="medium" className="w-full" onClick={props.onClose}>
          Show {counted(props.shown, 'post')}
        </Button>
      </div>
    </div>
  )
})

type ScoreBin = { from: number; to: number; count: number }

export function binScores(scores: readonly number[]): ScoreBin[] {
  return Array.from({ length: 10 }, (_, at) => {
    const [from, to] = [at * 10, at === 9 ? 100 : at * 10 + 9]
    return { from, to, count: scores.filter((score) => score >= from && score <= to).length }
  })
}

export function describeBins(bins: readonly ScoreBin[]): string {
  const told = bins
    .filter(({ count }) => count > 0)
    .toReversed()
    .map(({ from, to, count }) => `${counted(count, 'post')} at ${from} to ${to}`)
  return told.length === 0 ? 'No scores.' : `${told.join(', ')}.`
}
