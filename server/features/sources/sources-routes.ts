import type { FastifyInstance } from 'fastify'
import {
  addSourceEndpoint,
  adminSourcesEndpoint,
  changeSourceEndpoint,
  exportOpmlEndpoint,
  importOpmlEndpoint,
  removeSourceEndpoint,
  trySourceEndpoint,
} from '#contract/admin-sources.ts'
import { serve } from '#server/http/serve.ts'
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
  serve(app, importOpmlEndpoint, ({ body, caller }) => importOpml(deps, caller, body.opml))
  serve(app, exportOpmlEndpoint, () => exportOpml(deps))
  serve(app, adminSourcesEndpoint, () => listSources(deps))
  serve(app, trySourceEndpoint, ({ body }) => trySource(deps, body.url))
  serve(app, addSourceEndpoint, ({ body, caller }) => addSource(deps, caller, body.url))
  serve(app, changeSourceEndpoint, ({ params, body, caller }) =>
    changeSource(deps, caller, { id: params.sourceId, ...body }),
  )
  serve(app, removeSourceEndpoint, ({ params, caller }) => removeSource(deps, caller, params.sourceId))
}
