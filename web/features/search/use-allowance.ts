import { createContext, useContext, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { limits } from '#contract/limits.ts'
import { parseJson } from '#web/api-client.ts'
import { storedText } from '#web/device-storage.ts'

const searchCount = z.object({ day: z.string(), used: z.int().check(z.gte(0)) })
type SearchCount = z.infer<typeof searchCount>

/** The day an instant belongs to. Days end at midnight UTC, as the server counts them. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10)
}

/** What was kept on this device; another day's count, or something that is no count, is none. */
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
/** The count of this page, for browsers that keep none. */
let latest: string | null = null

function load(): SearchCount {
  const stored = device.read()
  return readSearchCount(stored === undefined ? latest : stored, dayOf(new Date()))
}

function change(next: (used: number) => number): void {
  const before = load()
  latest = JSON.stringify({ ...before, used: next(before.used) })
  // Where storage is blocked the server still counts.
  device.keep(latest)
}

export type Allowance = ReturnType<typeof useAllowance>

/** How many searches of today a page was rendered with. A built page knows no count: it says what a new visitor has. */
export const RenderedSearchCount = createContext(0)

/** A visitor's searches of today, counted on this device; the server holds the limit as well. */
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
    /** A search that was counted found nothing after all. */
    giveBack: () => change((count) => Math.max(0, count - 1)),
    /** The server says that nothing is left today. */
    exhaust: () => change((count) => Math.max(count, limits.visitorSearchesPerDay)),
  }
}
