import type { FastifyInstance } from 'fastify'
import { toV1WholePost } from '#contract/v1/to-v1-post.ts'
import { v1WatchesEndpoint, v1WatchPostEndpoint, v1WatchPostsEndpoint } from '#contract/v1/v1-watches.ts'
import { serve } from '#server/doors/web/serve.ts'
import { readWatchPost } from './read-watch.ts'
import { listWatchesByKey, readWatchByKey } from './watches-by-key.ts'
import type { WatchesRoutes } from './watches-routes.ts'

/** Watches for programs. */
export function addWatchesByKeyRoutes(app: FastifyInstance, deps: WatchesRoutes): void {
  serve(app, v1WatchesEndpoint, ({ caller }) => listWatchesByKey(deps, caller))
  serve(app, v1WatchPostsEndpoint, ({ caller, params, query }) =>
    readWatchByKey(deps, caller, { ...params, ...query }),
  )
  serve(app, v1WatchPostEndpoint, async ({ caller, params }) =>
    toV1WholePost(await readWatchPost(deps, caller, params)),
  )
}
