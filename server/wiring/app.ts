import cookie from '@fastify/cookie'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type onRequestHookHandler,
} from 'fastify'
import type { OutageLog } from '#server/database/outage-log.ts'
import { visitorCookie } from '#server/doors/web/caller.ts'
import {
  addErrorReplies,
  addExpectationRefusal,
  rawRefusals,
  sendError,
} from '#server/doors/web/error-reply.ts'
import { FailureLogController } from '#server/doors/web/failure-log.ts'
import type { RefusalLog } from '#server/doors/web/refusal-log.ts'
import { addSessions, type SessionStorage } from '#server/doors/web/sessions.ts'
import {
  addCrossSiteRefusal,
  addHostRefusal,
  addPathRefusal,
  addSecurityHeaders,
  securityHeaders,
} from '#server/doors/web/site-security.ts'
import { toAppError } from '#server/doors/web/to-app-error.ts'
import { closeUnusedSockets } from '#server/doors/web/unused-sockets.ts'
import { addCompression, addWebFiles, type WebFiles } from '#server/doors/web/web-files.ts'
import { AppError } from '#server/errors.ts'
import type { Readiness } from '#server/operations/readiness.ts'
import type { AddRoutes, Wired } from './wired.ts'

interface AppDeps extends Pick<Wired, 'config' | 'publicUrl' | 'cookieSecrets' | 'clock' | 'replaced'> {
  logger: FastifyBaseLogger
  outages: OutageLog
  refusals: RefusalLog
  readiness: Readiness
  onRequest: onRequestHookHandler
  sessions: SessionStorage
  /** The built front end. If it is null, only the API is served. */
  web: WebFiles | null
  /**
   * The routes of the contract. Only these routes read sessions, so that a page or an image needs no query.
   */
  routes: readonly AddRoutes[]
  /** Counts every request and serves the metrics. */
  addMetrics: AddRoutes
  /** Routes without sessions, for callers that know a secret URL or sign the body. */
  addOpenRoutes: AddRoutes
  /** Routes for programs with a key. */
  addKeyRoutes: AddRoutes
}

/** Without this, a proxy would send its next request over a connection that is about to be closed. */
function closeWhileDraining(app: FastifyInstance, readiness: Readiness): void {
  app.addHook('onRequest', async (_request, reply) => {
    if (readiness.isDraining()) reply.header('connection', 'close')
  })
}

/**
 * For supervisors and load balancers: `/livez` and `/healthz` show that this process answers, `/readyz` that
 * it can serve requests. Only the operator learns the reason.
 */
function addHealth(app: FastifyInstance, readiness: Readiness): void {
  for (const path of ['/livez', '/healthz'])
    app.get(path, async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      return { status: 'ok' }
    })
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (await readiness.ask()) return { status: 'ok' }
    reply.code(503).header('retry-after', 5)
    return { message: 'Not ready; try again in a few seconds', code: 'overloaded' }
  })
}

async function refuseUnknown(): Promise<never> {
  throw new AppError('not_found', 'There is nothing at this address')
}

/** The timeout for receiving a whole request. */
const arrivalMs = 10_000

/** Builds the Fastify instance without listening. */
export async function buildApp(parts: AppDeps): Promise<FastifyInstance> {
  const { config, publicUrl, cookieSecrets, clock, logger, web } = parts
  const { trustedProxies } = config
  const requestTimeoutMs = parts.replaced.requestTimeoutMs ?? arrivalMs
  const headers = securityHeaders(publicUrl.startsWith('https:'))
  const app = fastify({
    loggerInstance: logger,
    bodyLimit: 64 * 1024,
    requestTimeout: requestTimeoutMs,
    // By default Node checks for late requests only twice a minute and allows a minute for headers.
    http: {
      // Node's own refusal of a request without a Host header would lack our headers.
      requireHostHeader: false,
      headersTimeout: requestTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(1000, requestTimeoutMs),
    },
    clientErrorHandler: rawRefusals(headers, parts.refusals),
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 200 },
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    logController: new FailureLogController(),
    frameworkErrors: (error, _request, reply) => {
      reply.headers(headers)
      sendError(toAppError(error), reply as FastifyReply)
    },
  })
  app.removeContentTypeParser('text/plain')
  app.decorate('visitorCookie', visitorCookie(publicUrl))
  closeUnusedSockets(app)
  addErrorReplies(app, parts)
  addExpectationRefusal(app, headers)
  addSecurityHeaders(app, headers)
  if (config.drainMs > 0) closeWhileDraining(app, parts.readiness)
  addHostRefusal(app)
  addPathRefusal(app, (message) => logger.warn(message))
  addCrossSiteRefusal(app, publicUrl)
  app.addHook('onRequest', parts.onRequest)
  await addCompression(app)
  await app.register(cookie, { secret: [...cookieSecrets] })
  parts.addMetrics(app)
  addHealth(app, parts.readiness)
  await app.register(async (api) => {
    addSessions(api, { storage: parts.sessions, publicUrl, clock })
    for (const addRoutes of parts.routes) addRoutes(api)
  })
  await app.register(async (open) => parts.addOpenRoutes(open))
  await app.register(async (api) => parts.addKeyRoutes(api))
  if (web !== null) await addWebFiles(app, web)
  else app.setNotFoundHandler(refuseUnknown)
  return app
}
