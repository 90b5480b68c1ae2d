import type { FastifyInstance } from 'fastify'
import {
  findFeedEndpoint,
  jsonFeedEndpoint,
  makeFeedEndpoint,
  revokeFeedEndpoint,
  rssFeedEndpoint,
} from '#contract/watch-feeds.ts'
import { serve } from '#server/doors/web/serve.ts'
import { serveOpen } from '#server/doors/web/serve-open.ts'
import { AppError } from '#server/errors.ts'
import {
  type FeedFormat,
  findWatchFeed,
  makeWatchFeed,
  type ReadWatchFeed,
  readWatchFeed,
  revokeWatchFeed,
} from './read-watch-feed.ts'

const mediaTypes: Record<FeedFormat, string> = {
  rss: 'application/rss+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
}

/** Compares ETags weakly, because a proxy that compresses replies makes the ETag weak. */
const namesEtag = (header: string) => (etag: string) =>
  header.split(',').some((one) => one.trim().replace(/^W\//u, '') === etag)

export function addWatchFeedRoutes(app: FastifyInstance, deps: ReadWatchFeed): void {
  serve(app, findFeedEndpoint, ({ caller, params }) => findWatchFeed(deps, caller.userId, params.watchId))
  serve(app, makeFeedEndpoint, ({ caller, params }) => makeWatchFeed(deps, caller.userId, params.watchId))
  serve(app, revokeFeedEndpoint, ({ caller, params }) => revokeWatchFeed(deps, caller.userId, params.watchId))
}

/** Needs no session: anybody with the URL may read the feed. */
export function addOpenFeedRoutes(app: FastifyInstance, deps: ReadWatchFeed): void {
  const serveFeed = (endpoint: typeof rssFeedEndpoint, format: FeedFormat) =>
    serveOpen(app, endpoint, async ({ params: { token }, header }) => {
      const isKnown = namesEtag(header('if-none-match'))
      const read = await readWatchFeed(deps, { token, format, isKnown })
      if (read === null) throw new AppError('not_found', 'There is no feed at this address')
      return {
        status: read.body === null ? 304 : 200,
        headers: { etag: read.etag, 'x-robots-tag': 'noindex', 'cache-control': 'private, no-cache' },
        mediaType: mediaTypes[format],
        content: read.body,
      }
    })
  serveFeed(rssFeedEndpoint, 'rss')
  serveFeed(jsonFeedEndpoint, 'json')
}
