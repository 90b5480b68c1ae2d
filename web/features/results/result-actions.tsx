import Bookmark from 'lucide-react/icons/bookmark'
import PanelRightOpen from 'lucide-react/icons/panel-right-open'
import { useContext } from 'react'
import type { SearchResult } from '#contract/search.ts'
import { Button } from '#web/ui/button.tsx'
import { postKey } from './post-key.ts'
import { ResultToolsContext } from './result-tools.ts'
import { useIsSaved } from './use-saved-posts.ts'

/** What can be done with a post, at the end of its card; nothing where results are only shown. */
export function ResultActions({ result }: { result: SearchResult }) {
  const tools = useContext(ResultToolsContext)
  if (tools === null) return null
  return (
    <div className="flex flex-wrap gap-2">
      <Button data-opens={postKey(result)} onClick={() => tools.openPost(postKey(result))}>
        <PanelRightOpen aria-hidden="true" className="size-4 text-ink-soft" />
        Open
        <span className="sr-only"> the whole post and every point</span>
      </Button>
      <SaveButton result={result} onToggle={() => tools.toggleSaved(result)} />
    </div>
  )
}

type SaveButtonProps = { result: { source: string; id: string }; onToggle: () => void }

export function SaveButton({ result, onToggle }: SaveButtonProps) {
  const saved = useIsSaved(result)
  return (
    <Button variant="quiet" aria-pressed={saved} onClick={onToggle}>
      <Bookmark aria-hidden="true" className={saved ? 'size-4 fill-current text-on-accent-soft' : 'size-4'} />
      {saved ? 'Saved' : 'Save'}
      <span className="sr-only"> on this device</span>
    </Button>
  )
}
