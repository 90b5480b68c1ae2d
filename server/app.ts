import cookie from '@fastify/cookie'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify'
import type { OutageLog } from './database/outage-log.ts'
import { addAccountRoutes } from './features/accounts/accounts-routes.ts'
import { addMailedLinkRoutes } from './features/accounts/mailed-link-routes.ts'
import { addProviderRoutes } from './features/accounts/provider-routes.ts'
import { addAdminOverviewRoutes } from './features/admin/admin-overview-routes.ts'
import { addAdminRoutes } from './features/admin/admin-routes.ts'
import { addAdminUsersRoutes } from './features/admin/admin-users-routes.ts'
import { addBillingRoutes } from './features/billing/billing-routes.ts'
import { addWebhookRoutes } from './features/billing/webhook-routes.ts'
import { addInstanceRoutes } from './features/instance/instance-routes.ts'
import { addListsRoutes } from './features/lists/lists-routes.ts'
import { addOwnRoutes } from './features/own/own-routes.ts'
import { addScanRoutes } from './features/scan/scan-routes.ts'
import { addScoringRoutes } from './features/scoring/scoring-routes.ts'
import { type RenderSavedResults, renderSavedResults } from './features/search/render-saved-results.ts'
import { addResultRoutes } from './features/search/result-routes.ts'
import { addSearchRoutes } from './features/search/search-routes.ts'
import { addSourcesRoutes } from './features/sources/sources-routes.ts'
import { type AdminSessionKeeper, addAdminSessions } from './http/admin-session.ts'
import { visitorCookie } from './http/caller.ts'
import { addCrossSiteRefusal } from './http/csrf.ts'
import { addErrorReplies, sendError, toAppError } from './http/error-reply.ts'
import { addSecurityHeaders, securityHeaders } from './http/headers.ts'
import { addHealth } from './http/health.ts'
import { addExpectationRefusal, rawRefusals } from './http/raw-refusals.ts'
import { addSessions, type SessionKeeper } from './http/sessions.ts'
import { closeUnusedSockets } from './http/unused-sockets.ts'
import { addCompression, addWebFiles, type WebFiles } from './http/web-files.ts'
import type { Clock } from './ports.ts'
import type { Readiness } from './readiness.ts'
import type { ResultsRenderer } from './results-renderer.ts'

type FrontEnd = Pick<WebFiles, 'folder' | 'facts'> & { draw: ResultsRenderer }

type AppSettings = {
  publicUrl: string
  cookieSecrets: readonly string[]
  trustedProxies: readonly string[]
  /** The built front end; null serves the API alone. */
  web: FrontEnd | null
  /** How long a request may take to arrive. */
  requestTimeoutMs: number
}

export type AppDeps = {
  settings: AppSettings
  logger: FastifyBaseLogger
  clock: Clock
  outages: OutageLog
  readiness: Readiness
  sessions: SessionKeeper
  search: Parameters<typeof addSearchRoutes>[1] &
    Parameters<typeof addResultRoutes>[1] &
    Omit<RenderSavedResults, 'renderResults'>
  scoring: Parameters<typeof addScoringRoutes>[1]
  scan: Parameters<typeof addScanRoutes>[1]
  sources: Parameters<typeof addSourcesRoutes>[1]
  instance: Parameters<typeof addInstanceRoutes>[1]
  own: Parameters<typeof addOwnRoutes>[1]
  lists: Parameters<typeof addListsRoutes>[1]
  accounts: Parameters<typeof addAccountRoutes>[1] & Parameters<typeof addMailedLinkRoutes>[1]
  providers: Parameters<typeof addProviderRoutes>[1]
  admin: Parameters<typeof addAdminRoutes>[1] &
    Parameters<typeof addAdminUsersRoutes>[1] &
    Parameters<typeof addAdminOverviewRoutes>[1] & { sessions: AdminSessionKeeper }
  billing: Parameters<typeof addBillingRoutes>[1] & Parameters<typeof addWebhookRoutes>[1]
}

/** The routes of the contract. Only they have sessions: a page or a picture costs no query. */
async function addApi(api: FastifyInstance, deps: AppDeps): Promise<void> {
  const { settings, clock, sessions, search, accounts } = deps
  const { publicUrl, cookieSecrets } = settings
  await addSessions(api, { keeper: sessions, secrets: cookieSecrets, publicUrl, clock })
  addSearchRoutes(api, search)
  addResultRoutes(api, search)
  addScoringRoutes(api, deps.scoring)
  addInstanceRoutes(api, deps.instance)
  addOwnRoutes(api, deps.own)
  addListsRoutes(api, deps.lists)
  addAccountRoutes(api, accounts)
  addMailedLinkRoutes(api, accounts)
  addProviderRoutes(api, deps.providers)
  addBillingRoutes(api, deps.billing)
  addAdminSessions(api, { keeper: deps.admin.sessions, publicUrl })
  addAdminRoutes(api, deps.admin)
  addAdminUsersRoutes(api, deps.admin)
  addAdminOverviewRoutes(api, deps.admin)
  addScanRoutes(api, deps.scan)
  addSourcesRoutes(api, deps.sources)
}

function addFrontEnd(app: FastifyInstance, { draw, ...web }: FrontEnd, search: AppDeps['search']) {
  const renderResults: WebFiles['renderResults'] = (asked) =>
    search.gate.pass(() => renderSavedResults({ ...search, renderResults: draw }, asked))
  return addWebFiles(app, { ...web, renderResults })
}

/** The product as a Fastify instance that does not listen yet. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { settings, logger } = deps
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
  closeUnusedSockets(app)
  addErrorReplies(app, deps.outages)
  addExpectationRefusal(app, headers)
  addSecurityHeaders(app, headers)
  addCrossSiteRefusal(app, settings.publicUrl)
  await addCompression(app)
  await app.register(cookie, { secret: [...settings.cookieSecrets] })
  addHealth(app, deps.readiness)
  await app.register((api) => addApi(api, deps))
  await app.register((webhooks) => addWebhookRoutes(webhooks, deps.billing))
  if (settings.web !== null) await addFrontEnd(app, settings.web, deps.search)
  return app
}
