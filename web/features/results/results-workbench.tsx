import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ReactNode, Suspense, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import type { SearchResult } from '#contract/search.ts'
import { ResultList } from '#web/features/search/result-list.tsx'
import { ResultsSkeleton } from '#web/features/search/results-skeleton.tsx'
import type { SearchOutcome } from '#web/features/search/search-outcome.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { LaterTools, type ToolDialog } from './later-tools.tsx'
import { pickShown } from './pick-shown.ts'
import { postKey } from './post-key.ts'
import { ResultToolsContext } from './result-tools.ts'
import { ResultsRail } from './results-rail.tsx'
import { readTool, type ToolAddress, writeTool } from './tool-address.ts'
import { useAddress } from './use-address.ts'
import { useDrawer } from './use-drawer.ts'
import { useResultKeys } from './use-result-keys.ts'
import { useResultTools } from './use-result-tools.ts'
import { useSavedKeys } from './use-saved-posts.ts'
import { type ThemesQuery, useThemes } from './use-themes.ts'
import { ViewBar } from './view-bar.tsx'

type ResultsWorkbenchProps = {
  outcome: Pick<SearchOutcome, 'sessionId' | 'keyword' | 'results'>
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

const noTools: ToolAddress = { theme: null, onlySaved: false, post: null }

/** The results of a search as a working tool: narrowed, grouped, opened, saved, and worked through by keys. */
export function ResultsWorkbench(props: ResultsWorkbenchProps) {
  const { outcome, fit, more, offer } = props
  const { sessionId, results } = outcome
  const [params, setParams] = useAddress()
  const [dialog, setDialog] = useState<ToolDialog | null>(null)
  const tool = readTool(params)
  const drawer = useDrawer()
  const themes = useThemes(sessionId, results.length)
  const savedKeys = useSavedKeys()

  // What was pressed answers at once; the list follows.
  const asked = useDeferredValue(tool.theme)
  const onlySaved = useDeferredValue(tool.onlySaved)
  const theme = themes.data?.themes.find(({ label }) => label === asked) ?? null
  const saved = onlySaved ? savedKeys : null
  const shown = useMemo(() => pickShown(fit, { theme, saved }), [fit, theme, saved])
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
  const chooseTheme = useCallback((label: string | null) => change({ theme: label }), [change])
  const savedHere = useMemo(
    () => results.filter((result) => savedKeys.has(postKey(result))).length,
    [results, savedKeys],
  )
  const resetAll = () =>
    setParams((address) => writeTool(props.reset?.(address) ?? address, noTools), { replace: true })
  return (
    <ResultToolsContext value={tools}>
      <div ref={area} className="flex flex-col gap-5">
        {props.controls}
        <div className="grid gap-x-9 gap-y-5 lg:grid-cols-[14.5rem_minmax(0,1fr)]">
          <div className="min-w-0 self-start lg:sticky lg:top-20 lg:-mx-3 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto lg:px-3 lg:pb-2">
            <Suspense>
              <ResultsRail
                results={results}
                leastScore={props.leastScore ?? 0}
                themes={themes}
                chosen={tool.theme}
                onChoose={chooseTheme}
                onOpenPost={drawer.openPost}
              />
            </Suspense>
          </div>
          <div className="min-w-0">
            <ViewBar
              shown={shown.length}
              all={results.length}
              order={props.order}
              theme={tool.theme}
              onClearTheme={() => change({ theme: null })}
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
                missingTheme={tool.theme !== null && asked === tool.theme && theme === null}
                themes={themes}
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
  /** A theme is asked for that is not known, or not yet. */
  missingTheme: boolean
  themes: ThemesQuery
  onReset: () => void
}

function ShownList({ list, missingTheme, themes, onReset }: ShownListProps) {
  if (missingTheme && themes.isPending) return <ResultsSkeleton />
  return (
    <>
      {missingTheme ? (
        <Callout icon={<TriangleAlert />} className="mb-4">
          {themes.isError
            ? 'The themes could not be read, so all posts are shown.'
            : 'These results have no theme of that name, so all posts are shown.'}
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
