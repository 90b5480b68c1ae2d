import Bookmark from 'lucide-react/icons/bookmark'
import Keyboard from 'lucide-react/icons/keyboard'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'

type RailSwitch = {
  id: string
  open: boolean
  /** How many filters are set. */
  wishes: number
  onToggle: () => void
}

type ViewBarProps = {
  shown: number
  all: number
  /** Said in place of the count while all results are shown in their own order. */
  order: string
  /** The name of the need whose posts are shown. */
  need: string | null
  onClearNeed: () => void
  onlySaved: boolean
  onOnlySaved: (on: boolean) => void
  savedHere: number
  savedInAll: number
  onSavedList: () => void
  onHelp: () => void
  rail: RailSwitch
}

/** What is shown of the results, and what else can be done with them. */
export function ViewBar(props: ViewBarProps) {
  const { shown, all, order, need, rail } = props
  const unfiltered = shown === all && need === null && !props.onlySaved
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 max-lg:mb-1">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <p aria-live="polite" className="text-sm text-ink-soft tabular-nums">
          {unfiltered ? order : `Showing ${shown} of ${all} ${all === 1 ? 'post' : 'posts'}`}
        </p>
        {need === null ? null : (
          <Chip label={`Stop showing only the need ${need}`} onRemove={props.onClearNeed}>
            {need}
          </Chip>
        )}
      </div>
      <div className="-mx-2 flex flex-wrap items-center">
        <Button
          variant="quiet"
          className="xl:hidden"
          aria-expanded={rail.open}
          aria-controls={rail.id}
          onClick={rail.onToggle}
        >
          <SlidersHorizontal aria-hidden="true" className="size-4" />
          Filters{rail.wishes > 0 ? ` (${rail.wishes})` : null}
        </Button>
        {props.savedHere > 0 || props.onlySaved ? (
          <Button
            variant={props.onlySaved ? 'secondary' : 'quiet'}
            aria-pressed={props.onlySaved}
            onClick={() => props.onOnlySaved(!props.onlySaved)}
          >
            Only saved ({props.savedHere})
          </Button>
        ) : null}
        <Button variant="quiet" onClick={props.onSavedList}>
          <Bookmark aria-hidden="true" className="size-4" />
          Saved posts{props.savedInAll > 0 ? ` (${props.savedInAll})` : null}
        </Button>
        <Button
          variant="quiet"
          className="max-sm:hidden"
          aria-label="Keyboard help"
          aria-keyshortcuts="?"
          onClick={props.onHelp}
        >
          <Keyboard aria-hidden="true" className="size-4.5" />
        </Button>
      </div>
    </div>
  )
}

function Chip({ label, onRemove, children }: { label: string; onRemove: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onRemove}
      className="inline-flex max-w-full items-center gap-1.5 rounded-full bg-accent-soft py-1 pr-2 pl-3 text-sm font-medium text-on-accent-soft"
    >
      <bdi className="truncate">{children}</bdi>
      <X aria-hidden="true" className="size-4 shrink-0" />
    </button>
  )
}
