import { limits } from '#contract/limits.ts'
import type { SearchResult } from '#contract/search.ts'
import type { BriefNeed } from '#contract/search-brief.ts'
import { postKey } from './post-key.ts'

/** So many rows at first, and with each wish for more. */
export const rowsAtOnce = 20

export type AskedRows = {
  rows: number
  weak: boolean
  /** Whether somebody narrowed the list: what they asked for is not folded. */
  narrowed: boolean
}

/** What of a list stands on the page, and all that j and k lead through. Weak posts alone are not folded away. */
export function visibleRows(results: readonly SearchResult[], { rows, weak, narrowed }: AskedRows) {
  const strong = results.filter(({ opportunityScore }) => opportunityScore >= limits.potentialScore)
  const folds = !narrowed && strong.length > 0 && strong.length < results.length
  const others = weak ? results.filter((one) => !strong.includes(one)) : []
  const list = folds ? [...strong, ...others] : results
  return { rows: list.slice(0, rows), list, folded: results.length - list.length }
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
