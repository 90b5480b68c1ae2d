import { ArrowUpRight, Bookmark } from 'lucide-react'
import { createContext, useContext, useMemo } from 'react'
import type { SearchResult } from '#contract/search.ts'
import { Button, buttonLink } from '#web/ui/button.tsx'
import { isWebAddress, OutsideLink } from './outside-link.tsx'
import { postKey } from './post-key.ts'
import { toggleSavedPost, toSavedPost, useIsSaved } from './saved-posts.ts'
import type { SearchOutcome } from './search-outcome.ts'

/** What can be done with a post, at the end of its row; nothing where results are only shown. */
export function RowActions({ result }: { result: SearchResult }) {
  const tools = useContext(ResultToolsContext)
  if (tools === null) return null
  const { toggleSaved } = tools
  return (
    <div className="relative -my-1 -mr-1.5 flex flex-col self-start">
      {toggleSaved === null ? null : <SaveButton result={result} onToggle={() => toggleSaved(result)} icon />}
      <DiscussionLink result={result} icon />
    </div>
  )
}

type SaveButtonProps = {
  result: { source: string; id: string }
  onToggle: () => void
  icon?: boolean
}

export function SaveButton({ result, onToggle, icon = false }: SaveButtonProps) {
  const saved = useIsSaved(result)
  const word = saved ? 'Saved' : 'Save'
  return (
    <Button
      variant="quiet"
      size={icon ? 'smallIcon' : 'small'}
      aria-pressed={saved}
      title={icon ? `${word} on this device` : undefined}
      onClick={onToggle}
    >
      <Bookmark className={saved ? 'size-4 fill-current text-on-accent-soft' : 'size-4'} />
      <span className={icon ? 'sr-only' : undefined}>{word}</span>
      <span className="sr-only"> on this device</span>
    </Button>
  )
}

export function DiscussionLink({ result, icon = false }: { result: SearchResult; icon?: boolean }) {
  if (!isWebAddress(result.url)) return null
  return (
    <OutsideLink
      url={result.url}
      title={icon ? 'Open the discussion' : undefined}
      className={buttonLink({ variant: 'quiet', size: icon ? 'smallIcon' : 'small' })}
      said=" (opens in a new tab)"
    >
      <span className={icon ? 'sr-only' : undefined}>Discussion</span>
      <ArrowUpRight className="size-4" />
    </OutsideLink>
  )
}

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
