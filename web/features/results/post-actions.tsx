import { ArrowUpRight, Bookmark } from 'lucide-react'
import { createContext, useContext, useMemo } from 'react'
import type { SearchResult } from '#contract/search.ts'
import { Button, buttonLink } from '#web/ui/button.tsx'
import { isWebAddress, OutsideLink } from './outside-link.tsx'
import { resultsAddress } from './results-address.ts'
import { toggleSavedPost, toSavedPost, useIsSaved } from './saved-posts.ts'
import type { SearchOutcome } from './search-outcome.ts'

/** Own material is not saved on a device that others may use. */
const isSavable = ({ source }: SearchResult) => source !== 'own'

/** Actions on a post, with labels or as icons. Shows nothing if results are read-only. */
export function PostActions({ result, icon = false }: { result: SearchResult; icon?: boolean }) {
  const tools = useContext(ResultToolsContext)
  if (tools === null) return null
  const { toggleSaved } = tools
  const words = icon ? 'sr-only' : undefined
  const size = icon ? 'smallIcon' : 'small'
  return (
    <>
      {toggleSaved === null || !isSavable(result) ? null : (
        <SaveButton result={result} onToggle={() => toggleSaved(result)} icon={icon} />
      )}
      {isWebAddress(result.url) ? (
        <OutsideLink
          url={result.url}
          title={icon ? 'Open the discussion' : undefined}
          className={buttonLink({ variant: 'quiet', size })}
          said=" (opens in a new tab)"
        >
          <span className={words}>Discussion</span>
          <ArrowUpRight className="size-4" />
        </OutsideLink>
      ) : null}
    </>
  )
}

type SaveButtonProps = { result: SearchResult; onToggle: () => void; icon: boolean }

function SaveButton({ result, onToggle, icon }: SaveButtonProps) {
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

type ResultTools = {
  openPost: (key: string) => void
  /** The URL of a single post; omitted if results have no URL. */
  addressOf?: (key: string) => string
  /** Saves the post on this device, or removes it; null if posts cannot be saved here. */
  toggleSaved: ((result: SearchResult) => void) | null
}

/** Actions on results; null if they are read-only. */
export const ResultToolsContext = createContext<ResultTools | null>(null)

/** The actions of rows and shortcuts on the results of a search. Only another search changes the object. */
export function useResultTools({ keyword, sessionId }: SearchOutcome, openPost: (key: string) => void) {
  return useMemo(
    () => ({
      openPost,
      addressOf: (key: string) => resultsAddress({ keyword, sessionId }, key),
      toggleSaved: (result: SearchResult): void => {
        if (!isSavable(result)) return
        toggleSavedPost(toSavedPost(result, { keyword, sessionId, savedAt: new Date().toISOString() }))
      },
    }),
    [keyword, sessionId, openPost],
  )
}
