import { useMemo } from 'react'
import type { SearchResult } from '#contract/search.ts'
import { postKey } from './post-key.ts'
import type { SavingTools } from './result-tools.ts'
import { toSavedPost } from './saved-posts.ts'
import type { SearchOutcome } from './search-outcome.ts'
import { toggleSavedPost } from './use-saved-posts.ts'

type Outcome = Pick<SearchOutcome, 'sessionId' | 'keyword' | 'results'>

/** What rows and keys do with the results of a search; the same until the results change. */
export function useResultTools(
  { results, keyword, sessionId }: Outcome,
  openPost: (key: string) => void,
): SavingTools & { saveByKey: (key: string) => void } {
  return useMemo(() => {
    const byKey = new Map(results.map((result) => [postKey(result), result]))
    const toggleSaved = (result: SearchResult): void => {
      const savedAt = new Date().toISOString()
      toggleSavedPost(toSavedPost(result, { keyword, sessionId, savedAt }))
    }
    const saveByKey = (key: string): void => {
      const result = byKey.get(key)
      if (result !== undefined) toggleSaved(result)
    }
    return { openPost, toggleSaved, saveByKey }
  }, [results, keyword, sessionId, openPost])
}
