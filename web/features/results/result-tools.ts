import { createContext } from 'react'
import type { SearchResult } from '#contract/search.ts'

/** What can be done with a result where results are worked with; null where they are only shown. */
type ResultTools = {
  openPost: (key: string) => void
  /** Saves the post on this device, or lets go of it; null where posts are not saved. */
  toggleSaved: ((result: SearchResult) => void) | null
}

export type SavingTools = ResultTools & { toggleSaved: (result: SearchResult) => void }

export const ResultToolsContext = createContext<ResultTools | null>(null)
