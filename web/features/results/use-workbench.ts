import { type ReactNode, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import type { SearchResult } from '#contract/search.ts'
import { useResultTools } from './post-actions.tsx'
import { postKey } from './post-key.ts'
import { resultKeys, useRowFocus } from './result-keys.ts'
import { useSaved } from './saved-posts.ts'
import type { SearchOutcome } from './search-outcome.ts'
import { useFreeKeys } from './shortcut-keys.ts'
import { type ToolAddress, useToolAddress, writeTool } from './tool-address.ts'
import type { BriefQuery } from './use-brief.ts'
import { useDrawer, useIsWide } from './use-drawer.ts'
import { foldsOf, pickShown, rowsAtOnce, visibleRows } from './visible-rows.ts'

export type ResultsWorkbenchProps = {
  outcome: SearchOutcome
  brief: BriefQuery
  /** With Pro, the results that match the filters, in the chosen order. Without Pro, all results. */
  fit: readonly SearchResult[]
  /** The text that is announced while all results are shown in the search's order. */
  order: string
  /** True if `fit` is in another order than the search. In that case nothing is collapsed. */
  reordered?: boolean
  leastScore?: number
  /** The Pro controls, and the number of active filters. */
  controls?: ReactNode
  wishes?: number
  /** Extra content of the open post. Has to be a stable function. */
  more?: (result: SearchResult) => ReactNode
  /** Shown once, after the third row; a stable element. */
  offer?: ReactNode
  reset?: (address: URLSearchParams) => URLSearchParams
}

function useShown(props: ResultsWorkbenchProps, tool: ToolAddress) {
  const { fit, brief, reordered = false } = props
  const { results } = props.outcome
  const { keys: savedKeys } = useSaved()
  // The control is updated at once; the list is deferred.
  const asked = useDeferredValue(tool.need)
  const onlySaved = useDeferredValue(tool.onlySaved)
  const need = brief.data?.needs.find(({ name }) => postKey(name) === asked) ?? null
  const saved = onlySaved ? savedKeys : null
  const shown = useMemo(() => pickShown(fit, { need, saved }), [fit, need, saved])
  const narrowed = shown.length < results.length
  const { rows, weak } = tool
  // Rows that were visible stay visible when better results arrive.
  const [first] = useState(() => foldsOf(results))
  const visible = useMemo(() => {
    const now = foldsOf(shown)
    const folds = { weak: first.weak && now.weak, offTopic: first.offTopic && now.offTopic }
    return visibleRows(shown, { rows, weak, whole: narrowed || reordered, folds })
  }, [shown, rows, weak, narrowed, reordered, first])
  const missingNeed = tool.need !== null && asked === tool.need && need === null
  const savedHere = useMemo(
    () => results.filter((result) => savedKeys.has(postKey(result))).length,
    [results, savedKeys],
  )
  return { need, shown, narrowed, visible, missingNeed, savedHere, savedInAll: savedKeys.size }
}

/** In a wide window, a post opens as soon as its row gets the focus. */
function readingKeys(wide: boolean | null, openPost: (key: string) => void) {
  if (wide !== true) return { read: openPost, reach: () => {} }
  const read = (key: string) => {
    openPost(key)
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-pane-title]')?.focus())
  }
  return { read, reach: openPost }
}

type Unfold = Pick<ReturnType<typeof useToolAddress>, 'change'> & {
  focusRow: (at: number) => void
  rows: number
}

/** `rows`: the number of rows shown. */
const unfoldActions = ({ change, focusRow, rows }: Unfold) => ({
  // Weak posts are added after the shown rows. The first weak post gets the focus.
  showWeak: () => {
    focusRow(rows)
    change({ weak: true, rows: rows + rowsAtOnce })
  },
  hideWeak: () => {
    focusRow(0)
    change({ weak: false, rows: rowsAtOnce })
  },
})

export type Workbench = ReturnType<typeof useWorkbench>

export function useWorkbench(props: ResultsWorkbenchProps) {
  const address = useToolAddress()
  const { tool, change } = address
  const [dialog, setDialog] = useState<'help' | 'saved' | null>(null)
  const wide = useIsWide()
  const drawer = useDrawer(address, wide)
  const seen = useShown(props, tool)
  const { rows, list } = seen.visible
  const tools = useResultTools(props.outcome, drawer.openPost)
  const showMore = () => {
    if (rows.length < list.length) change({ rows: rows.length + rowsAtOnce })
  }
  const area = useRef<HTMLDivElement>(null)
  const focusRow = useRowFocus(area, rows)
  const save = (key: string) => {
    const result = rows.find((one) => postKey(one) === key)
    if (result !== undefined) tools.toggleSaved(result)
  }
  const help = () => setDialog('help')
  const actions = { ...readingKeys(wide, drawer.openPost), save, more: showMore, help }
  // The posts that an open drawer steps through.
  const isCovered = wide === false && tool.post !== null
  useFreeKeys(isCovered ? null : ({ target }) => resultKeys(area.current, actions, target))

  // Back undoes the selection.
  const chooseNeed = useCallback(
    (need: string | null) => change({ need, rows: rowsAtOnce, post: null }, {}),
    [change],
  )
  const [first] = rows
  return {
    ...props,
    ...seen,
    ...drawer,
    area,
    wide,
    tool,
    tools,
    dialog,
    setDialog,
    change,
    chooseNeed,
    // The button that deselects the need disappears with it.
    clearNeed: () => {
      focusRow(0)
      chooseNeed(null)
    },
    showMore: () => {
      focusRow(rows.length)
      showMore()
    },
    ...unfoldActions({ change, focusRow, rows: rows.length }),
    /** The post beside the list: by default the first. */
    reading: tool.post ?? (wide === false || first === undefined ? null : postKey(first)),
    wishes: (props.wishes ?? 0) + (tool.need === null ? 0 : 1) + (tool.onlySaved ? 1 : 0),
    resetAll: () => {
      focusRow(0)
      const none = { need: null, onlySaved: false, post: null }
      address.setParams((now) => writeTool(props.reset?.(now) ?? now, none))
    },
  }
}
