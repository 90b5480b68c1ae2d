import type { FastifyInstance } from 'fastify'
import { addOpenFeedRoutes, addWatchFeedRoutes } from '#server/features/delivery/watch-feed-routes.ts'
import { makeWatchFeedStore } from '#server/features/delivery/watch-feed-store.ts'
import { makeToken } from '#server/secret-token.ts'
import type { PostReader } from '#server/source-ports.ts'
import type { Wired } from './wired.ts'

/** What brings the news of a watch to its owner: feeds. */
export function wireDelivery({ config, database, publicUrl }: Wired, archive: PostReader) {
  const feeds = {
    store: makeWatchFeedStore(database.db),
    archive,
    makeToken,
    publicUrl,
    isOn: config.delivery.feeds,
  }
  return {
    addRoutes: (app: FastifyInstance) => addWatchFeedRoutes(app, feeds),
    addOpenRoutes: (app: FastifyInstance) => addOpenFeedRoutes(app, feeds),
  }
}
