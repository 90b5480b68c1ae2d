import type { FastifyInstance } from 'fastify'
import { findFeedEndpoint, makeFeedEndpoint, revokeFeedEndpoint } from '#contract/watch-feeds.ts'
import { serve } from '#server/doors/web/serve.ts'
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

/** A weak ETag matches too: compression in between makes it weak. */
const namesEtag =
  (header = '') =>
  (etag: string) =>
    header.split(',').some((one) => one.trim().replace(/^W\//u, '') === etag)

export function addWatchFeedRoutes(app: FastifyInstance, deps: ReadWatchFeed): void {
  serve(app, findFeedEndpoint, ({ caller, params }) => findWatchFeed(deps, caller.userId, params.watchId))
  serve(app, makeFeedEndpoint, ({ caller, params }) => makeWatchFeed(deps, caller.userId, params.watchId))
  serve(app, revokeFeedEndpoint, ({ caller, params }) => revokeWatchFeed(deps, caller.userId, params.watchId))
}

/** Open to whoever knows the address, without a session. */
export function addOpenFeedRoutes(app: FastifyInstance, deps: ReadWatchFeed): void {
  for (const format of ['rss', 'json'] as const) {
    app.get<{ Params: { token: string } }>(`/feeds/:token.${format}`, async (request, reply) => {
      const isKnown = namesEtag(request.headers['if-none-match'])
      const read = await readWatchFeed(deps, { token: request.params.token, format, isKnown })
      reply.header('x-robots-tag', 'noindex').header('cache-control', 'private, no-cache')
      if (read === null) throw new AppError('not_found', 'There is no feed at this address')
      reply.header('etag', read.etag)
      if (read.body === null) return reply.code(304).send()
      return reply.type(mediaTypes[format]).send(read.body)
    })
  }
}
