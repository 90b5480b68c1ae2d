import { TriangleAlert } from 'lucide-react'
import { Suspense, useCallback, useEffect, useId, useMemo, useState } from 'react'
import { showNotLoaded } from '#web/failure-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { NeedsPanel } from './needs-panel.tsx'
import { postWords } from './needs-quote.tsx'
import { ResultToolsContext } from './post-actions.tsx'
import { postKey } from './post-key.ts'
import { PostPane, TextSkeleton } from './post-view.tsx'
import { ListEnd, ResultList } from './result-list.tsx'
import { ResultsRail } from './results-rail.tsx'
import { ResultsSkeleton } from './results-skeleton.tsx'
import { loadSavedList } from './saved-posts-link.tsx'
import { noBrief } from './use-brief.ts'
import { useDeferred } from './use-deferred.ts'
import { type ResultsWorkbenchProps, useWorkbench, type Workbench } from './use-workbench.ts'
import { ViewBar } from './view-bar.tsx'

/**
 * Results that can be filtered, grouped, opened, saved and navigated by keys. A post opens beside the list or
 * over it.
 */
export function ResultsWorkbench(props: ResultsWorkbenchProps) {
  const bench = useWorkbench(props)
  const { openPost, chooseNeed } = bench
  const { addressOf } = bench.tools
  const { results } = bench.outcome
  const chosen = bench.tool.need
  const railId = useId()
  const [railOpen, setRailOpen] = useState(false)
  const { area } = bench
  const closeRail = useCallback(() => {
    setRailOpen(false)
    // When the filters are closed, the first post gets the focus.
    requestAnimationFrame(() => area.current?.querySelector<HTMLElement>('li[data-post]')?.focus())
  }, [area])
  const rail = {
    id: railId,
    open: railOpen,
    name: bench.controls === undefined ? 'Scores' : 'Filters',
    onToggle: () => setRailOpen(!railOpen),
  }
  const needsTools = useMemo(() => {
    const keys = new Set(results.map(postKey))
    const canOpen = (key: string) => keys.has(key)
    return { canOpen, open: openPost, addressOf, words: postWords, chosen, choose: chooseNeed }
  }, [results, openPost, addressOf, chosen, chooseNeed])
  return (
    <ResultToolsContext value={bench.tools}>
      {bench.brief === noBrief ? null : <NeedsPanel tools={needsTools} brief={bench.brief} />}
      <div
        ref={bench.area}
        className="grid gap-x-7 gap-y-3 lg:grid-cols-2 xl:grid-cols-[13.5rem_minmax(0,1fr)_minmax(0,1fr)]"
      >
        <Suspense>
          <ResultsRail
            id={railId}
            open={railOpen}
            shown={bench.visible.list.length}
            onClose={closeRail}
            results={results}
            leastScore={bench.leastScore ?? 0}
            controls={bench.controls}
          />
        </Suspense>
        <div className="min-w-0">
          <ViewBar bench={bench} rail={rail} />
          <Suspense>
            <ShownList bench={bench} />
          </Suspense>
        </div>
        {bench.wide === false ? null : (
          <Suspense>
            <PostPane bench={bench} />
          </Suspense>
        )}
      </div>
      <DeferredTools bench={bench} />
    </ResultToolsContext>
  )
}

function ShownList({ bench }: { bench: Workbench }) {
  const { visible, brief, need, missingNeed } = bench
  if (missingNeed && brief.isPending) return <ResultsSkeleton />
  return (
    <>
      {missingNeed ? (
        <Callout icon={<TriangleAlert />} className="mb-4">
          {brief.error
            ? 'The needs could not be loaded, so all posts are shown.'
            : 'This need is no longer in these results, so all posts are shown.'}
        </Callout>
      ) : null}
      {visible.rows.length === 0 ? (
        <div className="flex flex-col items-start gap-3 rounded-card border border-dashed border-line-strong p-6">
          <p>
            {need === null
              ? 'No result fits these filters.'
              : 'The posts of this need are not in this list. Use the arrow beside the need above to see them.'}
          </p>
          <Button onClick={bench.resetAll}>Reset filters</Button>
        </div>
      ) : (
        <ResultList
          rows={visible.rows}
          current={bench.reading}
          asFound={!bench.narrowed && !bench.tool.weak && !bench.reordered}
          offer={bench.offer}
        />
      )}
      <ListEnd bench={bench} />
    </>
  )
}

const loadDrawer = async () => (await import('./post-drawer.tsx')).PostDrawer
const loadHelp = async () => (await import('./keyboard-help.tsx')).KeyboardHelp

/** Hover or focus on a post preloads the code of the drawer. */
function fetchDrawerEarly(): () => void {
  const listening = new AbortController()
  const fetchOnce = ({ target }: Event) => {
    if (!(target instanceof Element) || target.closest('[data-post]') === null) return
    listening.abort()
    loadDrawer().catch(() => {})
  }
  for (const sign of ['pointerover', 'focusin']) {
    document.addEventListener(sign, fetchOnce, { signal: listening.signal, passive: true })
  }
  return () => listening.abort()
}

function DeferredTools({ bench }: { bench: Workbench }) {
  const { dialog } = bench
  // In this layout, posts open in the drawer.
  const narrow = bench.wide === false
  const opens = narrow && bench.tool.post !== null
  useEffect(() => (narrow ? fetchDrawerEarly() : undefined), [narrow])
  const closeDialog = () => bench.setDialog(null)
  const fail = () => {
    closeDialog()
    bench.close()
    showNotLoaded('A part of this page')
  }
  const Drawer = useDeferred(loadDrawer, opens, fail)
  const Help = useDeferred(loadHelp, dialog === 'help', fail)
  const SavedList = useDeferred(loadSavedList, dialog === 'saved', fail)
  return (
    <>
      {Drawer === null ? opens ? <ComingDrawer /> : null : <Drawer bench={bench} />}
      {Help === null ? null : <Help open={dialog === 'help'} onClose={closeDialog} />}
      {SavedList === null ? null : <SavedList open={dialog === 'saved'} onClose={closeDialog} />}
    </>
  )
}

function ComingDrawer() {
  return (
    <div
      aria-hidden="true"
      className="fixed inset-y-0 right-0 z-40 flex w-full max-w-4xl flex-col gap-4 border-line bg-surface p-6 pt-16 shadow-lift-high sm:border-l"
    >
      <Skeleton className="h-7 w-4/5" />
      <TextSkeleton />
    </div>
  )
}
