import type { AddressInfo } from 'node:net'
import { checkoutUrl } from './checkout-calls.ts'
import { serveCheckoutPage } from './checkout-page.ts'
import { type EventObject, type Ledger, openLedger, type PaymentMode } from './ledger.ts'
import { servePortalPage } from './portal-page.ts'
import { randomLetters } from './provider-id.ts'
import { type ServeCallsDeps, serveCalls } from './serve-calls.ts'
import { buildStandInApp } from './stand-in-app.ts'
import { openState } from './state-file.ts'
import {
  type DeliveryDeps,
  requireLoopback,
  WebhookDeliveries,
  type WebhookTarget,
} from './webhook-deliveries.ts'
import { type PriceObject, played } from './wire.ts'

/** The price of Pro that the stand-in offers in each mode, the same after every restart. */
export const standInPriceId = 'price_1StandInProMonthly0000'

export type StandInOptions = {
  /** NODE_ENV as the product sees it; the stand-in refuses to start in production. */
  nodeEnv: string | undefined
  /** Where events go; more can be set later by `setWebhookTarget`. */
  webhookTargets?: Partial<Record<PaymentMode, WebhookTarget>>
  clock?: () => Date
  /** Where the state survives a restart; without it, it is gone at the end. */
  stateFile?: string
  webhookTimeoutMs?: number
  webhookRetryDelaysMs?: readonly number[]
  log?: (problem: string) => void
  meet?: NonNullable<ServeCallsDeps['meet']>
  /** Tests give deliveries that can be held. */
  openDeliveries?: (deps: DeliveryDeps) => WebhookDeliveries
}

const modes = ['production', 'sandbox'] as const
const defaultRetryDelaysMs = [2, 10, 60, 300, 1_800, 7_200, 43_200].map((seconds) => seconds * 1000)

/** Starts a stand-in for the payment provider on this machine; the real SDK talks to it over HTTP. */
export async function startStandIn(options: StandInOptions) {
  if (options.nodeEnv === 'production') {
    throw new Error('The payment stand-in never runs in production. Set the keys of the payment provider.')
  }
  const world = await openWorld(options)
  const { ledgers, apiKeys, webhooks, setTarget, save } = world
  const app = buildStandInApp(options.log ?? (() => {}))
  serveCalls(app, world)
  serveCheckoutPage(app, world)
  servePortalPage(app, world)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  for (const ledger of allOf(ledgers)) settleIn(ledger, url, (event) => webhooks.add(ledger, event))
  await save()
  for (const ledger of allOf(ledgers)) webhooks.resume(ledger)
  return {
    /** `http://127.0.0.1:port`, without a slash at the end. */
    url,
    modes: {
      production: { apiKey: apiKeys.production, priceId: standInPriceId },
      sandbox: { apiKey: apiKeys.sandbox, priceId: standInPriceId },
    },
    ledgers,
    save,
    setWebhookTarget(mode: PaymentMode, target: WebhookTarget): void {
      setTarget(mode, target)
      webhooks.resume(ledgers[mode])
    },
    async close(): Promise<void> {
      webhooks.close()
      await app.close()
      await save()
    },
  }
}

async function openWorld(options: StandInOptions) {
  const apiKeys = { production: `sk_live_${randomLetters(32)}`, sandbox: `sk_test_${randomLetters(32)}` }
  const targets = new Map<PaymentMode, WebhookTarget>()
  const setTarget = (mode: PaymentMode, target: WebhookTarget) => targets.set(mode, requireLoopback(target))
  for (const mode of modes) {
    const target = options.webhookTargets?.[mode]
    if (target) setTarget(mode, target)
  }
  const clock = options.clock ?? (() => new Date())
  const nowS = () => Math.floor(clock().getTime() / 1000)
  const ledgers = { production: openLedger('production', nowS), sandbox: openLedger('sandbox', nowS) }
  const log = options.log ?? (() => {})
  const save =
    options.stateFile === undefined ? async () => {} : await openState(options.stateFile, ledgers, log)
  const openDeliveries = options.openDeliveries ?? ((deps: DeliveryDeps) => new WebhookDeliveries(deps))
  const webhooks = openDeliveries({
    ledgers,
    targetOf: (mode) => targets.get(mode) ?? null,
    retryDelaysMs: options.webhookRetryDelaysMs ?? defaultRetryDelaysMs,
    timeoutMs: options.webhookTimeoutMs ?? 10_000,
    onChange: () => void save(),
  })
  return { ledgers, apiKeys, setTarget, webhooks, save, meet: options.meet }
}

function allOf(ledgers: Record<PaymentMode, Ledger>): Ledger[] {
  return modes.map((mode) => ledgers[mode])
}

/** Puts the shop's price in place and moves open pages to this run's address. */
function settleIn(ledger: Ledger, url: string, onEvent: (event: EventObject) => void): void {
  ledger.pagesUrl = () => url
  ledger.onEvent = onEvent
  if (!ledger.tables.prices.find(standInPriceId)) {
    ledger.tables.prices.put(makeProPrice(ledger))
  }
  for (const session of ledger.tables.sessions.all()) {
    if (session.status === 'open') session.url = checkoutUrl(ledger, session.id)
  }
  for (const portal of ledger.tables.portals.all()) portal.url = `${url}${new URL(portal.url).pathname}`
}

export function makeProPrice(ledger: Ledger): PriceObject {
  return played<PriceObject>({
    id: standInPriceId,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: ledger.now(),
    currency: 'usd',
    livemode: ledger.livemode,
    nickname: 'Pro',
    recurring: {
      interval: 'month',
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: 'unspecified',
    transform_quantity: null,
    type: 'recurring',
    unit_amount: 199,
    unit_amount_decimal: '199',
  })
}
