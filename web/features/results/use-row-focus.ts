import { type RefObject, useCallback, useEffect, useRef } from 'react'
import type { SearchResult } from '#contract/search.ts'
import { focusPlace } from './use-result-keys.ts'

type Wanted = { at: number; before: readonly SearchResult[]; pressed: Element | null }

/**
 * Takes the focus to a row that a press brings, counted from 0: the button that was pressed may go with it, and the
 * focus would begin again at the top of the page. Who has gone elsewhere meanwhile stays there.
 */
export function useRowFocus(
  area: RefObject<HTMLElement | null>,
  rows: readonly SearchResult[],
): (at: number) => void {
  const wanted = useRef<Wanted | null>(null)
  // At each drawing: the rows may be known before they stand there.
  useEffect(() => {
    if (wanted.current === null || wanted.current.before === rows) return
    const { at, pressed } = wanted.current
    const focused = document.activeElement
    const isElsewhere = focused !== null && focused !== document.body && focused !== pressed
    const place = area.current?.querySelectorAll<HTMLElement>('li[data-post]')[at]
    if (place === undefined && !isElsewhere) return
    wanted.current = null
    if (!isElsewhere) focusPlace(place)
  })
  return useCallback(
    (at) => {
      wanted.current = { at, before: rows, pressed: document.activeElement }
    },
    [rows],
  )
}
