import { createContext, useContext, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { limits } from '#contract/limits.ts'
import { parseJson } from '#web/api-client.ts'
import { storedText } from '#web/device-storage.ts'

const searchCount = z.object({ day: z.string(), used: z.int().check(z.gte(0)) })
type SearchCount = z.infer<typeof searchCount>

/** The UTC day of a point in time. Days end at midnight UTC, as on the server. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10)
}

/** The count stored on this device; a count of another day, or an invalid one, is 0. */
export function readSearchCount(stored: string | null, today: string): SearchCount {
  const { data } = searchCount.safeParse(parseJson(stored ?? ''))
  return data?.day === today ? data : { day: today, used: 0 }
}

export function allowanceMessage(used: number): string {
  const left = limits.visitorSearchesPerDay - used
  if (left <= 0) return 'Free searches used up today'
  const searches = left === 1 ? 'search' : 'searches'
  return `${left} free ${searches} ${used === 0 ? 'available' : 'remaining'} today`
}

const device = storedText('unmet.searches')
/** The count in memory, for browsers that block storage. */
let latest: string | null = null

function load(): SearchCount {
  const stored = device.read()
  return readSearchCount(stored === undefined ? latest : stored, dayOf(new Date()))
}

function change(next: (used: number) => number): void {
  const before = load()
  latest = JSON.stringify({ ...before, used: next(before.used) })
  // If storage is blocked, the server still counts.
  device.keep(latest)
}

export type Allowance = ReturnType<typeof useAllowance>

/**
 * The number of searches that a page was rendered with. A prerendered page has the number of a new visitor.
 */
export const RenderedSearchCount = createContext(0)

/** A visitor's searches today, counted on this device; the server enforces the limit as well. */
export function useAllowance() {
  const rendered = useContext(RenderedSearchCount)
  const used = useSyncExternalStore(
    device.subscribe,
    () => load().used,
    () => rendered,
  )
  return {
    message: allowanceMessage(used),
    limitReached: used >= limits.visitorSearchesPerDay,
    countSearch: () => change((count) => count + 1),
    /** A counted search found nothing and is refunded. */
    giveBack: () => change((count) => Math.max(0, count - 1)),
    /** The server says that nothing is left today. */
    exhaust: () => change((count) => Math.max(count, limits.visitorSearchesPerDay)),
  }
}
