import { type RefObject, useCallback, useEffect, useRef } from 'react'
import type { SearchResult } from '#contract/search.ts'
import { focusPlace } from './use-result-keys.ts'

/**
 * Takes the focus to a row that a press brings, counted from 0: the button that was pressed may go with it, and the
 * focus would begin again at the top of the page.
 */
export function useRowFocus(
  area: RefObject<HTMLElement | null>,
  rows: readonly SearchResult[],
): (at: number) => void {
  const wanted = useRef<{ at: number; before: readonly SearchResult[] } | null>(null)
  useEffect(() => {
    if (wanted.current === null || wanted.current.before === rows) return
    focusPlace(area.current?.querySelectorAll<HTMLElement>('li[data-post]')[wanted.current.at])
    wanted.current = null
  }, [area, rows])
  return useCallback(
    (at) => {
      wanted.current = { at, before: rows }
    },
    [rows],
  )
}
