import { memo } from 'react'
import type { SearchResult } from '#contract/search.ts'
import { postKey } from '#web/features/results/post-key.ts'
import type { NearWindow } from './near-window.ts'
import { type MoreOfCard, PlaceCard, placeClass, placeLabel } from './place-card.tsx'
import { useNearby, useNearWindow } from './use-nearby.ts'

/** So many places are laid out apart from the others: when one grows, only those of its block move. */
const blockSize = 20

type LongResultCardsProps = {
  label: string
  results: readonly SearchResult[]
  more?: MoreOfCard | undefined
}

/** A list longer than a search gives today: only what is near the window is drawn. */
export function LongResultCards({ label, results, more }: LongResultCardsProps) {
  const { list, nearWindow } = useNearWindow(results)
  const blocks = Array.from(
    { length: Math.ceil(results.length / blockSize) },
    (_, block) => block * blockSize,
  )
  return (
    // Between `ol` and `li` nothing may stand; between these roles it may.
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div ref={list} role="list" aria-label={label} aria-busy={false} className="flex flex-col gap-4">
      {blocks.map((from) => (
        <div key={from} className="-m-1 flex flex-col gap-4 p-1 [contain:layout_paint]">
          {results.slice(from, from + blockSize).map((result, at) => (
            <LongResultItem
              key={postKey(result)}
              result={result}
              more={more}
              looked={nearWindow.isShown(from + at)}
              nearWindow={nearWindow}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

type LongResultItemProps = {
  result: SearchResult
  more?: MoreOfCard | undefined
  /** Somebody looks at this place: what comes here is drawn at once, so that a change of the order does not blink. */
  looked: boolean
  nearWindow: NearWindow
}

const LongResultItem = memo(function LongResultItem(props: LongResultItemProps) {
  const { result, more, looked, nearWindow } = props
  const { item, near, height } = useNearby(nearWindow, looked)
  return (
    // biome-ignore lint/a11y/useSemanticElements: its list is one by its role
    <div
      ref={item}
      role="listitem"
      data-post={postKey(result)}
      tabIndex={-1}
      aria-label={placeLabel(result)}
      className={placeClass}
      // As high as it was, so that nothing moves when its card goes.
      style={height > 0 ? { minHeight: height } : undefined}
    >
      <PlaceCard result={result} more={more} drawn={near} />
    </div>
  )
})
