import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentMode } from '#contract/billing.ts'
import { signUp, whoIs } from '#tests/harness/account-calls.ts'
import {
  type BillingApp,
  bill,
  newestSession,
  openBillingApp,
  receiveEvents,
  subscribe,
} from '#tests/harness/billing-app.ts'
import { webhookSecrets } from '#tests/harness/billing-environment.ts'

let product: BillingApp
beforeAll(async () => {
  product = await openBillingApp()
  await receiveEvents(product)
})
afterAll(() => product.close())

const production = () => product.provider.control.production
const webhooks = () => product.provider.control.webhooks

let events = 0
/**
 * An event as the provider writes it: pretty-printed, so that parsing it and writing it again changes its
 * bytes.
 */
function makeEvent(change: object = {}): string {
  events += 1
  const object = { id: 'sub_1', object: 'subscription', customer: 'cus_nobody' }
  const event = {
    id: `evt_${events}`,
    object: 'event',
    type: 'customer.subscription.updated',
    livemode: true,
  }
  return JSON.stringify({ ...event, data: { object }, ...change }, null, 2)
}

const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds

function sign(payload: string, secret = webhookSecrets.production, timestamp = secondsAgo(0)): string {
  return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
}

function deliver(payload: string, signature: string | undefined, mode: PaymentMode = 'production') {
  const headers = { 'content-type': 'application/json; charset=utf-8', origin: 'https://elsewhere.test' }
  const signed = signature === undefined ? headers : { ...headers, 'stripe-signature': signature }
  return product.app.inject({ method: 'POST', url: `/api/webhooks/stripe/${mode}`, headers: signed, payload })
}

async function storedEvents(): Promise<{ event_id: string; done: boolean }[]> {
  const { rows } = await product.database.pool.query(
    'select event_id, done_at is not null as done from stripe_events order by event_id',
  )
  return rows
}

