import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'

/** Accounts are counted up to this number, because a rough number is sufficient. */
export const countedMost = 10_000

/** What this installation contains, updated periodically. Sample posts are not counted. */
export const instanceCounts = z.object({
  /** At most `countedMost`. */
  accounts: z.int(),
  /** Searchable posts. */
  posts: z.int(),
  /** The number of posts that scans have read in the last 24 hours, including known ones. */
  threadsReadLastDay: z.int(),
  /** The names of live sources that every search queries, at most five. */
  searchedLive: z.array(z.string()),
  searchedLiveCount: z.int(),
  /** The number of feeds. Feeds are read, but cannot be searched. */
  feeds: z.int(),
  /** The date of the newest real post. Null if there is none. */
  newestPostAt: z.nullable(z.string()),
})
export type InstanceCounts = z.infer<typeof instanceCounts>

/** The counts are at most a few minutes old. */
export const instanceCountsEndpoint = defineEndpoint('GET /api/instance-counts', 'anyone', {
  output: instanceCounts,
})
