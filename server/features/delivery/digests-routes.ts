import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import {
  changeDigestEndpoint,
  findDigestEndpoint,
  unsubscribeEndpoint,
  unsubscribePageEndpoint,
} from '#contract/digests.ts'
import { serve } from '#server/doors/web/serve.ts'
import { type OpenDocument, serveOpen } from '#server/doors/web/serve-open.ts'
import { contentSecurityPolicy } from '#server/doors/web/site-security.ts'
import { changeDigest, findDigest, type ManageDigest } from './manage-digest.ts'
import { readSubscription, type Unsubscribe, unsubscribe } from './unsubscribe.ts'
import { unsubscribePage, unsubscribeStyle } from './unsubscribe-page.ts'

export function addDigestRoutes(app: FastifyInstance, deps: ManageDigest): void {
  serve(app, findDigestEndpoint, ({ caller }) => findDigest(deps, caller.userId))
  serve(app, changeDigestEndpoint, ({ caller, body }) => changeDigest(deps, caller.userId, body))
}

const styleHash = `'sha256-${createHash('sha256').update(unsubscribeStyle).digest('base64')}'`

/** Needs no session and accepts requests from other sites, because the link is opened in a mail program. */
export function addUnsubscribeRoutes(app: FastifyInstance, deps: Unsubscribe & { publicUrl: string }): void {
  const pageOf = (state: 'on' | 'off' | 'unknown'): OpenDocument => ({
    status: state === 'unknown' ? 404 : 200,
    headers: {
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
      'content-security-policy': contentSecurityPolicy([], [styleHash]),
    },
    mediaType: 'text/html; charset=utf-8',
    content: unsubscribePage(state, deps.publicUrl),
  })
  serveOpen(app, unsubscribePageEndpoint, async ({ params }) =>
    pageOf(await readSubscription(deps, params.token)),
  )
  serveOpen(app, unsubscribeEndpoint, async ({ params }) => pageOf(await unsubscribe(deps, params.token)))
}
