import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startControlledStandIn } from '#tests/harness/stand-in-control.ts'
import { makeStandInShop, proCheckout } from '#tests/harness/stand-in-shop.ts'
import { standInPriceId } from './start-stand-in.ts'

const dayS = 24 * 60 * 60

describe('the real SDK works with the stand-in', () => {
  let shop: Awaited<ReturnType<typeof makeStandInShop>>
  let now = new Date('2026-11-21T10:00:00Z')

  beforeAll(async () => {
    shop = await makeStandInShop({ clock: () => now })
  })
  afterAll(() => shop.close())

  /** A person who paid in Checkout. */
  async function makeSubscriber() {
    const { id: customer } = await shop.sandbox.customers.create({ email: 'ann@example.com' })
    const session = await shop.sandbox.checkout.sessions.create(proCheckout(customer))
    await shop.standIn.control.sandbox.payCheckout(session.id)
    const list = await shop.sandbox.subscriptions.list({ customer, status: 'all' })
    const subscription = list.data[0]
    if (!subscription) throw new Error('The Checkout made no subscription.')
    return { customer, session: session.id, subscription }
  }

  test('the price of Pro is active and monthly, and the SDK reads its 199 US cents as decimals too', async () => {
    const price = await shop.sandbox.prices.retrieve(standInPriceId)
    expect(price).toMatchObject({ active: true, currency: 'usd', unit_amount: 199, livemode: false })
    expect(price.recurring).toMatchObject({ interval: 'month', interval_count: 1 })
    expect(price.unit_amount_decimal?.toString()).toBe('199')
  })

  test('a customer is created and found, and has deleted: true after deletion', async () => {
    const made = await shop.sandbox.customers.create({ email: 'bo@example.com', metadata: { userId: 'u' } })
    expect(made.id).toMatch(/^cus_[A-Za-z0-9]{14}$/u)
    expect(made.lastResponse.requestId).toMatch(/^req_/u)
    expect((await shop.sandbox.customers.list({ email: 'bo@example.com' })).data).toHaveLength(1)
    expect(await shop.sandbox.customers.retrieve(made.id)).toMatchObject({ metadata: { userId: 'u' } })
    expect(await shop.sandbox.customers.del(made.id)).toMatchObject({ id: made.id, deleted: true })
    expect(await shop.sandbox.customers.retrieve(made.id)).toMatchObject({ id: made.id, deleted: true })
    const again = shop.sandbox.checkout.sessions.create(proCheckout(made.id))
    await expect(again).rejects.toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'customer',
    })
  })

  test('a checkout is open and unpaid, without a subscription, until the person pays', async () => {
    const { id: customer } = await shop.sandbox.customers.create()
    const session = await shop.sandbox.checkout.sessions.create(proCheckout(customer))
    expect(session.id).toMatch(/^cs_test_[A-Za-z0-9]{10,200}$/u)
    expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid', subscription: null, customer })
    expect(session.expires_at - session.created).toBe(dayS)
    expect(session.url).toBe(`${shop.standIn.url}/c/pay/${session.id}`)
    await shop.standIn.control.sandbox.payCheckout(session.id)
    const paid = await shop.sandbox.checkout.sessions.retrieve(session.id, {
      expand: ['subscription.latest_invoice', 'customer'],
    })
    expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid', url: null })
    expect(paid.subscription).toMatchObject({
      status: 'active',
      customer,
      metadata: { userId: 'user-1' },
      items: { data: [{ price: { id: standInPriceId } }] },
      latest_invoice: { status: 'paid', amount_paid: 199 },
    })
    expect(paid.customer).toMatchObject({ id: customer })
  })

  test('the item has the paid period, which ends a month later, even if it starts on the 31st', async () => {
    now = new Date('2027-01-31T10:00:00Z')
    const { subscription } = await makeSubscriber()
    const item = subscription.items.data[0]
    expect(new Date((item?.current_period_end ?? 0) * 1000).toISOString()).toBe('2027-02-28T10:00:00.000Z')
  })

  test('sessions of a customer come newest first, page by page', async () => {
    const { id: customer } = await shop.sandbox.customers.create()
    const made: string[] = []
    for (let n = 0; n < 5; n += 1) {
      made.unshift((await shop.sandbox.checkout.sessions.create(proCheckout(customer))).id)
    }
    const listed: string[] = []
    for await (const one of shop.sandbox.checkout.sessions.list({ customer, limit: 2 })) listed.push(one.id)
    expect(listed).toEqual(made)
  })

  test('an expired checkout says that it cannot be paid', async () => {
    const { id: customer } = await shop.sandbox.customers.create()
    const first = await shop.sandbox.checkout.sessions.create(proCheckout(customer))
    expect(await shop.sandbox.checkout.sessions.expire(first.id)).toMatchObject({
      status: 'expired',
      url: null,
    })
    const second = await shop.sandbox.checkout.sessions.create(proCheckout(customer))
    now = new Date(now.getTime() + dayS * 1000)
    expect(await shop.sandbox.checkout.sessions.retrieve(second.id)).toMatchObject({ status: 'expired' })
    await expect(shop.sandbox.checkout.sessions.expire(second.id)).rejects.toMatchObject({ statusCode: 400 })
  })

  test('a subscription canceled at the period end stays active until then, and the cancellation can be undone', async () => {
    const { subscription } = await makeSubscriber()
    const end = subscription.items.data[0]?.current_period_end
    const { subscriptions } = shop.sandbox
    const { sandbox } = shop.standIn.control
    await sandbox.cancelAtPeriodEnd(subscription.id)
    const leaving = await subscriptions.retrieve(subscription.id)
    expect(leaving).toMatchObject({ status: 'active', cancel_at_period_end: false, cancel_at: end })
    await sandbox.resume(subscription.id)
    expect(await subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'active', cancel_at: null })
    await sandbox.cancelAtPeriodEnd(subscription.id)
    now = new Date(now.getTime() + 40 * dayS * 1000)
    expect(await subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'canceled' })
  })

  test('a canceled subscription is only in the list with status=all, and cannot be canceled again', async () => {
    const { customer, subscription } = await makeSubscriber()
    const ended = await shop.sandbox.subscriptions.cancel(subscription.id)
    expect(ended).toMatchObject({ status: 'canceled', ended_at: Math.floor(now.getTime() / 1000) })
    expect((await shop.sandbox.subscriptions.list({ customer })).data).toEqual([])
    expect((await shop.sandbox.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1)
    const again = shop.sandbox.subscriptions.cancel(subscription.id)
    await expect(again).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' })
  })

  test('a month later the card is charged for the next period', async () => {
    const { subscription } = await makeSubscriber()
    now = new Date(now.getTime() + 32 * dayS * 1000)
    const renewed = await shop.sandbox.subscriptions.retrieve(subscription.id)
    expect(renewed.status).toBe('active')
    expect(renewed.items.data[0]?.current_period_start).toBe(subscription.items.data[0]?.current_period_end)
    const paid = shop.standIn.control.sandbox
      .events()
      .filter(({ type, data }) => type === 'invoice.paid' && JSON.stringify(data).includes(subscription.id))
    expect(paid.map(({ data }) => data.object)).toMatchObject([
      { billing_reason: 'subscription_create', status: 'paid' },
      { billing_reason: 'subscription_cycle', status: 'paid' },
    ])
  })

  test('a declined card makes the subscription past due, and paying the open invoice makes it active again', async () => {
    const { customer, subscription } = await makeSubscriber()
    const { sandbox } = shop.standIn.control
    await sandbox.setCard(customer, 'declining')
    await sandbox.renew(subscription.id)
    const late = await shop.sandbox.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
    expect(late).toMatchObject({ status: 'past_due', latest_invoice: { status: 'open', attempt_count: 1 } })
    await sandbox.retryPayment(subscription.id)
    expect(await shop.sandbox.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'past_due' })
    await sandbox.setCard(customer, 'good')
    await sandbox.retryPayment(subscription.id)
    const healed = await shop.sandbox.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
    expect(healed).toMatchObject({ status: 'active', latest_invoice: { status: 'paid', attempt_count: 3 } })
  })

  test('after the card was declined four times in fifteen days, the subscription ends', async () => {
    const { customer, subscription } = await makeSubscriber()
    await shop.standIn.control.sandbox.setCard(customer, 'declining')
    const statuses: string[] = []
    for (const days of [31, 3, 5, 7]) {
      now = new Date(now.getTime() + days * dayS * 1000)
      statuses.push((await shop.sandbox.subscriptions.retrieve(subscription.id)).status)
    }
    expect(statuses).toEqual(['past_due', 'past_due', 'past_due', 'canceled'])
    const ended = await shop.sandbox.subscriptions.retrieve(subscription.id)
    expect(ended.cancellation_details?.reason).toBe('payment_failed')
  })

  test('the customer of a refund or dispute can be found, and neither changes the subscription', async () => {
    const { customer, subscription } = await makeSubscriber()
    const expand = ['data.latest_invoice.payments']
    const listed = (await shop.sandbox.subscriptions.list({ customer, expand })).data[0]?.latest_invoice
    const payments = typeof listed === 'object' ? listed?.payments?.data : []
    const intent = idOf(payments?.[0]?.payment.payment_intent)
    const charge = (await shop.sandbox.charges.list({ payment_intent: intent })).data[0]
    expect(charge).toMatchObject({ paid: true, amount: 199, customer })
    const { sandbox } = shop.standIn.control
    await sandbox.refund(subscription.id)
    expect(await shop.sandbox.charges.retrieve(charge?.id ?? '')).toMatchObject({ refunded: true })
    expect(() => sandbox.refund(subscription.id)).toThrow('cannot be refunded')
    await sandbox.dispute(subscription.id)
    expect(sandbox.events().at(-1)).toMatchObject({
      type: 'charge.dispute.created',
      data: { object: { charge: charge?.id, payment_intent: intent, status: 'needs_response' } },
    })
    expect(await shop.sandbox.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'active' })
  })

  test('deleting a customer ends its subscriptions', async () => {
    const { customer, subscription } = await makeSubscriber()
    await shop.sandbox.customers.del(customer)
    expect(await shop.sandbox.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'canceled' })
    expect((await shop.sandbox.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1)
  })

  test('the portal opens for a customer and returns to the address given', async () => {
    const { id: customer } = await shop.sandbox.customers.create()
    const return_url = 'http://localhost:5000/profile?portal=1'
    const portal = await shop.sandbox.billingPortal.sessions.create({ customer, return_url })
    expect(portal).toMatchObject({ customer, return_url, livemode: false })
    expect(portal.url).toMatch(/\/p\/session\/test_[A-Za-z0-9]{60,}$/u)
  })

  test('production and sandbox are separate, and the error for an id of the other mode says so', async () => {
    const { id } = await shop.production.customers.create()
    const live = await shop.production.checkout.sessions.create(proCheckout(id))
    expect(live.id).toMatch(/^cs_live_/u)
    expect(live.livemode).toBe(true)
    await expect(shop.sandbox.customers.retrieve(id)).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: expect.stringContaining('exists in live mode, but a test mode key'),
    })
  })
})

test('the stand-in never starts in production', async () => {
  await expect(startControlledStandIn({ nodeEnv: 'production' })).rejects.toThrow('never runs in production')
})

function idOf(link: string | { id: string } | null | undefined): string {
  return (typeof link === 'string' ? link : link?.id) ?? 'nothing'
}