describe('ASVS 4.1.5: an event', () => {
  beforeEach(() => product.database.pool.query('delete from stripe_events'))

  test('with a good signature is taken once, from whatever site, and done', async () => {
    const payload = makeEvent({ id: 'evt_good' })
    expect((await deliver(payload, sign(payload))).statusCode).toBe(200)
    expect((await deliver(payload, sign(payload))).statusCode).toBe(200)
    expect(await storedEvents()).toEqual([{ event_id: 'evt_good', done: true }])
  })

  test.each<[string, () => [payload: string, signature: string | undefined, mode?: PaymentMode]]>([
    ['without a signature', () => [makeEvent(), undefined]],
    ['with an empty signature', () => [makeEvent(), '']],
    ['with a signature that is none', () => [makeEvent(), 't=1,v1=00']],
    [
      'forged with another secret',
      () => withPayload((one) => [one, sign(one, 'whsec_another_secret_00000')]),
    ],
    [
      'replayed after 301 s',
      () => withPayload((one) => [one, sign(one, webhookSecrets.production, secondsAgo(301))]),
    ],
    ['with the signature of another event', () => [makeEvent(), sign(makeEvent())]],
    ['with a byte changed', () => withPayload((one) => [one.replace('cus_', 'cuz_'), sign(one)])],
    ['written anew', () => withPayload((one) => [JSON.stringify(JSON.parse(one)), sign(one)])],
    [
      'with the secret of the other mode',
      () => withPayload((one) => [one, sign(one, webhookSecrets.sandbox)]),
    ],
    [
      'of live money at the sandbox',
      () => withPayload((one) => [one, sign(one, webhookSecrets.sandbox), 'sandbox']),
    ],
    [
      'of test money at production',
      () => {
        const payload = makeEvent({ livemode: false })
        return [payload, sign(payload)]
      },
    ],
    ['that is not JSON', () => ['{', sign('{')]],
    ['that is no event', () => ['[]', sign('[]')]],
    ['that is empty', () => ['', sign('')]],
    ['of a worked type without an object', () => withPayload((one) => [one, sign(one)], { data: {} })],
  ])('%s is refused with 400 and not stored', async (_, make) => {
    const reply = await deliver(...make())
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_input'])
    expect(await storedEvents()).toEqual([])
  })

  test('299 s old is still taken: the provider tries again with a new stamp only later', async () => {
    const payload = makeEvent()
    expect(
      (await deliver(payload, sign(payload, webhookSecrets.production, secondsAgo(299)))).statusCode,
    ).toBe(200)
  })

  test.each([
    ['product.created', { object: 'product', id: 'prod_1' }],
    ['balance.available', { object: 'balance', available: [] }],
    ['invoice.upcoming', { object: 'invoice', customer: 'cus_nobody' }],
  ])('of the kind %s, which changes no plan, is acknowledged and forgotten', async (type, object) => {
    const payload = makeEvent({ type, data: { object } })
    expect((await deliver(payload, sign(payload))).statusCode).toBe(200)
    expect(await storedEvents()).toEqual([])
  })

  test('of somebody unknown is done, so that it does not come again for days', async () => {
    const payload = makeEvent({ id: 'evt_unknown' })
    expect((await deliver(payload, sign(payload))).statusCode).toBe(200)
    expect(await storedEvents()).toEqual([{ event_id: 'evt_unknown', done: true }])
  })

  test('larger than any is refused before it is read', async () => {
    const payload = makeEvent({ padding: 'x'.repeat(600_000) })
    expect((await deliver(payload, sign(payload))).statusCode).toBe(413)
  })

  test('in the words of a form is refused', async () => {
    const payload = makeEvent()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'stripe-signature': sign(payload) }
    const url = '/api/webhooks/stripe/production'
    expect((await product.app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(415)
  })
})

function withPayload<T>(use: (payload: string) => T, change: object = {}): T {
  return use(makeEvent(change))
}

test('other routes still refuse writes of other sites', async () => {
  const person = await signUp(product.app)
  const headers = { cookie: person.cookie, origin: 'https://elsewhere.test' }
  const reply = await product.app.inject({ method: 'POST', url: '/api/stripe/sync', headers, payload: {} })
  expect([reply.statusCode, reply.json().code]).toEqual([403, 'cross_site_request'])
})

describe("the provider's events", () => {
  test('give Pro to somebody who paid and closed the browser', async () => {
    const person = await signUp(product.app)
    await bill(product, person, 'create-subscription')
    await production().payCheckout(newestSession(product).id)
    await webhooks().settled()
    expect(await whoIs(product.app, person.cookie)).toMatchObject({ subscriptionTier: 'pro' })
  })

  test.each<[string, (ids: { subscriptionId: string; customerId: string }) => Promise<void>]>([
    ['a cancellation', ({ subscriptionId }) => production().cancelNow(subscriptionId)],
    ['a refund', ({ subscriptionId }) => production().refund(subscriptionId)],
    ['a dispute, which names only the charge', ({ subscriptionId }) => production().dispute(subscriptionId)],
    ['a deleted customer', ({ customerId }) => production().deleteCustomer(customerId)],
  ])('end Pro by %s', async (_, happen) => {
    const person = await signUp(product.app)
    const ids = await subscribe(product, person)
    await happen(ids)
    await webhooks().settled()
    expect(await whoIs(product.app, person.cookie)).toMatchObject({ subscriptionTier: 'free' })
  })

  test('a hundred copies at once have one effect', async () => {
    const person = await signUp(product.app)
    await bill(product, person, 'create-subscription')
    webhooks().hold()
    await production().payCheckout(newestSession(product).id)
    const event = webhooks()
      .held()
      .find(({ type }) => type === 'customer.subscription.created')
    webhooks().drop((one) => one.id !== event?.id)
    await webhooks().releaseSome((held) => held.flatMap((one) => Array.from({ length: 100 }, () => one)))
    await webhooks().release()
    const statuses = webhooks()
      .attempts()
      .filter(({ eventId }) => eventId === event?.eventId)
    expect(statuses.map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 200))
    expect(await whoIs(product.app, person.cookie)).toMatchObject({ subscriptionTier: 'pro' })
    const stored = await storedEvents()
    expect(stored.filter((one) => one.event_id === event?.eventId)).toHaveLength(1)
  })

  test('whose work fails is not done, and is worked when it comes again', async () => {
    const person = await signUp(product.app)
    await bill(product, person, 'create-subscription')
    webhooks().hold()
    await production().payCheckout(newestSession(product).id)
    const event = webhooks()
      .held()
      .find(({ type }) => type === 'customer.subscription.created')
    webhooks().drop()
    await webhooks().release()
    const recover = product.provider.control.api.inject({ answer: 'close_before_work' })
    await webhooks().redeliver(event?.eventId ?? '')
    recover()
    const find = async () => (await storedEvents()).find((one) => one.event_id === event?.eventId)
    expect(await find()).toMatchObject({ done: false })
    expect(await whoIs(product.app, person.cookie)).toMatchObject({ subscriptionTier: 'free' })
    await webhooks().redeliver(event?.eventId ?? '')
    expect(await find()).toMatchObject({ done: true })
    expect(await whoIs(product.app, person.cookie)).toMatchObject({ subscriptionTier: 'pro' })
  })
})
