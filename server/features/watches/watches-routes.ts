import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/watches.ts'
import { serve } from '#server/doors/web/serve.ts'
import { changeWatch, createWatch, deleteWatch, listWatches, type ManageWatches } from './manage-watches.ts'
import { type PreviewWatch, previewWatch } from './preview-watch.ts'
import { type ReadWatch, readWatch, readWatchNews } from './read-watch.ts'

export type WatchesRoutes = ManageWatches & PreviewWatch & ReadWatch

/** The watches of an account. The owner is always the user of the session. */
export function addWatchesRoutes(app: FastifyInstance, deps: WatchesRoutes): void {
  serve(app, contract.listWatchesEndpoint, ({ caller }) => listWatches(deps, caller))
  serve(app, contract.createWatchEndpoint, ({ caller, body }) => createWatch(deps, caller, body))
  serve(app, contract.previewWatchEndpoint, ({ caller, body }) => previewWatch(deps, caller, body))
  serve(app, contract.changeWatchEndpoint, ({ caller, params: { watchId }, body }) =>
    changeWatch(deps, caller, { watchId, ...body }),
  )
  serve(app, contract.deleteWatchEndpoint, ({ caller, params }) => deleteWatch(deps, caller, params.watchId))
  serve(app, contract.watchPostsEndpoint, ({ caller, params: { watchId }, query: { before } }) =>
    readWatch(deps, caller, { watchId, before }),
  )
  serve(app, contract.watchPostEndpoint, ({ caller, params }) => readWatchNews(deps, caller, params))
}
