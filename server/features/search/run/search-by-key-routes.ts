import type { FastifyInstance } from 'fastify'
import { limits } from '#contract/limits.ts'
import { v1BriefEndpoint, v1NeedsEndpoint } from '#contract/v1/v1-brief.ts'
import { v1PostEndpoint, v1SearchEndpoint, v1SearchPageEndpoint } from '#contract/v1/v1-search.ts'
import { v1UsageEndpoint } from '#contract/v1/v1-usage.ts'
import { serve } from '#server/doors/web/serve.ts'
import { type ReadUsage, readUsageStats } from '#server/features/search/allowance/read-usage.ts'
import {
  briefByKey,
  needsByKey,
  readSearchPage,
  readSearchPost,
  type SearchByKey,
  searchByKey,
} from './search-by-key.ts'

/** Searches of programs. */
export function addSearchByKeyRoutes(
  app: FastifyInstance,
  deps: SearchByKey & ReadUsage & { isSelfHosted: boolean },
): void {
  serve(app, v1SearchEndpoint, ({ body, caller, write }) => searchByKey(deps, caller, { ...body, write }))
  serve(app, v1SearchPageEndpoint, ({ params, query, caller }) =>
    readSearchPage(deps, caller, { ...params, ...query }),
  )
  serve(app, v1PostEndpoint, ({ params, caller }) => readSearchPost(deps, caller, params))
  serve(app, v1BriefEndpoint, ({ body, caller }) => briefByKey(deps, caller, body.keyword))
  serve(app, v1NeedsEndpoint, ({ body, caller }) => needsByKey(deps, caller, body.keyword))
  serve(app, v1UsageEndpoint, async ({ caller }) => {
    const usage = await readUsageStats(deps, caller.userId)
    const isUnlimited = deps.isSelfHosted || usage.subscriptionTier === 'pro'
    return {
      plan: usage.subscriptionTier,
      searches: {
        used: usage.searchesThisMonth,
        most: isUnlimited ? null : limits.freeSearchesPerMonth,
        periodEndsAt: usage.periodEndsAt,
      },
      scopes: [...caller.scopes],
      callsPerMinute: limits.apiCallsPerMinute,
    }
  })
}
