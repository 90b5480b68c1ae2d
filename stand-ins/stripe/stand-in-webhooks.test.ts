import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeStandInShop, proCheckout, type ReceivedWebhook } from '#tests/harness/stand-in-shop.ts'

describe('webhooks of the stand-in', () => {
  let shop: Awaited<ReturnType<typeof makeStandInShop>>

  beforeEach(async () => {
    shop = await makeStandInShop()
  })
  afterEach(() => shop.close())

  const read = (webhook: ReceivedWebhook): Stripe.Event =>
    shop.sandbox.webhooks.constructEvent(webhook.body, webhook.signature, `whsec_of_${webhook.mode}`)
  const typesReceived = () => shop.receiver.received.map((one) => read(one).type)
  const idsReceived = () => shop.receiver.received.map((one) => read(one).id)

  async function makeSubscriber(mode: 'sandbox' | 'production' = 'sandbox') {
    const { id: customer } = await shop[mode].customers.create()
    const { id: session } = await shop[mode].checkout.sessions.create(proCheckout(customer))
    await shop.standIn.control[mode].payCheckout(session)
    const subscription = shop.standIn.control[mode].subscriptions().at(-1)?.id ?? ''
    return { customer, session, subscription }
  }

  test('a paid checkout sends its events with signatures that the SDK accepts', async () => {
    const { session } = await makeSubscriber()
    await shop.standIn.control.webhooks.settled()
    expect(typesReceived().sort()).toEqual([
      'charge.succeeded',
      'checkout.session.completed',
      'customer.created',
      'customer.subscription.created',
      'invoice.created',
      'invoice.finalized',
      'invoice.paid',
      'invoice.payment_succeeded',
    ])
    const completed = shop.receiver.received
      .map(read)
      .find((one) => one.type === 'checkout.session.completed')
    expect(completed).toMatchObject({
      livemode: false,
      api_version: Stripe.API_VERSION,
      data: { object: { id: session, payment_status: 'paid' } },
    })
  })

  test('the SDK rejects a re-serialised body, another secret and an old timestamp', async () => {
    await shop.sandbox.customers.create()
    await shop.standIn.control.webhooks.settled()
    const [webhook] = shop.receiver.received
    if (!webhook) throw new Error('No webhook came.')
    const check = (body: string, secret: string, at?: number) => () =>
      shop.sandbox.webhooks.constructEvent(body, webhook.signature, secret, 300, undefined, at)
    expect(check(webhook.body, 'whsec_of_sandbox')).not.toThrow()
    expect(check(JSON.stringify(JSON.parse(webhook.body)), 'whsec_of_sandbox')).toThrow('signature')
    expect(check(webhook.body, 'whsec_of_production')).toThrow('signature')
    expect(check(webhook.body, 'whsec_of_sandbox', Date.now() + 400_000)).toThrow('tolerance')
  })

  test('each mode has its own target and secret', async () => {
    await makeSubscriber('production')
    await shop.standIn.control.webhooks.settled()
    expect(new Set(shop.receiver.received.map((one) => one.mode))).toEqual(new Set(['production']))
    expect(shop.receiver.received.every((one) => read(one).livemode)).toBe(true)
  })

  test('an event without a 2xx response is sent again with a new timestamp, until it is accepted or the retries end', async () => {
    let left = 1
    shop.receiver.answer = () => (left-- > 0 ? 500 : 200)
    await shop.sandbox.customers.create()
    await shop.standIn.control.webhooks.settled()
    const { webhooks } = shop.standIn.control
    expect(webhooks.attempts().map((one) => [one.attempt, one.status])).toEqual([
      [1, 500],
      [2, 200],
    ])
    expect(new Set(idsReceived()).size).toBe(1)
    shop.receiver.answer = () => 302
    await shop.sandbox.customers.create()
    await webhooks.settled()
    expect(webhooks.attempts().slice(2)).toHaveLength(3)
  })

  test('delivery to a target that never responds ends with the timeout', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => {
      silent.listen(0, '127.0.0.1', resolve)
    })
    const { port } = silent.address() as AddressInfo
    const slow = await makeStandInShop({
      webhookTimeoutMs: 20,
      webhookRetryDelaysMs: [],
      webhookTargets: { sandbox: { url: `http://127.0.0.1:${port}`, secret: 'whsec_x' } },
    })
    try {
      await slow.sandbox.customers.create()
      await slow.standIn.control.webhooks.settled()
      expect(slow.standIn.control.webhooks.attempts().map((one) => one.status)).toEqual([null])
    } finally {
      await slow.close()
      silent.closeAllConnections()
      silent.close()
    }
  })

  test('events contain the object as it was when they happened', async () => {
    shop.standIn.control.webhooks.hold()
    const { subscription } = await makeSubscriber()
    await shop.standIn.control.sandbox.cancelNow(subscription)
    await shop.standIn.control.webhooks.release()
    const created = shop.receiver.received
      .map(read)
      .find((one) => one.type === 'customer.subscription.created')
    expect(created?.data.object).toMatchObject({ id: subscription, status: 'active' })
  })

  test('held webhooks can be duplicated, reordered, dropped and released', async () => {
    const { webhooks } = shop.standIn.control
    webhooks.hold()
    await makeSubscriber()
    expect(shop.receiver.received).toEqual([])
    const ids = webhooks.held().map((one) => one.eventId)
    expect(ids).toHaveLength(8)
    webhooks.double()
    let seed = 7
    webhooks.shuffle(() => {
      seed = (seed * 16_807) % 2_147_483_647
      return seed / 2_147_483_647
    })
    const [lost] = ids
    webhooks.drop((one) => one.eventId === lost)
    const order = webhooks.held().map((one) => one.eventId)
    expect(order).toHaveLength(14)
    expect(order).not.toEqual([...order].sort((a, b) => ids.indexOf(a) - ids.indexOf(b)))
    await webhooks.release()
    expect(idsReceived().sort()).toEqual(order.sort())
    expect(webhooks.held()).toEqual([])
  })

  test('some held webhooks can be released before others, in any order', async () => {
    const { webhooks } = shop.standIn.control
    webhooks.hold()
    await makeSubscriber()
    for (const one of webhooks.held().slice(-2).reverse()) {
      await webhooks.releaseSome((held) => held.filter((other) => other.id === one.id))
    }
    expect(typesReceived()).toEqual(['checkout.session.completed', 'invoice.payment_succeeded'])
    expect(webhooks.held()).toHaveLength(6)
    await shop.sandbox.customers.create()
    expect(webhooks.held()).toHaveLength(7)
  })

  test('an event can be delivered again by its id, even if it was lost', async () => {
    const { webhooks } = shop.standIn.control
    webhooks.hold()
    await shop.sandbox.customers.create()
    const [event] = shop.standIn.control.sandbox.events()
    webhooks.drop()
    await webhooks.redeliver(event?.id ?? '')
    expect(idsReceived()).toEqual([event?.id])
  })

  test('refunds, disputes and deletions send events, and a dispute contains only the id of the charge', async () => {
    const { customer, subscription } = await makeSubscriber()
    await shop.standIn.control.sandbox.refund(subscription)
    await shop.standIn.control.sandbox.dispute(subscription)
    await shop.standIn.control.sandbox.deleteCustomer(customer)
    await shop.standIn.control.webhooks.settled()
    const events = shop.receiver.received.map(read)
    const objectOf = (type: string) => events.find((one) => one.type === type)?.data.object
    expect(objectOf('charge.refunded')).toMatchObject({ customer, refunded: true })
    expect(objectOf('charge.dispute.created')).not.toHaveProperty('customer')
    expect(objectOf('customer.subscription.deleted')).toMatchObject({ id: subscription, status: 'canceled' })
    expect(objectOf('customer.deleted')).toMatchObject({ id: customer, object: 'customer' })
  })
})
