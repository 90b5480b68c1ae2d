import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { changeDigestEndpoint, findDigestEndpoint } from '#contract/digests.ts'
import { serve } from '#server/doors/web/serve.ts'
import { contentSecurityPolicy } from '#server/doors/web/site-security.ts'
import { changeDigest, findDigest, type ManageDigest } from './manage-digest.ts'
import { readSubscription, type Unsubscribe, unsubscribe } from './unsubscribe.ts'
import { unsubscribePage, unsubscribeStyle } from './unsubscribe-page.ts'

export function addDigestRoutes(app: FastifyInstance, deps: ManageDigest): void {
  serve(app, findDigestEndpoint, ({ caller }) => findDigest(deps, caller.userId))
  serve(app, changeDigestEndpoint, ({ caller, body }) => changeDigest(deps, caller.userId, body))
}

/** A mail program sends `List-Unsubscribe=One-Click` in one of two encodings; nothing in it needs to be read. */
const bodyBytes = 4_096
const styleHash = `'sha256-${createHash('sha256').update(unsubscribeStyle).digest('base64')}'`

/** Open to whoever got the mail: without a session, and from the site of a mail program. */
export function addUnsubscribeRoutes(app: FastifyInstance, deps: Unsubscribe & { publicUrl: string }): void {
  const send = (reply: FastifyReply, state: 'on' | 'off' | 'unknown') =>
    reply
      .code(state === 'unknown' ? 404 : 200)
      .headers({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
        'content-security-policy': contentSecurityPolicy([], [styleHash]),
      })
      .type('text/html; charset=utf-8')
      .send(unsubscribePage(state, deps.publicUrl))
  app.register(async (open) => {
    open.removeAllContentTypeParsers()
    open.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyBytes }, (_request, _body, done) =>
      done(null, undefined),
    )
    open.get<{ Params: { token: string } }>('/unsubscribe/:token', async ({ params }, reply) =>
      send(reply, await readSubscription(deps, params.token)),
    )
    open.post<{ Params: { token: string } }>(
      '/unsubscribe/:token',
      { config: { acceptsOtherSites: true } },
      async ({ params }, reply) => send(reply, await unsubscribe(deps, params.token)),
    )
  })
}
