import * as z from 'zod/mini'
import { subscriptionTier } from '#contract/accounts.ts'
import { defineEndpoint, keyScopes } from '#contract/endpoint.ts'
import { described, named } from './described.ts'

export const v1UsageEndpoint = defineEndpoint('GET /api/v1/usage', 'key', {
  operation: 'readUsage',
  summary: 'The allowance of the account, and what this key may do',
  output: named(
    z.object({
      plan: subscriptionTier,
      searches: z.object({
        used: described(z.int(), 'Searches of this month by all programs and pages of the account'),
        most: described(z.nullable(z.int()), 'The maximum for this month; null without a limit'),
        periodEndsAt: z.string(),
      }),
      scopes: z.array(z.enum(keyScopes)),
      callsPerMinute: z.object({ key: z.int(), person: z.int() }),
    }),
    'Usage',
  ),
})
