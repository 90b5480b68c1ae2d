import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import { limits } from '#contract/limits.ts'
import { allowanceMessage, dayOf, readSearchCount, type SearchCount } from './allowance-count.ts'

const storageKey = 'unmet.searches'
const listeners = new Set<() => void>()
/** The count of this page, for browsers that keep none. */
let latest: string | null = null

function load(): SearchCount {
  const today = dayOf(new Date())
  try {
    return readSearchCount(localStorage.getItem(storageKey), today)
  } catch {
    return readSearchCount(latest, today)
  }
}

function keep(count: SearchCount): void {
  latest = JSON.stringify(count)
  try {
    localStorage.setItem(storageKey, latest)
  } catch {
    // Storage is blocked: the server still counts.
  }
  for (const onChange of listeners) onChange()
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange)
  window.addEventListener('storage', onChange)
  window.addEventListener('focus', onChange)
  return () => {
    listeners.delete(onChange)
    window.removeEventListener('storage', onChange)
    window.removeEventListener('focus', onChange)
  }
}

function change(next: (used: number) => number): void {
  const before = load()
  keep({ ...before, used: next(before.used) })
}

export type Allowance = {
  message: string
  limitReached: boolean
  countSearch: () => void
  /** A search that was counted found nothing after all. */
  giveBack: () => void
  /** The server says that nothing is left today. */
  exhaust: () => void
}

/** How many searches of today a page was drawn with. A built page knows no count: it says what a new visitor has. */
export const RenderedSearchCount = createContext(0)

/** A visitor's searches of today, counted on this device; the server holds the limit as well. */
export function useAllowance(): Allowance {
  const drawn = useContext(RenderedSearchCount)
  const used = useSyncExternalStore(
    subscribe,
    () => load().used,
    () => drawn,
  )
  return {
    message: allowanceMessage(used),
    limitReached: used >= limits.visitorSearchesPerDay,
    countSearch: useCallback(() => change((count) => count + 1), []),
    giveBack: useCallback(() => change((count) => Math.max(0, count - 1)), []),
    exhaust: useCallback(() => change((count) => Math.max(count, limits.visitorSearchesPerDay)), []),
  }
}
