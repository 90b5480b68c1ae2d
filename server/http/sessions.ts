import { randomBytes } from 'node:crypto'
import session from '@fastify/session'
import type { FastifyInstance, FastifyReply, FastifyRequest, Session } from 'fastify'
import type { SubscriptionTier } from '#contract/accounts.ts'
import type { Clock } from '#server/ports.ts'
import type { SessionContent } from '#server/sign-in-ports.ts'
import { deviceName } from './device-name.ts'

/** Where sessions are stored. `findSession` adds the plan of the person whose it is. */
export type SessionStorage = {
  findSession(id: string): Promise<(SessionContent & { tier?: SubscriptionTier | undefined }) | null>
  insertSession(id: string, fields: SessionContent): Promise<void>
  updateSession(id: string, fields: SessionContent): Promise<void>
  deleteSession(id: string): Promise<void>
}

declare module 'fastify' {
  interface Session extends Partial<SessionContent> {
    tier?: SubscriptionTier | undefined
    /** It has a row, so that it is only ever updated. */
    stored?: boolean
  }
  interface FastifyInstance {
    sessionCookie: { name: string; secure: boolean; clock: Clock }
  }
}

export type SessionSettings = {
  storage: SessionStorage
  secrets: readonly string[]
  publicUrl: string
  clock: Clock
}

/** Shows the page that asking who is signed in is worth a request; it permits nothing. */
const hintCookie = 'signed-in'

/** True when the browser says that somebody is signed in; good for choosing what to render, and nothing else. */
export function seemsSignedIn(request: FastifyRequest): boolean {
  return request.cookies[hintCookie] === '1'
}

/** How long the browser keeps the cookie; the server has the last word on a session's end. */
const cookieLifetimeMs = 14 * 86_400_000
const hintLifetimeSeconds = 60 * 86_400
const touchEveryMs = 5 * 60_000

/** Sessions of replies on their way out: the plugin would save them once more, and a failure then would undo an answer. */
const answered = new WeakSet<object>()

/** The plugin's store: INSERT what was never stored and UPDATE the rest, so that what was ended stays ended. */
function pluginStore(storage: SessionStorage) {
  return {
    get(id: string, done: (error: unknown, found?: Session | null) => void) {
      storage.findSession(id).then((found) => {
        // No `expires`: the plugin would compare it with its own clock. The storage has checked.
        const cookie = { originalMaxAge: cookieLifetimeMs }
        done(null, found === null ? null : { ...found, stored: true, cookie })
      }, done)
    },
    set(id: string, session: Session, done: (error?: unknown) => void) {
      if (answered.has(session)) return done()
      const known = session.stored === true
      session.stored = true
      session.publicId ??= randomBytes(16).toString('base64url')
      const fields = { ...session, publicId: session.publicId }
      const written = known ? storage.updateSession(id, fields) : storage.insertSession(id, fields)
      written.then(() => done(), done)
    },
    destroy(id: string, done: (error?: unknown) => void) {
      storage.deleteSession(id).then(() => done(), done)
    },
  }
}

/** Gives the routes registered after it a session. A request without its cookie costs no query. */
export async function addSessions(app: FastifyInstance, settings: SessionSettings): Promise<void> {
  const secure = settings.publicUrl.startsWith('https:')
  // `__Host-` needs https, so the plain name serves local http.
  const name = secure ? '__Host-sid' : 'sid'
  app.decorate('sessionCookie', { name, secure, clock: settings.clock })
  app.addHook('onSend', async (request) => {
    if (request.session) answered.add(request.session)
  })
  await app.register(session, {
    secret: [...settings.secrets],
    store: pluginStore(settings.storage),
    cookieName: name,
    cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: cookieLifetimeMs },
    idGenerator: () => randomBytes(32).toString('base64url'),
    saveUninitialized: false,
    rolling: false,
  })
}

/** The session of a request, if it has one that is stored; an app without sessions has none. */
export function savedSession(request: FastifyRequest) {
  const saved: FastifyRequest['session'] | null | undefined = request.session
  return saved?.stored === true ? saved : null
}

/** Browsers ignore the removal of a `__Host-` cookie that is not Secure, so the plugin's own does nothing. */
export function clearCookie(request: FastifyRequest, reply: FastifyReply): void {
  const { name, secure } = request.server.sessionCookie
  delete request.cookies[name]
  reply.clearCookie(name, { path: '/', secure, httpOnly: true, sameSite: 'lax' })
  reply.clearCookie(hintCookie, { path: '/', secure, sameSite: 'lax' })
}

/** Notes every few minutes that a session is in use; a note that cannot be written is left to the next request. */
export async function touchSession(request: FastifyRequest): Promise<void> {
  const saved = savedSession(request)
  if (saved?.userId === undefined) return
  const now = request.server.sessionCookie.clock().getTime()
  if (now - (saved.lastSeenAt ?? 0) < touchEveryMs) return
  saved.lastSeenAt = now
  saved.touch()
  await saved.save().catch((error: unknown) => {
    request.log.debug({ err: error }, 'The use of a session could not be noted')
  })
}

export type CallerSession = ReturnType<typeof callerSession>

/** What a handler may do with the session of its caller. */
export function callerSession(request: FastifyRequest, reply: FastifyReply) {
  const { name, secure, clock } = request.server.sessionCookie
  /** Saves and has the plugin send the cookie; the one that came is not cleared first. */
  const send = async () => {
    delete request.cookies[name]
    await request.session.save()
  }
  return {
    /** Signs the person in under a new session id; the one before is dead. Null keeps an anonymous session. */
    async signIn(userId: string | null) {
      await request.session.regenerate()
      const at = clock().getTime()
      const device = deviceName(request.headers['user-agent'])
      if (userId !== null) Object.assign(request.session, { userId, signedInAt: at, lastSeenAt: at, device })
      await send()
      // Set for anonymous sessions too: a known address must not look different from a new one.
      reply.setCookie(hintCookie, '1', { path: '/', secure, sameSite: 'lax', maxAge: hintLifetimeSeconds })
      return { publicId: request.session.publicId ?? '' }
    },
    async signOut() {
      if (savedSession(request) !== null) await request.session.destroy()
      clearCookie(request, reply)
    },
    /** Remembers what a sign-in with another provider has to be checked against, for an hour. */
    async keepPendingSignIn(pending: Record<string, string>) {
      request.session.pendingSignIn = pending
      await send()
    },
    /** Gives it once. */
    async takePendingSignIn() {
      const pending = savedSession(request)?.pendingSignIn
      if (pending === undefined) return null
      request.session.pendingSignIn = undefined
      await send()
      return pending
    },
  }
}
