import { type ReactNode, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { SearchResult } from '#contract/search.ts'
import type { ToolDialog } from './deferred-tools.tsx'
import { pickShown } from './pick-shown.ts'
import { postKey } from './post-key.ts'
import type { SearchOutcome } from './search-outcome.ts'
import { readTool, type ToolAddress, writeTool } from './tool-address.ts'
import { useAddress } from './use-address.ts'
import { useBrief } from './use-brief.ts'
import { useDrawer } from './use-drawer.ts'
import { useIsWide } from './use-is-wide.ts'
import { useResultKeys } from './use-result-keys.ts'
import { useResultTools } from './use-result-tools.ts'
import { useRowFocus } from './use-row-focus.ts'
import { useSavedKeys } from './use-saved-posts.ts'
import { rowsAtOnce, visibleRows } from './visible-rows.ts'

export type ResultsWorkbenchProps = {
  outcome: Pick<SearchOutcome, 'sessionId' | 'keyword' | 'results'>
  /** How many posts the answer had when what people need was last asked for. */
  briefOf: number
  /** The results that fit what Pro asked for, in its order; all of them for everybody else. */
  fit: readonly SearchResult[]
  /** What the order is, in words. */
  order: string
  /** True where `fit` is in another order than the search gave. */
  reordered?: boolean
  leastScore?: number
  /** How Pro narrows and orders, and how many wishes that are. */
  controls?: ReactNode
  wishes?: number
  /** What the post that is read shows more. Has to be the same function at each drawing. */
  more?: (result: SearchResult) => ReactNode
  /** Stands once, after the third row; the same element at each drawing. */
  offer?: ReactNode
  /** Takes back what Pro asked for from an address. */
  reset?: (address: URLSearchParams) => URLSearchParams
}

/** Nothing that narrows a list. */
const noTools: Partial<ToolAddress> = { need: null, onlySaved: false, post: null }

function focusReading(): void {
  document.querySelector<HTMLElement>('[data-pane-title]')?.focus()
}

/** Which posts are asked for, which stand there, and which one is read. */
function useShown({ outcome, fit, briefOf }: ResultsWorkbenchProps, tool: ToolAddress) {
  const { sessionId, results } = outcome
  const brief = useBrief(sessionId, briefOf)
  const savedKeys = useSavedKeys()
  // What was pressed answers at once; the list follows.
  const asked = useDeferredValue(tool.need)
  const onlySaved = useDeferredValue(tool.onlySaved)
  const need = brief.data?.needs.find(({ name }) => postKey(name) === asked) ?? null
  const saved = onlySaved ? savedKeys : null
  const shown = useMemo(() => pickShown(fit, { need, saved }), [fit, need, saved])
  const narrowed = shown.length < results.length
  const { rows, weak } = tool
  // What stood there while there was nothing better does not fold away when something better comes.
  const [allWeak] = useState(() =>
    results.every(({ opportunityScore }) => opportunityScore < limits.potentialScore),
  )
  const visible = useMemo(
    () => visibleRows(shown, { rows, weak, narrowed: narrowed || allWeak }),
    [shown, rows, weak, narrowed, allWeak],
  )
  const missingNeed = tool.need !== null && asked === tool.need && need === null
  return { brief, need, savedKeys, shown, narrowed, visible, missingNeed }
}

/** What the results of a search are looked at through, and the ways to change it. */
export function useWorkbench(props: ResultsWorkbenchProps) {
  const [params, setParams] = useAddress()
  const [dialog, setDialog] = useState<ToolDialog | null>(null)
  const wide = useIsWide()
  const tool = readTool(params)
  const drawer = useDrawer(wide)
  const { savedKeys, ...seen } = useShown(props, tool)
  const { visible } = seen
  const tools = useResultTools(props.outcome, drawer.openPost)
  const change = useCallback(
    (part: Partial<ToolAddress>) =>
      setParams((address) => writeTool(address, part), { replace: true, preventScrollReset: true }),
    [setParams],
  )
  const rowsShown = visible.rows.length
  const showMore = useCallback(() => change({ rows: rowsShown + rowsAtOnce }), [change, rowsShown])
  const hasMore = rowsShown < visible.list.length
  const { openPost } = drawer
  const keys = useMemo(
    () => ({
      read: (key: string) => {
        openPost(key)
        if (wide === true) requestAnimationFrame(focusReading)
      },
      reach: (key: string) => (wide === true ? openPost(key) : undefined),
      more: () => (hasMore ? showMore() : undefined),
      save: tools.saveByKey,
      help: () => setDialog('help'),
    }),
    [openPost, wide, hasMore, showMore, tools],
  )
  const area = useRef<HTMLDivElement>(null)
  const focusRow = useRowFocus(area, visible.rows)
  useResultKeys(area, wide === false && drawer.open !== null ? null : keys)

  const [first] = visible.rows
  const { results } = props.outcome
  return {
    ...seen,
    area,
    wide,
    tool,
    tools,
    drawer,
    dialog,
    setDialog,
    closeDialog: useCallback(() => setDialog(null), []),
    change,
    chooseNeed: useCallback(
      (key: string | null) => change({ need: key, rows: rowsAtOnce, post: null }),
      [change],
    ),
    // What was pressed to take the need back goes with it.
    clearNeed: () => {
      focusRow(0)
      change({ need: null, rows: rowsAtOnce, post: null })
    },
    showMore: () => {
      focusRow(rowsShown)
      showMore()
    },
    // After the last of the others, so that the first of them is in view.
    showWeak: () => {
      focusRow(rowsShown)
      change({ weak: true, rows: rowsShown + rowsAtOnce })
    },
    /** The post beside the list: who has chosen none reads the first. */
    reading: drawer.open ?? (wide === false || first === undefined ? null : postKey(first)),
    savedHere: useMemo(
      () => results.filter((result) => savedKeys.has(postKey(result))).length,
      [results, savedKeys],
    ),
    savedInAll: savedKeys.size,
    wishes: (props.wishes ?? 0) + (tool.need === null ? 0 : 1) + (tool.onlySaved ? 1 : 0),
    resetAll: () => {
      focusRow(0)
      setParams((address) => writeTool(props.reset?.(address) ?? address, noTools), { replace: true })
    },
  }
}
