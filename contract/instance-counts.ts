import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'

/** The most that is counted of accounts: telling how many it is about needs no more. */
export const countedMost = 10_000

/** What this installation has, counted now and then. Sample posts are not counted. */
export const instanceCounts = z.object({
  /** At most `countedMost`. */
  accounts: z.int(),
  /** Posts that can be searched. */
  posts: z.int(),
  /** Threads that scans read in the last 24 hours, known ones too. */
  threadsReadLastDay: z.int(),
  /** What every search asks beside, by name, at most five of them. */
  searchedLive: z.array(z.string()),
  searchedLiveCount: z.int(),
  /** Feeds that are read, and cannot be searched. */
  feeds: z.int(),
  /** Of the newest real post; null without one. */
  newestPostAt: z.nullable(z.string()),
})
export type InstanceCounts = z.infer<typeof instanceCounts>

/** Some minutes old at most. */
export const instanceCountsEndpoint = defineEndpoint('GET /api/instance-counts', 'anyone', {
  output: instanceCounts,
})
