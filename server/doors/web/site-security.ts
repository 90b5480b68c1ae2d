import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopbackHost } from '#contract/loopback-host.ts'
import { AppError } from '#server/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for routes that do not authenticate by a cookie, such as webhooks of a payment provider. */
    acceptsOtherSites?: boolean
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A local product can be reached under several names, so the Host header is compared. On other machines that
 * header proves nothing.
 */
function isOwnOrigin(origin: string, host: string | undefined, publicUrl: string): boolean {
  const asked = URL.parse(origin)
  if (asked === null) return false
  const own = new URL(publicUrl)
  if (asked.origin === own.origin) return true
  const onLoopback = isLoopbackHost(own.hostname) && isLoopbackHost(asked.hostname)
  return onLoopback && asked.protocol === 'http:' && asked.host === host
}

/**
 * Whether a browser sent this on behalf of another site. A request without these headers is not from a
 * browser.
 */
export function isFromOtherSite(headers: FastifyRequest['headers'], publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  return headers.origin !== undefined && !isOwnOrigin(headers.origin, headers.host, publicUrl)
}

/** CSRF protection: refuses cross-site writes with a user's cookies. */
export function addCrossSiteRefusal(app: FastifyInstance, publicUrl: string): void {
  app.addHook('onRequest', async (request) => {
    if (safeMethods.has(request.method) || request.routeOptions.config.acceptsOtherSites === true) return
    if (!isFromOtherSite(request.headers, publicUrl)) return
    throw new AppError('cross_site_request', `Writes are accepted from ${publicUrl} only`, {
      userMessage: `This request came from another site. Open ${publicUrl} and try again; whoever runs this installation sets its address with PUBLIC_URL.`,
    })
  })
}

/** The content security policy, which allows our own files and inline scripts with these hashes. */
export function contentSecurityPolicy(
  scriptHashes: readonly string[] = [],
  styleHashes: readonly string[] = [],
): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    ["style-src 'self'", ...styleHashes].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ')
}

/** The security headers of every reply. Without https, browsers ignore the last one. */
export function securityHeaders(https: boolean): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    ...(https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

/** Adds the headers to all replies after routing. Failures before routing are handled in frameworkErrors. */
export function addSecurityHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
}

/**
 * A proxy that serves the product below a path, and removes this path, sends this header. The product's URLs
 * begin at the root, so pages behind such a proxy would load neither styles nor scripts.
 */
export function addPathRefusal(app: FastifyInstance, warn: (message: string) => void): void {
  let isTold = false
  app.addHook('onRequest', async ({ headers }) => {
    const prefix = headers['x-forwarded-prefix']
    if (prefix === undefined || prefix === '' || prefix === '/') return
    const words = 'Unmet cannot be served below a path of a proxy: give it a host name of its own'
    if (!isTold) warn(`${words}. Requests arrive with the header X-Forwarded-Prefix`)
    isTold = true
    throw new AppError('not_found', words, { userMessage: `${words}.` })
  })
}

/** HTTP/1.1 requires a Host header; HTTP/1.0 has none. */
export function addHostRefusal(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers, raw }) => {
    if (headers.host !== undefined || raw.httpVersion !== '1.1') return
    throw new AppError('invalid_input', 'The request has no Host header')
  })
}
