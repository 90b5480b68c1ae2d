import '@fastify/cookie'
import { randomBytes } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account, Visitor } from '#server/actor.ts'
import { clearDeadCookie } from './sessions.ts'

declare module 'fastify' {
  interface FastifyInstance {
    visitorCookie: VisitorCookie
  }
}

export type VisitorCookie = { name: string; secure: boolean }

const visitorIdShape = /^[A-Za-z0-9_-]{22}$/u
const cookieLifetimeSeconds = 60 * 60 * 24 * 30

/** `__Host-` needs https, so a local product without https uses the plain name. */
export function visitorCookie(publicUrl: string): VisitorCookie {
  const secure = publicUrl.startsWith('https:')
  return { name: secure ? '__Host-visitor' : 'visitor', secure }
}

/** An address without its port, because some proxies send `1.2.3.4:5678` and `[::1]:443`. */
function withoutPort(address: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/u.exec(address)?.[1] ?? address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/u, '$1')
}

/**
 * IPv4 addresses are returned unchanged. IPv6 addresses are grouped by /64, because one household usually has
 * a whole /64. An IPv4-mapped IPv6 address counts as IPv4.
 */
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

/** The visitor who requests a page. Sets no cookie, so the visitor may have no id. */
export function findVisitor(request: FastifyRequest): Visitor {
  const visitorId = knownVisitorId(request, request.server.visitorCookie.name) ?? ''
  return { kind: 'visitor', visitorId, address: addressGroup(request.ip) }
}

function identifyVisitor(request: FastifyRequest, reply: FastifyReply): Visitor {
  const { name, secure } = request.server.visitorCookie
  const known = knownVisitorId(request, name)
  const visitorId = known ?? randomBytes(16).toString('base64url')
  // Requests that only read set no visitor id, because a late response would replace the id that a search has
  // just set.
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
  return { kind: 'visitor', visitorId, address: addressGroup(request.ip) }
}

/**
 * The caller of a request, and the visitor id of the browser, which a signed-in browser has as well. A
 * browser without a valid visitor cookie gets a new one. If a session has expired, its cookie is removed.
 */
export function identifyCaller(
  request: FastifyRequest,
  reply: FastifyReply,
): { caller: Visitor | Account; visitorId: string } {
  const visitor = identifyVisitor(request, reply)
  const { visitorId, address } = visitor
  clearDeadCookie(request, reply)
  const { content, tier } = request.savedSession ?? {}
  if (content?.userId === undefined || tier === undefined) return { caller: visitor, visitorId }
  return { caller: { kind: 'account', userId: content.userId, tier, address }, visitorId }
}
