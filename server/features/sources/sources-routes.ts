import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/admin-sources.ts'
import { serve } from '#server/doors/web/serve.ts'
import { type ListSources, listSources } from './list-sources.ts'
import {
  addSource,
  changeSource,
  type ExchangeOpml,
  exportOpml,
  importOpml,
  removeSource,
} from './manage-sources.ts'
import { type TrySource, trySource } from './try-source.ts'

export function addSourcesRoutes(app: FastifyInstance, deps: ListSources & TrySource & ExchangeOpml): void {
  serve(app, contract.importOpmlEndpoint, ({ body, caller }) => importOpml(deps, caller, body.opml))
  serve(app, contract.exportOpmlEndpoint, () => exportOpml(deps))
  serve(app, contract.adminSourcesEndpoint, () => listSources(deps))
  serve(app, contract.trySourceEndpoint, ({ body }) => trySource(deps, body.url))
  serve(app, contract.addSourceEndpoint, ({ body, caller }) => addSource(deps, caller, body.url))
  serve(app, contract.changeSourceEndpoint, ({ params, body, caller }) =>
    changeSource(deps, caller, { id: params.sourceId, ...body }),
  )
  serve(app, contract.removeSourceEndpoint, ({ params, caller }) =>
    removeSource(deps, caller, params.sourceId),
  )
}
