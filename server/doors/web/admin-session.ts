import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Operator } from '#server/actor.ts'

type SignedInAdmin = Pick<Operator, 'adminId' | 'username' | 'previousLoginAt'>

/** The store of operators' sessions; the cookie contains the token. */
export type AdminSessionStorage = {
  /** Records that the session is in use. Null if the session is unknown or has expired. */
  findAdminSession(token: string): Promise<SignedInAdmin | null>
  endAdminSession(token: string): Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    adminSessions?: { storage: AdminSessionStorage; name: string; cookie: CookieSerializeOptions }
  }
}

/** The cookie is sent only to the operator's endpoints, and never with cross-site requests. */
const cookiePath = '/api/admin'
const tokenShape = /^[\w-]{43}$/u

/**
 * Gives operator sessions to the routes that are registered after it. `__Secure-` needs https, so a local
 * product without https uses the plain name.
 */
export function addAdminSessions(
  app: FastifyInstance,
  { storage, publicUrl }: { storage: AdminSessionStorage; publicUrl: string },
): void {
  const secure = publicUrl.startsWith('https:')
  const cookie = { path: cookiePath, httpOnly: true, sameSite: 'strict', secure } as const
  app.decorate('adminSessions', { storage, name: secure ? '__Secure-admin' : 'admin', cookie })
}

function tokenOf(request: FastifyRequest): string | null {
  const token = request.cookies[request.server.adminSessions?.name ?? '']
  return token !== undefined && tokenShape.test(token) ? token : null
}

/** The signed-in operator of a request. If the session has expired, its cookie is removed. */
export async function findAdmin(request: FastifyRequest, reply: FastifyReply): Promise<SignedInAdmin | null> {
  const sessions = request.server.adminSessions
  if (sessions === undefined) return null
  const token = tokenOf(request)
  const admin = token === null ? null : await sessions.storage.findAdminSession(token)
  if (admin === null && sessions.name in request.cookies) reply.clearCookie(sessions.name, sessions.cookie)
  return admin
}

export function adminSession(request: FastifyRequest, reply: FastifyReply) {
  const { adminSessions } = request.server
  if (adminSessions === undefined) throw new Error('This app has no operator sessions')
  const { storage, name, cookie } = adminSessions
  const end = async () => {
    const token = tokenOf(request)
    if (token !== null) await storage.endAdminSession(token)
  }
  return {
    /** The token of the request's session; null without one. */
    token: tokenOf(request),
    /** Sets the cookie of a new session. Ends the previous session first. */
    async open(token: string) {
      await end()
      // There is no expiry date: the browser deletes the cookie when it closes, and the server ends the
      // session in any case.
      reply.setCookie(name, token, cookie)
    },
    /** Ends the session. Returns its operator. */
    async close() {
      const admin = await findAdmin(request, reply)
      await end()
      reply.clearCookie(name, cookie)
      return admin
    },
  }
}
