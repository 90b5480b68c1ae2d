import { clsx } from 'clsx'
import { memo, type ReactNode, Suspense, startTransition, useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { SearchResult } from '#contract/search.ts'
import { postKey } from '#web/features/results/post-key.ts'
import { EvidenceTooltip } from './evidence-tooltip.tsx'
import { ResultCard } from './result-card.tsx'
import { useNearby } from './use-nearby.ts'
import { usePageUse } from './use-page-use.ts'

/** What a card shows below everything else. Has to be the same function at each drawing. */
type MoreOfCard = (result: SearchResult) => ReactNode

type ResultListProps = {
  results: readonly SearchResult[]
  /** Sets posts with only most of the words apart; without it all stand in the order given. */
  grouped?: boolean
  more?: MoreOfCard | undefined
}

/** Results best first; posts with only most of the words come after, under a heading of their own. */
export function ResultList({ results, grouped = true, more }: ResultListProps) {
  const isRelated = ({ match }: SearchResult) => grouped && match === 'related'
  const exact = results.filter((result) => !isRelated(result))
  const related = results.filter(isRelated)
  return (
    <EvidenceTooltip>
      {exact.length > 0 ? <ResultCards label="Results" results={exact} more={more} /> : null}
      {related.length > 0 ? (
        <>
          <div className="mt-10 mb-4 flex flex-wrap items-baseline justify-between gap-x-4 first:mt-0">
            <h2 className="text-lg font-semibold tracking-tight">Related: most of your words</h2>
            <p className="text-sm text-ink-soft">
              {exact.length === 0 ? 'No post has' : 'Few posts have'} all of your words, so these have most of
              them.
            </p>
          </div>
          <ResultCards label="Related results" results={related} more={more} />
        </>
      ) : null}
    </EvidenceTooltip>
  )
}

/** As many as fill a window. */
const drawnAtOnce = 4
/** The others are drawn once somebody uses the page, so many at a time: a slow phone takes 50 ms for them. */
const drawnLater = 2

type ResultCardsProps = {
  label: string
  results: readonly SearchResult[]
  more?: MoreOfCard | undefined
}

function ResultCards({ label, results, more }: ResultCardsProps) {
  // Longer lists than a search gives today draw only what is near the window.
  const long = results.length > limits.resultsPerSearch
  const most = long ? drawnAtOnce : results.length
  const [upTo, setUpTo] = useState(drawnAtOnce)
  const [drawing, setDrawing] = useState(results)
  const isUsed = usePageUse()
  if (drawing !== results) {
    setDrawing(results)
    setUpTo(drawnAtOnce)
  }
  const waits = isUsed && upTo < most
  useEffect(() => {
    if (!waits) return undefined
    const timer = setTimeout(() => startTransition(() => setUpTo(upTo + drawnLater)), 0)
    return () => clearTimeout(timer)
  }, [upTo, waits])
  return (
    <ol aria-label={label} aria-busy={waits} className="flex flex-col gap-4">
      {results.map((result, at) => (
        <ResultItem key={postKey(result)} result={result} more={more} drawn={at < upTo} skippable={long} />
      ))}
    </ol>
  )
}

type DrawnCardProps = { result: SearchResult; more?: MoreOfCard | undefined }

const DrawnCard = memo(function DrawnCard({ result, more }: DrawnCardProps) {
  return <ResultCard result={result}>{more?.(result)}</ResultCard>
})

type ResultItemProps = DrawnCardProps & {
  drawn: boolean
  /** Lets the browser pass over it while it is not in the window. */
  skippable: boolean
}

/** One place in the list. It takes the focus for the keys that move from post to post. */
const ResultItem = memo(function ResultItem({ result, more, drawn, skippable }: ResultItemProps) {
  // Once drawn, it stays: a change of the order must not make it blink.
  const [kept, setKept] = useState(drawn)
  if (drawn && !kept) setKept(true)
  const { item, near } = useNearby(!(drawn || kept))
  const title = result.title.trim() === '' ? 'Post without a title' : result.title
  return (
    <li
      ref={item}
      data-post={postKey(result)}
      tabIndex={-1}
      aria-label={title}
      className={clsx(
        '-m-1 scroll-mt-20 rounded-card p-1 -outline-offset-2',
        skippable && '[contain-intrinsic-size:auto_26rem] [content-visibility:auto]',
      )}
    >
      {drawn || kept || near ? (
        // A part of its own, so that a drawn page comes to life card by card.
        <Suspense>
          <DrawnCard result={result} more={more} />
        </Suspense>
      ) : (
        <h3 className="min-h-96 rounded-card border border-line bg-surface p-6 text-lg font-semibold wrap-anywhere">
          <bdi>{title}</bdi>
        </h3>
      )}
    </li>
  )
})
