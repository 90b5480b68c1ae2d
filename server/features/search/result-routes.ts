import type { FastifyInstance } from 'fastify'
import { readPostEndpoint } from '#contract/posts.ts'
import { themesEndpoint } from '#contract/result-themes.ts'
import { AppError } from '#server/errors.ts'
import { serve } from '#server/http/serve.ts'
import type { RateWindow } from './rate-window.ts'
import { readResultPost } from './read-result-post.ts'
import type { ReadSavedResults } from './read-saved-results.ts'
import { readThemes } from './read-themes.ts'
import type { SearchGate } from './search-gate.ts'

type ReadThemesForMany = ReadSavedResults & { gate: SearchGate; mayReadThemes: RateWindow }

function requireRoom({ mayReadThemes }: ReadThemesForMany, address: string): void {
  if (mayReadThemes(address)) return
  throw new AppError('too_many_attempts', 'Themes were asked for too often; try again in a minute', {
    userMessage: 'That was a lot of themes in a minute. Please try again in a minute.',
    retryAfterSeconds: 60,
  })
}

/** What people look at in the results of a search. */
export function addResultRoutes(app: FastifyInstance, deps: ReadThemesForMany): void {
  serve(app, readPostEndpoint, ({ params, caller }) => readResultPost(deps, caller, params))
  serve(app, themesEndpoint, ({ params, caller }) => {
    requireRoom(deps, caller.address)
    return deps.gate.pass(() => readThemes(deps, caller, params.sessionToken))
  })
}
