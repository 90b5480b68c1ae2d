import type { Theme } from '#contract/result-themes.ts'
import type { SearchResult } from '#contract/search.ts'
import { postKey } from './post-key.ts'

export type Asked = {
  theme: Theme | null
  /** Only posts with these keys; null for all. */
  saved: ReadonlySet<string> | null
}

/** The results that belong to the theme and are saved, where that is asked, in their order. */
export function pickShown(
  results: readonly SearchResult[],
  { theme, saved }: Asked,
): readonly SearchResult[] {
  if (theme === null && saved === null) return results
  const inTheme = theme === null ? null : new Set(theme.posts.map(postKey))
  return results.filter((result) => {
    const key = postKey(result)
    return (inTheme?.has(key) ?? true) && (saved?.has(key) ?? true)
  })
}
