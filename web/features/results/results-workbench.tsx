import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Suspense, useId, useMemo, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { DeferredTools } from './deferred-tools.tsx'
import { NeedsPanel } from './needs-panel.tsx'
import { postWords } from './needs-quote.tsx'
import { postKey } from './post-key.ts'
import { PostPane } from './post-pane.tsx'
import { ListEnd, ResultList } from './result-list.tsx'
import { ResultToolsContext } from './result-tools.ts'
import { ResultsRail } from './results-rail.tsx'
import { ResultsSkeleton } from './results-skeleton.tsx'
import { type ResultsWorkbenchProps, useWorkbench, type Workbench } from './use-workbench.ts'
import { ViewBar } from './view-bar.tsx'

/** Results narrowed, grouped, opened, saved, and worked through by keys: a post is beside its row, or opens over it. */
export function ResultsWorkbench(props: ResultsWorkbenchProps) {
  const { results } = props.outcome
  const bench = useWorkbench(props)
  const { openPost } = bench.drawer
  const railId = useId()
  const [railOpen, setRailOpen] = useState(false)
  const opener = useMemo(() => {
    const keys = new Set(results.map(postKey))
    return { canOpen: (key: string) => keys.has(key), open: openPost, words: postWords }
  }, [results, openPost])
  return (
    <ResultToolsContext value={bench.tools}>
      <NeedsPanel opener={opener} brief={bench.brief} chosen={bench.tool.need} onChoose={bench.chooseNeed} />
      <div
        ref={bench.area}
        className="grid gap-x-7 gap-y-3 lg:grid-cols-2 xl:grid-cols-[13.5rem_minmax(0,1fr)_minmax(0,1fr)]"
      >
        <Suspense>
          <ResultsRail
            id={railId}
            open={railOpen}
            results={results}
            leastScore={props.leastScore ?? 0}
            controls={props.controls}
          />
        </Suspense>
        <div className="min-w-0">
          <ViewBar
            bench={bench}
            all={results.length}
            order={props.order}
            rail={{ id: railId, open: railOpen, onToggle: () => setRailOpen(!railOpen) }}
          />
          <Suspense>
            <ShownList bench={bench} {...props} />
          </Suspense>
        </div>
        {bench.wide === false ? null : (
          <Suspense>
            <PostPane bench={bench} outcome={props.outcome} more={props.more} />
          </Suspense>
        )}
      </div>
      <DeferredTools bench={bench} sessionId={props.outcome.sessionId} more={props.more} />
    </ResultToolsContext>
  )
}

function ShownList({ bench, reordered = false, offer }: ResultsWorkbenchProps & { bench: Workbench }) {
  const { visible, brief, need, missingNeed } = bench
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
      {visible.rows.length === 0 ? (
        <div className="flex flex-col items-start gap-3 rounded-card border border-dashed border-line-strong p-6">
          <p>
            {need === null
              ? 'No result fits these filters.'
              : 'The posts of this need are not among the posts listed here. Its arrow above leads to them.'}
          </p>
          <Button onClick={bench.resetAll}>Reset filters</Button>
        </div>
      ) : (
        <ResultList
          rows={visible.rows}
          current={bench.reading}
          asFound={!bench.narrowed && !bench.tool.weak && !reordered}
          offer={offer}
        />
      )}
      <ListEnd bench={bench} />
    </>
  )
}
