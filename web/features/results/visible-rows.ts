import { limits } from '#contract/limits.ts'
import type { SearchResult } from '#contract/search.ts'
import type { BriefNeed } from '#contract/search-brief.ts'
import { postKey } from './post-key.ts'

/** So many rows at first, and with each wish for more. */
export const rowsAtOnce = 20

/** What is folded away: weak posts where there are strong ones, what is likely off topic where anything else is. */
export type Folds = { weak: boolean; offTopic: boolean }

export type AskedRows = {
  rows: number
  weak: boolean
  /** Nothing is folded: somebody narrowed or sorted the list. */
  whole: boolean
  folds?: Folds
}

const isWeak = ({ opportunityScore }: SearchResult) => opportunityScore < limits.potentialScore

export const isOnTopic = ({ offTopic }: SearchResult) => offTopic !== true

/** What an answer is about: what is likely off topic only where it has nothing else. */
export function answering(results: readonly SearchResult[]): readonly SearchResult[] {
  const onTopic = results.filter(isOnTopic)
  return onTopic.length > 0 ? onTopic : results
}

export function foldsOf(results: readonly SearchResult[]): Folds {
  const onTopic = results.filter(isOnTopic)
  return { weak: !onTopic.every(isWeak), offTopic: onTopic.length > 0 }
}

/**
 * What of a list stands on the page, and all that j and k lead through; how many are folded, of these how many off topic,
 * or how many that would be were opened.
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

/** The results that tell of the need and are saved, where that is asked, in their order. */
export function pickShown(results: readonly SearchResult[], { need, saved }: Asked): readonly SearchResult[] {
  if (need === null && saved === null) return results
  const telling = need === null ? null : new Set(need.posts.map(postKey))
  return results.filter((result) => {
    const key = postKey(result)
    return (telling?.has(key) ?? true) && (saved?.has(key) ?? true)
  })
}
