import cookie from '@fastify/cookie'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify'
import { addSearchRoutes } from './features/search/search-routes.ts'
import { visitorCookie } from './http/caller.ts'
import { addErrorReplies, sendError, toAppError } from './http/error-reply.ts'
import { addSecurityHeaders, securityHeaders } from './http/headers.ts'
import { addExpectationRefusal, rawRefusals } from './http/raw-refusals.ts'
import { addCompression, addWebFiles } from './http/web-files.ts'

type AppSettings = {
  publicUrl: string
  cookieSecrets: readonly string[]
  trustedProxies: readonly string[]
  /** The built front end; null serves the API alone. */
  webFolder: string | null
  /** How long a request may take to arrive. */
  requestTimeoutMs: number
}

export type AppDeps = {
  settings: AppSettings
  logger: FastifyBaseLogger
  search: Parameters<typeof addSearchRoutes>[1]
}

/** The product as a Fastify instance that does not listen yet. */
export async function buildApp({ settings, logger, search }: AppDeps): Promise<FastifyInstance> {
  const headers = securityHeaders(settings.publicUrl.startsWith('https:'))
  const app = fastify({
    loggerInstance: logger,
    bodyLimit: 64 * 1024,
    requestTimeout: settings.requestTimeoutMs,
    // Without these, Node looks for late requests twice a minute and gives headers a minute.
    http: {
      headersTimeout: settings.requestTimeoutMs,
      requestTimeout: settings.requestTimeoutMs,
      connectionsCheckingInterval: Math.min(1000, settings.requestTimeoutMs),
    },
    clientErrorHandler: rawRefusals(headers),
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 200 },
    trustProxy: settings.trustedProxies.length === 0 ? false : [...settings.trustedProxies],
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers)
      sendError(toAppError(error), request.log, reply as FastifyReply)
    },
  })
  app.removeContentTypeParser('text/plain')
  app.decorate('visitorCookie', visitorCookie(settings.publicUrl))
  addErrorReplies(app)
  addExpectationRefusal(app, headers)
  addSecurityHeaders(app, headers)
  await addCompression(app)
  await app.register(cookie, { secret: [...settings.cookieSecrets] })
  app.get('/healthz', async () => ({ status: 'ok' }))
  addSearchRoutes(app, search)
  if (settings.webFolder !== null) await addWebFiles(app, settings.webFolder)
  return app
}
