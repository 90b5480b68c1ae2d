import type { FastifyInstance } from 'fastify'
import { readPostEndpoint } from '#contract/posts.ts'
import { themesEndpoint } from '#contract/result-themes.ts'
import { serve } from '#server/http/serve.ts'
import { readResultPost } from './read-result-post.ts'
import type { ReadSavedResults } from './read-saved-results.ts'
import { readThemes } from './read-themes.ts'
import type { SearchGate } from './search-gate.ts'

/** What people look at in the results of a search. */
export function addResultRoutes(app: FastifyInstance, deps: ReadSavedResults & { gate: SearchGate }): void {
  serve(app, readPostEndpoint, ({ params, caller }) => readResultPost(deps, caller, params))
  serve(app, themesEndpoint, ({ params, caller }) =>
    deps.gate.pass(() => readThemes(deps, caller, params.sessionToken)),
  )
}
