import type { FastifyInstance } from 'fastify'
import { toV1WholePost } from '#contract/v1/to-v1-post.ts'
import * as contract from '#contract/v1/v1-watches.ts'
import { serve } from '#server/doors/web/serve.ts'
import { readWatchPost } from './read-watch.ts'
import * as byKey from './watches-by-key.ts'
import type { WatchesRoutes } from './watches-routes.ts'

/** Watches for programs. */
export function addWatchesByKeyRoutes(app: FastifyInstance, deps: WatchesRoutes): void {
  serve(app, contract.v1WatchesEndpoint, ({ caller }) => byKey.listWatchesByKey(deps, caller))
  serve(app, contract.v1CreateWatchEndpoint, ({ caller, body }) => byKey.createWatchByKey(deps, caller, body))
  serve(app, contract.v1PreviewWatchEndpoint, ({ caller, body }) =>
    byKey.previewWatchByKey(deps, caller, body),
  )
  serve(app, contract.v1WatchPostsEndpoint, ({ caller, params, query }) =>
    byKey.readWatchByKey(deps, caller, { ...params, ...query }),
  )
  serve(app, contract.v1WatchPostEndpoint, async ({ caller, params }) =>
    toV1WholePost(await readWatchPost(deps, caller, params)),
  )
  serve(app, contract.v1ChangeWatchEndpoint, ({ caller, params, body }) =>
    byKey.changeWatchByKey(deps, caller, { ...params, ...body }),
  )
  serve(app, contract.v1DeleteWatchEndpoint, ({ caller, params }) =>
    byKey.deleteWatchByKey(deps, caller, params.watchId),
  )
}
