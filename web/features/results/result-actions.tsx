import { ArrowUpRight, Bookmark } from 'lucide-react'
import { useContext } from 'react'
import type { SearchResult } from '#contract/search.ts'
import { Button, buttonLink } from '#web/ui/button.tsx'
import { isWebAddress, OutsideLink } from './outside-link.tsx'
import { ResultToolsContext } from './result-tools.ts'
import { useIsSaved } from './saved-posts.ts'

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
