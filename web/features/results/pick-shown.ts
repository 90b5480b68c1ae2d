import type { SearchResult } from '#contract/search.ts'
import type { BriefNeed } from '#contract/search-brief.ts'
import { postKey } from './post-key.ts'

export type Asked = {
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
