import '@fastify/cookie'
import { randomBytes } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SubscriptionTier } from '#contract/accounts.ts'
import type { SignedInAdmin } from './admin-session.ts'
import { clearDeadCookie } from './sessions.ts'

/** A browser, known by a signed cookie only; the address is grouped as limits count it. */
export type Browser = { visitorId: string; address: string }

export type UserCaller = Browser & {
  kind: 'user'
  userId: string
  tier: SubscriptionTier
  /** Which of the person's sessions this is, by the id that the list of sessions shows. */
  sessionPublicId: string
}

/** An operator, who has no account: only the operator's endpoints see this kind. */
export type AdminCaller = SignedInAdmin & { kind: 'admin'; address: string }

export type Caller = (Browser & { kind: 'visitor' }) | UserCaller

declare module 'fastify' {
  interface FastifyInstance {
    visitorCookie: VisitorCookie
  }
}

export type VisitorCookie = { name: string; secure: boolean }

const visitorIdShape = /^[A-Za-z0-9_-]{22}$/u
const cookieLifetimeSeconds = 60 * 60 * 24 * 30

/** `__Host-` needs https, so the plain name serves local http. */
export function visitorCookie(publicUrl: string): VisitorCookie {
  const secure = publicUrl.startsWith('https:')
  return { name: secure ? '__Host-visitor' : 'visitor', secure }
}

/** What stands before the port: some proxies write `1.2.3.4:5678` and `[::1]:443`. */
function withoutPort(address: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/u.exec(address)?.[1] ?? address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/u, '$1')
}

/** IPv4 as it is; IPv6 by its /64, since one household has them all. IPv4 inside IPv6 counts as IPv4. */
export function addressGroup(forwarded: string): string {
  const address = withoutPort(forwarded)
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const left = head.split(':').filter((part) => part !== '')
  const right = tail.split(':').filter((part) => part !== '')
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  const parts = [...left, ...zeros, ...right].slice(0, 4).map((part) => part.replace(/^0+(?=.)/u, ''))
  return `${parts.join(':')}::/64`
}

function knownVisitorId(request: FastifyRequest, cookieName: string): string | null {
  const cookie = request.cookies[cookieName]
  if (cookie === undefined) return null
  const unsigned = request.unsignCookie(cookie)
  return unsigned.valid && visitorIdShape.test(unsigned.value) ? unsigned.value : null
}

/** The browser that asks for a page, which sets no cookie: without one it has no visitor id. */
export function findBrowser(request: FastifyRequest): Browser {
  const visitorId = knownVisitorId(request, request.server.visitorCookie.name) ?? ''
  return { visitorId, address: addressGroup(request.ip) }
}

function identifyBrowser(request: FastifyRequest, reply: FastifyReply): Browser {
  const { name, secure } = request.server.visitorCookie
  const known = knownVisitorId(request, name)
  const visitorId = known ?? randomBytes(16).toString('base64url')
  // Reading sets no visitor id: a late reply would replace the id that a search was just made with.
  if (known === null && request.method !== 'GET') {
    reply.setCookie(name, visitorId, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure,
      signed: true,
      maxAge: cookieLifetimeSeconds,
    })
  }
  return { visitorId, address: addressGroup(request.ip) }
}

/** The caller of a request; a browser without a valid cookie gets a new one, and a dead session's is removed. */
export function identifyCaller(request: FastifyRequest, reply: FastifyReply): Caller {
  const browser = identifyBrowser(request, reply)
  clearDeadCookie(request, reply)
  const { content, tier } = request.savedSession ?? {}
  if (content?.userId === undefined || tier === undefined) return { kind: 'visitor', ...browser }
  return { kind: 'user', userId: content.userId, tier, sessionPublicId: content.publicId, ...browser }
}
