import { memo, type ReactNode, Suspense } from 'react'
import type { SearchResult } from '#contract/search.ts'
import { ResultCard } from './result-card.tsx'

/** What a card shows below everything else. Has to be the same function at each drawing. */
export type MoreOfCard = (result: SearchResult) => ReactNode

/** As many as fill a window: drawn with the list itself. */
export const drawnAtOnce = 4

type PlaceCardProps = {
  result: SearchResult
  more?: MoreOfCard | undefined
  /** Stands below everything else as well. */
  offer?: ReactNode
  /** Before that only the title stands there. */
  drawn: boolean
}

/** How a place in a list looks, whatever it shows; it takes the focus for the keys that move from post to post. */
export const placeClass = '-m-1 scroll-mt-20 rounded-card p-1 -outline-offset-2'

export function placeLabel({ title }: SearchResult): string {
  return title.trim() === '' ? 'Post without a title' : title
}

const DrawnCard = memo(function DrawnCard({ result, more, offer }: Omit<PlaceCardProps, 'drawn'>) {
  return (
    <ResultCard result={result}>
      {more?.(result)}
      {offer}
    </ResultCard>
  )
})

/** What a place in a list shows. */
export function PlaceCard({ result, more, offer, drawn }: PlaceCardProps) {
  if (!drawn) {
    return (
      <h3 className="min-h-96 rounded-card border border-line bg-surface p-6 text-lg font-semibold wrap-anywhere">
        <bdi>{placeLabel(result)}</bdi>
      </h3>
    )
  }
  // A part of its own, so that a drawn page comes to life card by card.
  return (
    <Suspense>
      <DrawnCard result={result} more={more} offer={offer} />
    </Suspense>
  )
}
