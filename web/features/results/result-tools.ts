import { createContext, useMemo } from 'react'
import type { SearchResult } from '#contract/search.ts'
import { postKey } from './post-key.ts'
import { toggleSavedPost, toSavedPost } from './saved-posts.ts'
import type { SearchOutcome } from './search-outcome.ts'

/** What can be done with a result where results are worked with; null where they are only shown. */
type ResultTools = {
  openPost: (key: string) => void
  /** Saves the post on this device, or lets go of it; null where posts are not saved. */
  toggleSaved: ((result: SearchResult) => void) | null
}

export const ResultToolsContext = createContext<ResultTools | null>(null)

export type WorkbenchOutcome = Pick<SearchOutcome, 'sessionId' | 'keyword' | 'results'>

/** What rows and keys do with the results of a search; the same until the results change. */
export function useResultTools(
  { results, keyword, sessionId }: WorkbenchOutcome,
  openPost: (key: string) => void,
) {
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
