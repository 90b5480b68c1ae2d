import type { FastifyInstance } from 'fastify'
import { readPostEndpoint } from '#contract/posts.ts'
import { briefEndpoint } from '#contract/search-brief.ts'
import { AppError } from '#server/errors.ts'
import { serve } from '#server/http/serve.ts'
import type { RateWindow } from './rate-window.ts'
import { type ReadBrief, readBrief } from './read-brief.ts'
import { readResultPost } from './read-result-post.ts'
import type { SearchGate } from './search-gate.ts'

type ReadBriefForMany = ReadBrief & { gate: SearchGate; mayReadBrief: RateWindow }

function requireRoom({ mayReadBrief }: ReadBriefForMany, address: string): void {
  if (mayReadBrief(address)) return
  throw new AppError('too_many_attempts', 'Briefs were asked for too often; try again in a minute', {
    userMessage: 'That was a lot of results in a minute. Please try again in a minute.',
    retryAfterSeconds: 60,
  })
}

/** What people look at in the results of a search. */
export function addResultRoutes(app: FastifyInstance, deps: ReadBriefForMany): void {
  serve(app, readPostEndpoint, ({ params, caller }) => readResultPost(deps, caller, params))
  serve(app, briefEndpoint, ({ params, caller }) => {
    requireRoom(deps, caller.address)
    return deps.gate.pass(() => readBrief(deps, caller, params.sessionToken))
  })
}
