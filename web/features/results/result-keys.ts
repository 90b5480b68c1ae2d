import { type RefObject, useEffect, useRef } from 'react'
import type { SearchResult } from '#contract/search.ts'
import { hasKeptFocus } from '#web/keep-focus.ts'
import { shortcutKeys } from './shortcut-keys.ts'

/** The height of sticky elements above the list. A post behind them is not in view. */
const headerPixels = 80

const rowSelector = 'li[data-post]'

export function findPlace(key: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`li[data-post="${CSS.escape(key)}"]`)
}

/** The row with the focus, or the row of the post that is open beside the list. */
function placeOf(element: Element | null): HTMLElement | null {
  const read = element?.closest<HTMLElement>('[data-post-pane]')?.dataset.postPane
  return read === undefined ? (element?.closest<HTMLElement>(rowSelector) ?? null) : findPlace(read)
}

/** The row before or after the focused one; without focus, the first in view. */
function placeToward(area: Element, step: 1 | -1): HTMLElement | null {
  const places = [...area.querySelectorAll<HTMLElement>(rowSelector)]
  const now = placeOf(document.activeElement)
  if (now !== null) return places[places.indexOf(now) + step] ?? null
  return places.find((place) => place.getBoundingClientRect().bottom > headerPixels + 40) ?? null
}

export function focusPlace(place: HTMLElement | null | undefined): void {
  if (!place) return
  place.focus({ preventScroll: true })
  place.scrollIntoView({ block: place.offsetHeight > window.innerHeight / 2 ? 'start' : 'nearest' })
}

type KeyActions = {
  /** Opens a post and moves the focus into it. */
  read: (key: string) => void
  /** A post got the focus. */
  reach: (key: string) => void
  more: () => void
  save: (key: string) => void
  help: () => void
}

/** The single-key shortcuts of the results, with Enter and Escape. */
export function resultKeys(area: Element | null, actions: KeyActions, target: EventTarget | null) {
  if (area === null) return {}
  const go = (step: 1 | -1) => {
    const next = placeToward(area, step)
    focusPlace(next)
    if (next?.dataset.post !== undefined) actions.reach(next.dataset.post)
    else if (step === 1) actions.more()
  }
  const keys = {
    [shortcutKeys.next]: () => go(1),
    [shortcutKeys.previous]: () => go(-1),
    [shortcutKeys.help]: actions.help,
  }
  const place = placeOf(document.activeElement)
  const key = place?.dataset.post
  if (place === null || key === undefined) return keys
  const read = () => actions.read(key)
  const ofPlace = { ...keys, [shortcutKeys.read]: read, [shortcutKeys.save]: () => actions.save(key) }
  if (target === place) return { ...ofPlace, Enter: read }
  // Escape moves the focus from the open post back to its row.
  return place.contains(document.activeElement) ? ofPlace : { ...ofPlace, Escape: () => focusPlace(place) }
}

type Wanted = { at: number; before: readonly SearchResult[]; pressed: Element | null }

/**
 * Moves the focus to a row that a click added, because the clicked button may disappear. Rows are counted
 * from 0. If the focus has moved elsewhere meanwhile, it stays there.
 */
export function useRowFocus(area: RefObject<HTMLElement | null>, rows: readonly SearchResult[]) {
  const wanted = useRef<Wanted | null>(null)
  // Runs on each render, because the rows may be known before they are mounted.
  useEffect(() => {
    if (wanted.current === null || wanted.current.before === rows) return
    const { at, pressed } = wanted.current
    const focused = document.activeElement
    const isLost = focused === null || focused === document.body || hasKeptFocus(focused)
    const isElsewhere = !isLost && focused !== pressed
    const place = area.current?.querySelectorAll<HTMLElement>(rowSelector)[at]
    if (place === undefined && !isElsewhere) return
    wanted.current = null
    if (!isElsewhere) focusPlace(place)
  })
  return (at: number): void => {
    wanted.current = { at, before: rows, pressed: document.activeElement }
  }
}
