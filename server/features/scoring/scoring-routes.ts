import type { FastifyInstance } from 'fastify'
import { scoreEndpoint } from '#contract/scoring.ts'
import { v1ScoreEndpoint } from '#contract/v1/v1-score.ts'
import { serve } from '#server/doors/web/serve.ts'
import { type ScorePastedPost, scorePastedPost } from './score-pasted-post.ts'
import { type ScoreTexts, scoreTexts } from './score-texts.ts'

export function addScoringRoutes(app: FastifyInstance, deps: ScorePastedPost): void {
  serve(app, scoreEndpoint, ({ body, caller }) => scorePastedPost(deps, caller, body))
}

/** Texts of programs. */
export function addScoreByKeyRoutes(app: FastifyInstance, deps: ScoreTexts): void {
  serve(app, v1ScoreEndpoint, ({ body, caller }) => scoreTexts(deps, caller, body.texts))
}
