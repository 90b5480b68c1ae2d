import type { FastifyInstance } from 'fastify'
import { scoreEndpoint } from '#contract/scoring.ts'
import { serve } from '#server/doors/web/serve.ts'
import { type ScorePastedPost, scorePastedPost } from './score-pasted-post.ts'

export function addScoringRoutes(app: FastifyInstance, deps: ScorePastedPost): void {
  serve(app, scoreEndpoint, ({ body, caller }) => scorePastedPost(deps, caller, body))
}
