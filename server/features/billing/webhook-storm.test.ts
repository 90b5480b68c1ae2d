import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeRefusalLog } from '#server/doors/web/refusal-log.ts'
import type { Billing } from '#server/features/billing/require-payments.ts'
import { wireBilling } from '#server/wiring/wire-billing.ts'
import { standInPriceId } from '#stand-ins/stripe/start-stand-in.ts'
import { billingEnvironment, webhookSecrets } from '#tests/harness/billing-environment.ts'
import { loadTestConfig } from '#tests/harness/load-test-config.ts'
import { type ProductProgram, startProductProgram } from '#tests/harness/product-program.ts'
import { type ControlledStandIn, startControlledStandIn } from '#tests/harness/stand-in-control.ts'
import { makeTemporaryDataDir, type TemporaryDataDir } from '#tests/harness/temporary-data-dir.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import { requirePayments } from './require-payments.ts'
import { sweepBilling } from './sweep-billing.ts'

const people = 200
/** Every fifth event is lost. Every seventh arrives only after the product was killed and restarted. */
const lostEvery = 5
const lateEvery = 7

let database: TestDatabase
let folder: TemporaryDataDir
let provider: ControlledStandIn
let billing: Billing
const running: ProductProgram[] = []

const logger = pino({ level: 'silent' })

beforeAll(async () => {
  database = await openTestDatabase()
  folder = await makeTemporaryDataDir()
  provider = await startControlledStandIn({ nodeEnv: 'test', webhookRetryDelaysMs: [] })
  const config = loadTestConfig(billingEnvironment(provider))
  const parts = { config, database: { ...database, where: 'test' }, logger, clock: () => new Date() }
  const refusals = makeRefusalLog(() => {})
  billing = wireBilling({ ...parts, refusals, publicUrl: 'http://127.0.0.1:3000' })
})
afterAll(async () => {
  for (const product of running) await product.kill()
  await provider.close()
  await database.close()
  await folder.remove()
})

async function startProduct(): Promise<ProductProgram> {
  const environment = { DATA_DIR: folder.path, DATABASE_URL: database.url, ...billingEnvironment(provider) }
  const product = await startProductProgram(environment)
  running.push(product)
  const url = `${product.url}/api/webhooks/stripe/production`
  provider.setWebhookTarget('production', { url, secret: webhookSecrets.production })
  return product
}

/** Numbers from 0 to below 1, the same in every run. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Changes that may happen to a plan after it was paid. */
const lives: ((subscriptionId: string, customerId: string) => Promise<void>)[] = [
  async () => {},
  (id) => provider.control.production.cancelNow(id),
  (id) => provider.control.production.cancelAtPeriodEnd(id),
  (id) => provider.control.production.renew(id, 'paid'),
  (id) => provider.control.production.renew(id, 'declined'),
  (id) => provider.control.production.refund(id),
  (id) => provider.control.production.dispute(id),
  (_, customerId) => provider.control.production.deleteCustomer(customerId),
  async (id) => {
    await provider.control.production.cancelAtPeriodEnd(id)
    await provider.control.production.resume(id)
  },
  async (id) => {
    await provider.control.production.renew(id, 'declined')
    for (let turn = 0; turn < 3; turn += 1) await provider.control.production.retryPayment(id, 'declined')
  },
]

const page = {
  priceId: standInPriceId,
  successUrl: 'http://127.0.0.1:3000/success?session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'http://127.0.0.1:3000/cancel',
}

async function subscribeEverybody(): Promise<void> {
  await database.pool.query(
    `insert into users (id, email) select 'user-' || n, n || '@storm.test' from generate_series(1, $1) n`,
    [people],
  )
  const payments = requirePayments(billing.payments, 'production')
  for (let person = 1; person <= people; person += 1) {
    const userId = `user-${person}`
    const email = `${person}@storm.test`
    const customerId = await payments.openCustomer({ userId, email, storedId: null })
    await billing.billing.saveCustomer(userId, 'production', { known: null, now: customerId, email })
    await payments.startCheckout({ userId, customerId, ...page })
    const session = provider.control.production.sessions().at(-1)
    await provider.control.production.payCheckout(session?.id ?? '')
  }
}

/** Changes plans while their first events are still arriving. */
async function liveOn(): Promise<void> {
  for (const [place, { id, customer }] of provider.control.production.subscriptions().entries()) {
    await reached(place * 2)
    await lives[place % lives.length]?.(id, customer)
  }
}

const reached = (attempts: number) =>
  vi.waitUntil(() => provider.control.webhooks.attempts().length >= attempts, {
    interval: 1,
    timeout: 60_000,
  })

type Held = ReturnType<ControlledStandIn['control']['webhooks']['held']>[number]

/**
 * Duplicates, shuffles and drops held events. Returns those that are delivered on time and those that are
 * late.
 */
function stirEvents(random: () => number): { onTime: Held[]; late: Held[] } {
  const { webhooks } = provider.control
  webhooks.double()
  webhooks.shuffle(random)
  const lost = new Set(webhooks.held().flatMap(({ id }, place) => (place % lostEvery === 0 ? id : [])))
  webhooks.drop(({ id }) => lost.has(id))
  const onTime = webhooks.held().filter((_, place) => place % lateEvery !== 0)
  const late = webhooks.held().filter((_, place) => place % lateEvery === 0)
  return { onTime, late }
}

/** The users whose plan here differs from the one at the provider. */
async function listWrong(): Promise<string[]> {
  const paying = new Set(
    provider.control.production
      .subscriptions()
      .filter(({ status }) => ['active', 'trialing', 'past_due'].includes(status))
      .map(({ customer }) => customer),
  )
  const { rows } = await database.pool.query<{ id: string; tier: string; customer: string }>(
    `select id, subscription_tier as tier, customer_id as customer
     from users left join billing_customers on user_id = id`,
  )
  return rows.filter(({ tier, customer }) => (tier === 'pro') !== paying.has(customer)).map(({ id }) => id)
}

test(`ASVS 2.3.3: ${people} subscriptions, events doubled, shuffled, late and lost, the product killed in the middle: the sweep leaves no plan wrong`, {
  timeout: 180_000,
}, async () => {
  const { webhooks } = provider.control
  const random = seededRandom(20_261_121)
  const first = await startProduct()
  webhooks.hold()
  await subscribeEverybody()
  const begun = stirEvents(random)
  expect(begun.onTime.length).toBeGreaterThan(people * 5)

  const storm = webhooks.releaseSome(() => begun.onTime)
  await liveOn()
  await reached(people * 3)
  await first.kill()
  await storm
  const unanswered = webhooks.attempts().filter(({ status }) => status === null)
  expect(unanswered.length).toBeGreaterThan(people)
  expect((await listWrong()).length).toBeGreaterThan(people / 10)

  const second = await startProduct()
  const changed = stirEvents(random)
  await webhooks.releaseSome(() => [...changed.onTime, ...changed.late, ...begun.late])
  expect(await second.stop()).toBe(0)
  await sweepBilling({ ...billing, reportSwept: () => {} }, new AbortController().signal)
  expect(await listWrong()).toEqual([])
  const { rows } = await database.pool.query(
    'select count(*)::int as events, count(distinct event_id)::int as ids from stripe_events',
  )
  expect(rows[0].events).toBe(rows[0].ids)
})
