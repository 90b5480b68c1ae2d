import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ReactNode, Suspense, useId, useMemo, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { DeferredTools } from './deferred-tools.tsx'
import { NeedsPanel } from './needs-panel.tsx'
import { oneLine, postWords } from './needs-quote.tsx'
import { postKey } from './post-key.ts'
import { PostPane } from './post-pane.tsx'
import { ListEnd, ResultList } from './result-list.tsx'
import { ResultToolsContext } from './result-tools.ts'
import { ResultsRail } from './results-rail.tsx'
import { ResultsSkeleton } from './results-skeleton.tsx'
import type { BriefQuery } from './use-brief.ts'
import { type ResultsWorkbenchProps, useWorkbench } from './use-workbench.ts'
import { ViewBar } from './view-bar.tsx'

/**
 * The results of a search as a working tool: narrowed, grouped, opened, saved, and worked through by keys. Wide windows
 * have rows with a post beside them, narrow ones rows that open.
 */
export function ResultsWorkbench(props: ResultsWorkbenchProps) {
  const { outcome, more } = props
  const railId = useId()
  const [railOpen, setRailOpen] = useState(false)
  const bench = useWorkbench(props)
  const { tool, tools, brief, need, visible, drawer, reading } = bench
  const { openPost } = drawer
  const opener = useMemo(() => {
    const keys = new Set(outcome.results.map(postKey))
    return { canOpen: (key: string) => keys.has(key), open: openPost, words: postWords }
  }, [outcome.results, openPost])
  return (
    <ResultToolsContext value={tools}>
      <NeedsPanel opener={opener} brief={brief} chosen={tool.need} onChoose={bench.chooseNeed} />
      <div
        ref={bench.area}
        className="grid gap-x-7 gap-y-3 lg:grid-cols-2 xl:grid-cols-[13.5rem_minmax(0,1fr)_minmax(0,1fr)]"
      >
        <Suspense>
          <ResultsRail
            id={railId}
            open={railOpen}
            results={outcome.results}
            leastScore={props.leastScore ?? 0}
            controls={props.controls}
          />
        </Suspense>
        <div className="min-w-0">
          <ViewBar
            shown={bench.shown.length}
            all={outcome.results.length}
            order={props.order}
            need={tool.need === null || need === null ? null : oneLine(need.name.words)}
            onClearNeed={bench.clearNeed}
            onlySaved={tool.onlySaved}
            onOnlySaved={(on) => bench.change({ onlySaved: on })}
            savedHere={bench.savedHere}
            savedInAll={bench.savedInAll}
            onSavedList={() => bench.setDialog('saved')}
            onHelp={() => bench.setDialog('help')}
            rail={{
              id: railId,
              open: railOpen,
              wishes: bench.wishes,
              onToggle: () => setRailOpen(!railOpen),
            }}
          />
          <Suspense>
            <ShownList missingNeed={bench.missingNeed} brief={brief}>
              {visible.rows.length === 0 ? (
                <NothingFits need={need !== null} onReset={bench.resetAll} />
              ) : (
                <ResultList
                  rows={visible.rows}
                  current={reading}
                  asFound={!bench.narrowed && !tool.weak && props.reordered !== true}
                  offer={props.offer}
                />
              )}
              <ListEnd
                left={visible.list.length - visible.rows.length}
                onMore={bench.showMore}
                folded={visible.folded}
                onFolded={bench.showWeak}
              />
            </ShownList>
          </Suspense>
        </div>
        {bench.wide === false ? null : (
          <Suspense>
            <PostPane
              sessionId={outcome.sessionId}
              open={reading}
              seen={bench.wide === true}
              results={outcome.results}
              onToggleSaved={tools.toggleSaved}
              more={more}
            />
          </Suspense>
        )}
      </div>
      <DeferredTools
        drawer={{
          sessionId: outcome.sessionId,
          open: bench.wide === false ? drawer.open : null,
          shown: visible.list,
          onOpen: drawer.openPost,
          onClose: drawer.close,
          findReturn: drawer.findReturn,
          onToggleSaved: tools.toggleSaved,
          more,
        }}
        narrow={bench.wide === false}
        dialog={bench.dialog}
        onCloseDialog={bench.closeDialog}
      />
    </ResultToolsContext>
  )
}

type ShownListProps = {
  /** A need is asked for that is not known, or not yet. */
  missingNeed: boolean
  brief: BriefQuery
  children: ReactNode
}

function ShownList({ missingNeed, brief, children }: ShownListProps) {
  if (missingNeed && brief.isPending) return <ResultsSkeleton />
  return (
    <>
      {missingNeed ? (
        <Callout icon={<TriangleAlert />} className="mb-4">
          {brief.isError
            ? 'What people need could not be read, so all posts are shown.'
            : 'These results have no such need any more, so all posts are shown.'}
        </Callout>
      ) : null}
      {children}
    </>
  )
}

function NothingFits({ need, onReset }: { need: boolean; onReset: () => void }) {
  return (
    <div className="flex flex-col items-start gap-3 rounded-card border border-dashed border-line-strong p-6">
      <p>
        {need
          ? 'The posts of this need are not among the posts listed here. Its arrow above leads to them.'
          : 'No result fits these filters.'}
      </p>
      <Button onClick={onReset}>Reset filters</Button>
    </div>
  )
}
