import type { FastifyInstance } from 'fastify'
import { limits } from '#contract/limits.ts'
import { scoreEndpoint } from '#contract/scoring.ts'
import { serve } from '#server/http/serve.ts'
import { type ScorePastedPost, scorePastedPost } from './score-pasted-post.ts'

/** In JSON one UTF-16 unit takes at most six bytes; the rest is braces and names. */
const bodyBytes = (limits.postTitleCharacters + limits.postTextCharacters) * 6 + 1024

export function addScoringRoutes(app: FastifyInstance, deps: ScorePastedPost): void {
  app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.bodyLimit = bodyBytes
    })
    serve(scope, scoreEndpoint, ({ body, caller }) => scorePastedPost(deps, caller, body))
  })
}
