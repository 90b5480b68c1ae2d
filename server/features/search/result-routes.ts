import type { FastifyInstance } from 'fastify'
import { readPostEndpoint } from '#contract/posts.ts'
import { themesEndpoint } from '#contract/result-themes.ts'
import { serve } from '#server/http/serve.ts'
import { readResultPost } from './read-result-post.ts'
import type { ReadSavedResults } from './read-saved-results.ts'
import { readThemes } from './read-themes.ts'

/** What people look at in the results of a search. */
export function addResultRoutes(app: FastifyInstance, deps: ReadSavedResults): void {
  serve(app, readPostEndpoint, ({ params, caller }) => readResultPost(deps, caller, params))
  serve(app, themesEndpoint, ({ params, caller }) => readThemes(deps, caller, params.sessionToken))
}
