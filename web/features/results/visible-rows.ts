import { limits } from '#contract/limits.ts'
import type { SearchResult } from '#contract/search.ts'
import type { BriefNeed } from '#contract/search-brief.ts'
import { postKey } from './post-key.ts'

/** The number of rows at first, and the increment of "Show more". */
export const rowsAtOnce = 20

/** Collapsed posts: weak ones if there are strong ones, off-topic ones if there is anything else. */
export type Folds = { weak: boolean; offTopic: boolean }

export type AskedRows = {
  rows: number
  weak: boolean
  /** If the list is filtered or sorted, nothing is collapsed. */
  whole: boolean
  folds?: Folds
}

const isWeak = ({ opportunityScore }: SearchResult) => opportunityScore < limits.potentialScore

export const isOnTopic = ({ offTopic }: SearchResult) => offTopic !== true

/** The posts that a summary covers: off-topic ones only if there is nothing else. */
export function answering(results: readonly SearchResult[]): readonly SearchResult[] {
  const onTopic = results.filter(isOnTopic)
  return onTopic.length > 0 ? onTopic : results
}

export function foldsOf(results: readonly SearchResult[]): Folds {
  const onTopic = results.filter(isOnTopic)
  return { weak: !onTopic.every(isWeak), offTopic: onTopic.length > 0 }
}

/**
 * The rows on the page, through which j and k step. `folded` is the number of collapsed rows, `offTopic` how
 * many of these are off topic, and `opened` how many expanded rows can be collapsed again.
 */
export function visibleRows(
  results: readonly SearchResult[],
  { rows, weak, whole, folds = foldsOf(results) }: AskedRows,
) {
  const isFolded = (one: SearchResult) =>
    !whole && (isOnTopic(one) ? folds.weak && isWeak(one) : folds.offTopic)
  const folded = results.filter(isFolded)
  const open = results.filter((one) => !isFolded(one))
  const list = weak ? [...open, ...folded] : open
  const offTopic = folded.filter((one) => !isOnTopic(one)).length
  const hidden = weak
    ? { folded: 0, offTopic: 0, opened: folded.length }
    : { folded: folded.length, offTopic, opened: 0 }
  return { rows: list.slice(0, rows), list, ...hidden }
}

type Asked = {
  need: Pick<BriefNeed, 'posts'> | null
  /** Only posts with these keys; null for all. */
  saved: ReadonlySet<string> | null
}

/** The results of the selected need, and the saved ones if requested, in order. */
export function pickShown(results: readonly SearchResult[], { need, saved }: Asked): readonly SearchResult[] {
  if (need === null && saved === null) return results
  const telling = need === null ? null : new Set(need.posts.map(postKey))
  return results.filter((result) => {
    const key = postKey(result)
    return (telling?.has(key) ?? true) && (saved?.has(key) ?? true)
  })
}
