import '@fastify/cookie'
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SubscriptionTier } from '#contract/accounts.ts'
import type { Clock } from '#server/clock.ts'
import type { SessionContent } from '#server/sign-in-ports.ts'
import { deviceName } from './device-name.ts'

/** The store of sessions; the cookie contains the token. */
export type SessionStorage = {
  /** The session, with its user's plan. */
  findSession(token: string): Promise<(SessionContent & { tier?: SubscriptionTier }) | null>
  insertSession(token: string, content: SessionContent): Promise<void>
  /**
   * Only updates a session, because a session that was ended in the meantime must not come back. Returns
   * false if it was ended.
   */
  updateSession(token: string, content: SessionContent): Promise<boolean>
  deleteSession(token: string): Promise<void>
}

type SavedSession = { token: string; content: SessionContent; tier: SubscriptionTier | undefined }

export type SessionSettings = { storage: SessionStorage; publicUrl: string; clock: Clock }

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the request's cookie. Null if there is no cookie, or if the session has expired. */
    savedSession: SavedSession | null
  }
  interface FastifyInstance {
    sessions?: SessionSettings & { name: string; secure: boolean }
  }
}

/** A cookie that tells the page whether to request the current user. It grants nothing. */
const hintCookie = 'signed-in'

/** True if the browser reports that somebody is signed in. Only used to choose what to render. */
export function seemsSignedIn(request: FastifyRequest): boolean {
  return request.cookies[hintCookie] === '1'
}

/** The lifetime of the cookies; the server decides when a session ends. */
const cookieLifetimeSeconds = 14 * 86_400
const hintLifetimeSeconds = 60 * 86_400
const touchEveryMs = 5 * 60_000

/** Adds sessions to routes that are registered after this call. A request without a cookie costs no query. */
export function addSessions(app: FastifyInstance, settings: SessionSettings): void {
  const secure = settings.publicUrl.startsWith('https:')
  // `__Host-` needs https, so a local product without https uses the plain name.
  const name = secure ? '__Host-sid' : 'sid'
  app.decorate('sessions', { ...settings, name, secure })
  app.decorateRequest('savedSession', null)
  app.addHook('onRequest', async (request) => {
    const { value: token } = request.unsignCookie(request.cookies[name] ?? '')
    const found = token === null ? null : await settings.storage.findSession(token)
    if (token === null || found === null) return
    const { tier, ...content } = found
    request.savedSession = { token, content, tier }
  })
}

function requireSessions({ server }: FastifyRequest) {
  if (server.sessions === undefined) throw new Error('This app has no sessions')
  return server.sessions
}

function sendCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  const { name, secure } = requireSessions(request)
  const lifetime = { signed: true, maxAge: cookieLifetimeSeconds }
  reply.setCookie(name, token, { path: '/', secure, httpOnly: true, sameSite: 'lax', ...lifetime })
}

/**
 * Sends no cookie for a session that was ended in the meantime, because the cookie would replace that of a
 * new sign-in.
 */
async function saveSession(request: FastifyRequest, reply: FastifyReply, saved: SavedSession) {
  const { token, content } = saved
  if (await requireSessions(request).storage.updateSession(token, content)) sendCookie(request, reply, token)
}

function clearCookies(request: FastifyRequest, reply: FastifyReply): void {
  const { name, secure } = requireSessions(request)
  // Browsers ignore the removal of a `__Host-` cookie that is not Secure.
  reply.clearCookie(name, { path: '/', secure, httpOnly: true, sameSite: 'lax' })
  reply.clearCookie(hintCookie, { path: '/', secure, sameSite: 'lax' })
}

/** Removes the cookie of an expired session. */
export function clearDeadCookie(request: FastifyRequest, reply: FastifyReply): void {
  const name = request.server.sessions?.name
  if (name !== undefined && name in request.cookies && request.savedSession === null) {
    clearCookies(request, reply)
  }
}

/** Records the use of a session every few minutes. If a write fails, the next request tries again. */
export async function touchSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const saved = request.savedSession
  if (saved?.content.userId === undefined) return
  const lastSeenAt = requireSessions(request).clock().getTime()
  if (lastSeenAt - (saved.content.lastSeenAt ?? 0) < touchEveryMs) return
  saved.content = { ...saved.content, lastSeenAt }
  try {
    await saveSession(request, reply, saved)
  } catch (error) {
    request.log.debug({ err: error }, 'The use of a session could not be recorded')
  }
}

/** The operations on the caller's session that a handler may use. */
export function callerSession(request: FastifyRequest, reply: FastifyReply) {
  const { storage, secure, clock } = requireSessions(request)
  const begin = async (more: Omit<SessionContent, 'publicId'>) => {
    const token = randomBytes(32).toString('base64url')
    const content = { ...more, publicId: randomBytes(16).toString('base64url') }
    await storage.insertSession(token, content)
    request.savedSession = { token, content, tier: undefined }
    sendCookie(request, reply, token)
    return content
  }
  const change = async (saved: SavedSession, pendingSignIn: SessionContent['pendingSignIn']) => {
    saved.content = { ...saved.content, pendingSignIn }
    await saveSession(request, reply, saved)
  }
  const end = async () => {
    if (request.savedSession !== null) await storage.deleteSession(request.savedSession.token)
    request.savedSession = null
  }
  return {
    /** The session's id in the list of sessions. */
    publicId: request.savedSession?.content.publicId ?? '',
    /**
     * Signs the user in with a new session id. The previous id becomes invalid. Null starts an anonymous
     * session.
     */
    async signIn(userId: string | null) {
      await end()
      const at = clock().getTime()
      const device = deviceName(request.headers['user-agent'])
      const { publicId } = await begin(
        userId === null ? {} : { userId, signedInAt: at, lastSeenAt: at, device },
      )
      // This hint is also set for anonymous sessions, because replies for known and unknown addresses must
      // not differ.
      reply.setCookie(hintCookie, '1', { path: '/', secure, sameSite: 'lax', maxAge: hintLifetimeSeconds })
      return { publicId }
    },
    async signOut() {
      await end()
      clearCookies(request, reply)
    },
    /** Stores values for an hour, so that the callback of a sign-in provider can be checked against them. */
    async keepPendingSignIn(pendingSignIn: Record<string, string>) {
      const saved = request.savedSession
      await (saved === null ? begin({ pendingSignIn }) : change(saved, pendingSignIn))
    },
    /** Returns it once. */
    async takePendingSignIn() {
      const saved = request.savedSession
      const pending = saved?.content.pendingSignIn
      if (saved === null || pending === undefined) return null
      await change(saved, undefined)
      return pending
    },
  }
}
