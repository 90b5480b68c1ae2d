import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { uuidOrNone } from './text.ts'

/** The URLs of a feed, which work without an account until they are revoked. */
const watchFeed = z.object({
  /** False if the operator has switched feeds off. */
  available: z.boolean(),
  feed: z.nullable(z.object({ rss: z.string(), json: z.string() })),
})

const params = z.object({ watchId: uuidOrNone })

export const findFeedEndpoint = defineEndpoint('GET /api/watches/:watchId/feed', 'user', {
  params,
  output: watchFeed,
  errors: ['not_found'],
})

/** Creates a feed. If there is a feed already, its URL is replaced, and the old one stops working at once. */
export const makeFeedEndpoint = defineEndpoint('POST /api/watches/:watchId/feed', 'user', {
  params,
  output: watchFeed,
  errors: ['not_found', 'switched_off'],
})

export const revokeFeedEndpoint = defineEndpoint('DELETE /api/watches/:watchId/feed', 'user', {
  params,
  output: watchFeed,
  errors: ['not_found'],
})

const open = { params: z.object({ token: z.string() }), output: 'document', errors: ['not_found'] } as const

export const rssFeedEndpoint = defineEndpoint('GET /feeds/:token.rss', 'open', open)
export const jsonFeedEndpoint = defineEndpoint('GET /feeds/:token.json', 'open', open)
