import type { AddressInfo } from 'node:net'
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type Stripe from 'stripe'
import { ApiError, envelope } from './api-error.ts'
import { checkoutUrl } from './checkout-calls.ts'
import { serveCheckoutPage } from './checkout-page.ts'
import { type Ledger, makeObject, openLedger, type PaymentMode } from './ledger.ts'
import { servePortalPage } from './portal-page.ts'
import { type ServeCallsDeps, serveCalls } from './serve-calls.ts'
import { openState } from './state-file.ts'
import {
  type DeliveryDeps,
  requireLoopback,
  WebhookDeliveries,
  type WebhookTarget,
} from './webhook-deliveries.ts'
import type * as wire from './wire.ts'
import { played, randomLetters } from './wire.ts'

/** The price of Pro in each mode, the same after every restart. */
export const standInPriceId = 'price_1StandInProMonthly0000'

export type StandInOptions = {
  /** The product's NODE_ENV; the stand-in refuses to start in production. */
  nodeEnv: string | undefined
  /** The price of Pro per month, in US cents. */
  priceCents: number
  /** The webhook targets, which `setWebhookTarget` can set later. */
  webhookTargets?: Partial<Record<PaymentMode, WebhookTarget>>
  clock?: () => Date
  /**
   * The file that keeps the state across restarts. Without a file, the state is lost when the stand-in stops.
   */
  stateFile?: string
  webhookTimeoutMs?: number
  webhookRetryDelaysMs?: readonly number[]
  log?: (problem: string) => void
  meet?: NonNullable<ServeCallsDeps['meet']>
  /** Tests pass deliveries that they can hold back. */
  openDeliveries?: (deps: DeliveryDeps) => WebhookDeliveries
}

const defaultRetryDelaysMs = [2, 10, 60, 300, 1_800, 7_200, 43_200].map((seconds) => seconds * 1000)

/** Starts a local stand-in for the payment provider; the real SDK talks to it over HTTP. */
export async function startStandIn(options: StandInOptions) {
  if (options.nodeEnv === 'production') {
    throw new Error('The payment stand-in never runs in production. Set the keys of the payment provider.')
  }
  const { clock = () => new Date(), log = () => {}, stateFile, meet, priceCents } = options
  const apiKeys = { production: `sk_live_${randomLetters(32)}`, sandbox: `sk_test_${randomLetters(32)}` }
  const targets = { production: null, sandbox: null, ...options.webhookTargets }
  for (const target of Object.values(targets)) if (target) requireLoopback(target)
  const nowS = () => Math.floor(clock().getTime() / 1000)
  const ledgers = { production: openLedger('production', nowS), sandbox: openLedger('sandbox', nowS) }
  const save = stateFile === undefined ? async () => {} : await openState(stateFile, ledgers, log)
  const { openDeliveries = (deps: DeliveryDeps) => new WebhookDeliveries(deps) } = options
  const webhooks = openDeliveries({
    ledgers,
    targetOf: (mode) => targets[mode],
    retryDelaysMs: options.webhookRetryDelaysMs ?? defaultRetryDelaysMs,
    timeoutMs: options.webhookTimeoutMs ?? 10_000,
    onChange: () => void save(),
  })
  const app = buildStandInApp(log)
  serveCalls(app, { ledgers, apiKeys, meet, save })
  serveCheckoutPage(app, { ledgers, save })
  servePortalPage(app, { ledgers, save })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  for (const ledger of Object.values(ledgers)) {
    ledger.pagesUrl = () => url
    ledger.onEvent = (event) => webhooks.add(ledger, event)
    settleIn(ledger, url, priceCents)
  }
  await save()
  for (const ledger of Object.values(ledgers)) webhooks.resume(ledger)
  return {
    /** `http://127.0.0.1:port`, without a trailing slash. */
    url,
    modes: {
      production: { apiKey: apiKeys.production, priceId: standInPriceId },
      sandbox: { apiKey: apiKeys.sandbox, priceId: standInPriceId },
    },
    ledgers,
    save,
    setWebhookTarget(mode: PaymentMode, target: WebhookTarget): void {
      targets[mode] = requireLoopback(target)
      webhooks.resume(ledgers[mode])
    },
    async close(): Promise<void> {
      webhooks.close()
      await app.close()
      await save()
    },
  }
}

/** Creates the price of Pro and moves open pages to the current address. */
function settleIn(ledger: Ledger, url: string, priceCents: number): void {
  const { prices } = ledger.tables
  if (prices.find(standInPriceId)?.unit_amount !== priceCents) prices.put(makeProPrice(ledger, priceCents))
  for (const session of ledger.tables.sessions.all()) {
    if (session.status === 'open') session.url = checkoutUrl(ledger, session.id)
  }
  for (const portal of ledger.tables.portals.all()) portal.url = `${url}${new URL(portal.url).pathname}`
}

export function makeProPrice(ledger: Ledger, cents: number): wire.Price {
  return makeObject<wire.Price>(ledger, ['price', 'price'], {
    id: standInPriceId,
    active: true,
    billing_scheme: 'per_unit',
    currency: 'usd',
    nickname: 'Pro',
    recurring: played<Stripe.Price.Recurring>({
      interval: 'month',
      interval_count: 1,
      usage_type: 'licensed',
    }),
    tax_behavior: 'unspecified',
    transform_quantity: null,
    type: 'recurring',
    unit_amount: cents,
    unit_amount_decimal: String(cents),
  })
}

/** A local HTTP server in the provider's format. */
function buildStandInApp(log: (problem: string) => void): FastifyInstance {
  const app = fastify({
    bodyLimit: 65_536,
    requestTimeout: 10_000,
    // A busy event loop must not close the SDK's keep-alive connections.
    keepAliveTimeout: 65_000,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 300 },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  )
  // Rejects other host names: a web page could reach the server by DNS rebinding.
  app.addHook('onRequest', async (request, reply) => {
    if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/u.test(request.host)) {
      await reply.status(421).send('This address is for this machine only.')
    }
  })
  app.setNotFoundHandler(answerUnknown)
  app.setErrorHandler((error: FastifyError | ApiError, _request, reply) => answerError(error, reply, log))
  return app
}

function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?')[0] ?? ''
  const message = `Unrecognized request URL (${request.method}: ${path}), or one that the local stand-in does not support.`
  return sendError(reply, 404, { type: 'invalid_request_error', message })
}

function answerError(error: FastifyError | ApiError, reply: FastifyReply, log: (problem: string) => void) {
  if (error instanceof ApiError) return sendError(reply, error.status, error.body)
  const { statusCode: status = 500, message } = error
  if (status < 500) return sendError(reply, status, { type: 'invalid_request_error', message })
  log(`The payment stand-in failed: ${message}`)
  return sendError(reply, status, { type: 'api_error', message: 'An unknown error occurred.' })
}

function sendError(reply: FastifyReply, status: number, body: object): FastifyReply {
  return reply.status(status).type('application/json').send(envelope(body))
}
