import { useCallback, useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { allowanceMessage, dayOf, readSearchCount, type SearchCount } from './allowance-count.ts'

const storageKey = 'unmet.searches'

function load(): SearchCount {
  const today = dayOf(new Date())
  try {
    return readSearchCount(localStorage.getItem(storageKey), today)
  } catch {
    return readSearchCount(null, today)
  }
}

function keep(count: SearchCount): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(count))
  } catch {
    // Storage is blocked: the server still counts.
  }
}

export type Allowance = {
  message: string
  limitReached: boolean
  countSearch: () => void
  /** The server says that nothing is left today. */
  exhaust: () => void
}

/** A visitor's searches of today, counted on this device; the server holds the limit as well. */
export function useAllowance(): Allowance {
  const [count, setCount] = useState(load)

  useEffect(() => {
    const reload = () => setCount(load())
    window.addEventListener('storage', reload)
    window.addEventListener('focus', reload)
    return () => {
      window.removeEventListener('storage', reload)
      window.removeEventListener('focus', reload)
    }
  }, [])

  const change = useCallback((next: (used: number) => number) => {
    const before = load()
    const after = { ...before, used: next(before.used) }
    keep(after)
    setCount(after)
  }, [])

  return {
    message: allowanceMessage(count.used),
    limitReached: count.used >= limits.visitorSearchesPerDay,
    countSearch: useCallback(() => change((used) => used + 1), [change]),
    exhaust: useCallback(() => change((used) => Math.max(used, limits.visitorSearchesPerDay)), [change]),
  }
}
