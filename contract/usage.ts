import * as z from 'zod/mini'
import { subscriptionTier } from './accounts.ts'
import { defineEndpoint } from './endpoint.ts'

/** A user's usage. A new month begins at `periodEndsAt`. Pro has no limit. */
export const usageStats = z.object({
  subscriptionTier,
  searchesThisMonth: z.int(),
  searchesToday: z.int(),
  totalResults: z.int(),
  accountStatus: z.string(),
  periodEndsAt: z.string(),
})
export type UsageStats = z.infer<typeof usageStats>

/** `sessionToken` is null once the results have expired. */
export const searchHistoryItem = z.object({
  id: z.string(),
  keyword: z.string(),
  resultsCount: z.int(),
  createdAt: z.string(),
  sessionToken: z.nullable(z.string()),
})
export type SearchHistoryItem = z.infer<typeof searchHistoryItem>

export const usageStatsEndpoint = defineEndpoint('GET /api/usage-stats', 'user', { output: usageStats })

/** The user's newest searches, newest first. */
export const searchHistoryEndpoint = defineEndpoint('GET /api/search-history', 'user', {
  output: z.array(searchHistoryItem),
})
