import type { ReactNode } from 'react'
import type { SearchResult } from '#contract/search.ts'
import { EvidenceTooltip } from './evidence-tooltip.tsx'
import { ResultCard } from './result-card.tsx'

/** Results best first; posts with only most of the words come after, under a heading of their own. */
export function ResultList({ results }: { results: readonly SearchResult[] }) {
  const exact = results.filter((result) => result.match !== 'related')
  const related = results.filter((result) => result.match === 'related')
  return (
    <EvidenceTooltip>
      {exact.length > 0 ? <ResultCards label="Results" results={exact} /> : null}
      {related.length > 0 ? (
        <>
          <div className="mt-10 mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
            <h2 className="text-lg font-semibold tracking-tight">Related: most of your words</h2>
            <p className="text-sm text-ink-soft">
              {exact.length === 0 ? 'No post has' : 'Few posts have'} all of your words, so these have most of
              them.
            </p>
          </div>
          <ResultCards label="Related results" results={related} />
        </>
      ) : null}
    </EvidenceTooltip>
  )
}

type ResultCardsProps = {
  label: string
  results: readonly SearchResult[]
  /** What a card shows below everything else. */
  more?: (result: SearchResult) => ReactNode
}

export function ResultCards({ label, results, more }: ResultCardsProps) {
  return (
    <ol aria-label={label} className="flex flex-col gap-4">
      {results.map((result) => (
        <li key={`${result.source}-${result.id}`}>
          <ResultCard result={result}>{more?.(result)}</ResultCard>
        </li>
      ))}
    </ol>
  )
}
