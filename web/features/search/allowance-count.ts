import * as z from 'zod/mini'
import { limits } from '#contract/limits.ts'

const searchCount = z.object({ day: z.string(), used: z.int().check(z.gte(0)) })
export type SearchCount = z.infer<typeof searchCount>

/** The day an instant belongs to. Days end at midnight UTC, as the server counts them. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10)
}

/** What was kept on this device; another day's count, or something that is no count, is none. */
export function readSearchCount(stored: string | null, today: string): SearchCount {
  const none = { day: today, used: 0 }
  if (stored === null) return none
  try {
    const count = searchCount.parse(JSON.parse(stored))
    return count.day === today ? count : none
  } catch {
    return none
  }
}

/** The allowance of a visitor in the product's words. */
export function allowanceMessage(used: number): string {
  const left = limits.visitorSearchesPerDay - used
  if (left <= 0) return 'Free searches used up today'
  const searches = left === 1 ? 'search' : 'searches'
  return `${left} free ${searches} ${used === 0 ? 'available' : 'remaining'} today`
}
