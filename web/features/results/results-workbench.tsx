import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ReactNode, Suspense, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import type { SearchResult } from '#contract/search.ts'
import { ResultList } from '#web/features/search/result-list.tsx'
import { ResultsSkeleton } from '#web/features/search/results-skeleton.tsx'
import type { SearchOutcome } from '#web/features/search/search-outcome.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { LaterTools, type ToolDialog } from './later-tools.tsx'
import { NeedsPanel } from './needs-panel.tsx'
import { oneLine } from './needs-quote.tsx'
import { pickShown } from './pick-shown.ts'
import { postKey } from './post-key.ts'
import { ResultToolsContext } from './result-tools.ts'
import { ResultsRail } from './results-rail.tsx'
import { readTool, type ToolAddress, writeTool } from './tool-address.ts'
import { useAddress } from './use-address.ts'
import { type BriefQuery, useBrief } from './use-brief.ts'
import { useDrawer } from './use-drawer.ts'
import { useResultKeys } from './use-result-keys.ts'
import { useResultTools } from './use-result-tools.ts'
import { useSavedKeys } from './use-saved-posts.ts'
import { ViewBar } from './view-bar.tsx'

type ResultsWorkbenchProps = {
  outcome: Pick<SearchOutcome, 'sessionId' | 'keyword' | 'results' | 'coverage'>
  /** The results that fit what Pro asked for, in its order; all of them for everybody else. */
  fit: readonly SearchResult[]
  /** What the order is, in words. */
  order: string
  leastScore?: number
  controls?: ReactNode
  /** What a card, and what the drawer, shows more. Each has to be the same function at each drawing. */
  more?: (result: SearchResult) => ReactNode
  moreInDrawer?: (result: SearchResult) => ReactNode
  /** Stands once, in the first card; the same element at each drawing. */
  offer?: ReactNode
  /** Takes back what Pro asked for from an address. */
  reset?: (address: URLSearchParams) => URLSearchParams
}

const noTools: ToolAddress = { need: null, onlySaved: false, post: null }

/** The results of a search as a working tool: narrowed, grouped, opened, saved, and worked through by keys. */
export function ResultsWorkbench(props: ResultsWorkbenchProps) {
  const { outcome, fit, more, offer } = props
  const { sessionId, results } = outcome
  const [params, setParams] = useAddress()
  const [dialog, setDialog] = useState<ToolDialog | null>(null)
  const tool = readTool(params)
  const drawer = useDrawer()
  const brief = useBrief(sessionId, results.length)
  const savedKeys = useSavedKeys()

  // What was pressed answers at once; the list follows.
  const asked = useDeferredValue(tool.need)
  const onlySaved = useDeferredValue(tool.onlySaved)
  const need = brief.data?.needs.find(({ name }) => postKey(name) === asked) ?? null
  const saved = onlySaved ? savedKeys : null
  const shown = useMemo(() => pickShown(fit, { need, saved }), [fit, need, saved])
  const list = useMemo(() => <ResultList results={shown} more={more} offer={offer} />, [shown, more, offer])

  const tools = useResultTools(outcome, drawer.openPost)

  const area = useRef<HTMLDivElement>(null)
  const help = useCallback(() => setDialog('help'), [])
  const closeDialog = useCallback(() => setDialog(null), [])
  const keys = useMemo(() => ({ open: tools.openPost, save: tools.saveByKey, help }), [tools, help])
  useResultKeys(area, drawer.open === null ? keys : null)

  const change = useCallback(
    (part: Partial<ToolAddress>) => setParams((address) => writeTool(address, part), { replace: true }),
    [setParams],
  )
  const chooseNeed = useCallback((key: string | null) => change({ need: key }), [change])
  const savedHere = useMemo(
    () => results.filter((result) => savedKeys.has(postKey(result))).length,
    [results, savedKeys],
  )
  const resetAll = () =>
    setParams((address) => writeTool(props.reset?.(address) ?? address, noTools), { replace: true })
  return (
    <ResultToolsContext value={tools}>
      <div ref={area} className="flex flex-col gap-5">
        <NeedsPanel
          outcome={outcome}
          brief={brief}
          chosen={tool.need}
          onChoose={chooseNeed}
          onOpenPost={drawer.openPost}
        />
        {props.controls}
        <div className="grid gap-x-9 gap-y-5 lg:grid-cols-[14.5rem_minmax(0,1fr)]">
          <div className="min-w-0 self-start lg:sticky lg:top-20 lg:-mx-3 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto lg:px-3 lg:pb-2">
            <Suspense>
              <ResultsRail results={results} leastScore={props.leastScore ?? 0} />
            </Suspense>
          </div>
          <div className="min-w-0">
            <ViewBar
              shown={shown.length}
              all={results.length}
              order={props.order}
              need={tool.need === null || need === null ? null : oneLine(need.name.words)}
              onClearNeed={() => chooseNeed(null)}
              onlySaved={tool.onlySaved}
              onOnlySaved={(on) => change({ onlySaved: on })}
              savedHere={savedHere}
              savedInAll={savedKeys.size}
              onSavedList={() => setDialog('saved')}
              onHelp={help}
            />
            <Suspense>
              <ShownList
                list={shown.length > 0 ? list : null}
                missingNeed={tool.need !== null && asked === tool.need && need === null}
                brief={brief}
                onReset={resetAll}
              />
            </Suspense>
          </div>
        </div>
      </div>
      <LaterTools
        drawer={{
          sessionId,
          open: drawer.open,
          shown,
          onOpen: drawer.openPost,
          onClose: drawer.close,
          findReturn: drawer.findReturn,
          onToggleSaved: tools.toggleSaved,
          more: props.moreInDrawer,
        }}
        dialog={dialog}
        onCloseDialog={closeDialog}
      />
    </ResultToolsContext>
  )
}

type ShownListProps = {
  /** Null when nothing fits. */
  list: ReactNode
  /** A need is asked for that is not known, or not yet. */
  missingNeed: boolean
  brief: BriefQuery
  onReset: () => void
}

function ShownList({ list, missingNeed, brief, onReset }: ShownListProps) {
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
      {list ?? <NothingFits onReset={onReset} />}
    </>
  )
}

function NothingFits({ onReset }: { onReset: () => void }) {
  return (
    <div className="flex flex-col items-start gap-3 rounded-card border border-dashed border-line-strong p-6">
      <p>No result fits these filters.</p>
      <Button onClick={onReset}>Reset filters</Button>
    </div>
  )
}
