import { memo, type ReactNode, startTransition, useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { SearchResult } from '#contract/search.ts'
import { postKey } from '#web/features/results/post-key.ts'
import { EvidenceTooltip } from './evidence-tooltip.tsx'
import { LongResultCards } from './long-result-cards.tsx'
import { drawnAtOnce, type MoreOfCard, PlaceCard, placeClass, placeLabel } from './place-card.tsx'
import { usePageUse } from './use-page-use.ts'

type ResultListProps = {
  results: readonly SearchResult[]
  more?: MoreOfCard | undefined
  /** Stands once, in the first card where Pro's analysis would stand. */
  offer?: ReactNode
}

/** Results in the order given. */
export function ResultList({ results, more, offer }: ResultListProps) {
  return (
    <EvidenceTooltip>
      {results.length > 0 ? (
        <ResultCards label="Results" results={results} more={more} offer={offer} />
      ) : null}
    </EvidenceTooltip>
  )
}

/** The others are drawn once somebody uses the page, so many at a time: a slow phone takes 50 ms for them. */
const drawnLater = 2

type ResultCardsProps = {
  label: string
  results: readonly SearchResult[]
  more?: MoreOfCard | undefined
  offer?: ReactNode
}

function ResultCards(props: ResultCardsProps) {
  const isLong = props.results.length > limits.resultsPerSearch
  return isLong ? <LongResultCards {...props} /> : <AllResultCards {...props} />
}

function AllResultCards({ label, results, more, offer }: ResultCardsProps) {
  const [upTo, setUpTo] = useState(drawnAtOnce)
  const [drawing, setDrawing] = useState(results)
  const isUsed = usePageUse()
  if (drawing !== results) {
    setDrawing(results)
    setUpTo(drawnAtOnce)
  }
  const waits = isUsed && upTo < results.length
  useEffect(() => {
    if (!waits) return undefined
    const timer = setTimeout(() => startTransition(() => setUpTo(upTo + drawnLater)), 0)
    return () => clearTimeout(timer)
  }, [upTo, waits])
  return (
    <ol aria-label={label} aria-busy={waits} className="flex flex-col gap-4">
      {results.map((result, at) => (
        <ResultItem
          key={postKey(result)}
          result={result}
          more={more}
          drawn={at < upTo}
          offer={at === 0 ? offer : null}
        />
      ))}
    </ol>
  )
}

type ResultItemProps = {
  result: SearchResult
  more?: MoreOfCard | undefined
  drawn: boolean
  offer: ReactNode
}

/** One place in the list. */
const ResultItem = memo(function ResultItem({ result, more, drawn, offer }: ResultItemProps) {
  // Once drawn, it stays: a change of the order must not make it blink.
  const [kept, setKept] = useState(drawn)
  if (drawn && !kept) setKept(true)
  return (
    <li data-post={postKey(result)} tabIndex={-1} aria-label={placeLabel(result)} className={placeClass}>
      <PlaceCard result={result} more={more} offer={offer} drawn={drawn || kept} />
    </li>
  )
})
