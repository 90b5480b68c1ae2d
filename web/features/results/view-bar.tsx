import { Bookmark, Keyboard, SlidersHorizontal, X } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { oneLine } from './needs-quote.tsx'
import { counted } from './post-words.ts'
import type { Workbench } from './use-workbench.ts'

type ViewBarProps = {
  bench: Workbench
  rail: { id: string; name: string; open: boolean; onToggle: () => void }
}

export function ViewBar({ bench, rail }: ViewBarProps) {
  const { shown, tool, savedHere, savedInAll, wishes } = bench
  const total = bench.outcome.results.length
  const need = tool.need === null || bench.need === null ? null : oneLine(bench.need.name.words)
  const unfiltered = shown.length === total && need === null && !tool.onlySaved
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 max-lg:mb-1">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <p aria-live="polite" className="text-sm text-ink-soft tabular-nums">
          {unfiltered ? bench.order : `Showing ${shown.length} of ${counted(total, 'post')}`}
        </p>
        {need === null ? null : (
          <button
            type="button"
            aria-label={`Stop showing only the need ${need}`}
            onClick={bench.clearNeed}
            className="inline-flex max-w-full items-center gap-1.5 rounded-full bg-accent-soft py-1 pr-2 pl-3 text-sm font-medium text-on-accent-soft"
          >
            <bdi className="truncate">{need}</bdi>
            <X className="size-4 shrink-0" />
          </button>
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
          <SlidersHorizontal className="size-4" />
          {wishes > 0 ? `${rail.name} (${wishes})` : rail.name}
        </Button>
        {savedHere > 0 || tool.onlySaved ? (
          <Button
            variant={tool.onlySaved ? 'secondary' : 'quiet'}
            aria-pressed={tool.onlySaved}
            onClick={() => bench.change({ onlySaved: !tool.onlySaved })}
          >
            Only saved ({savedHere})
          </Button>
        ) : null}
        <Button variant="quiet" onClick={() => bench.setDialog('saved')}>
          <Bookmark className="size-4" />
          Saved posts{savedInAll > 0 ? ` (${savedInAll})` : null}
        </Button>
        <Button
          variant="quiet"
          className="max-sm:hidden"
          aria-label="Keyboard help"
          aria-keyshortcuts="?"
          onClick={() => bench.setDialog('help')}
        >
          <Keyboard className="size-4.5" />
        </Button>
      </div>
    </div>
  )
}
