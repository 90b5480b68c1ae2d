import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signUp, whoIs } from '#tests/harness/account-calls.ts'
import {
  type BillingApp,
  bill,
  billingOf,
  newestSession,
  newestSubscription,
  openBillingApp,
  subscribe,
} from '#tests/harness/billing-app.ts'

let product: BillingApp
beforeAll(async () => {
  product = await openBillingApp()
})
afterAll(() => product.close())

const sessionsOf = (customer: string) =>
  product.provider.control.production.sessions().filter((one) => one.customer === customer)
const production = () => product.provider.control.production
const sync = async (person: Parameters<typeof bill>[1]) => (await bill(product, person, 'stripe/sync')).json()

describe('ASVS 2.3.1: upgrading', () => {
  test('who pays has Pro the moment they come back, in every window', async () => {
    const person = await signUp(product.app)
    const { subscriptionId } = await subscribe(product, person)
    expect(await whoIs(product.app, person.cookie)).toMatchObject({
      subscriptionTier: 'pro',
      hasBillingAccount: true,
    })
    const { items } = newestSubscription(product)
    expect(await billingOf(product, person)).toEqual({
      tier: 'pro',
      status: 'active',
      granted: false,
      renewsAt: new Date((items.data[0]?.current_period_end ?? 0) * 1000).toISOString(),
      endsAt: null,
      cancelAtPeriodEnd: false,
      paymentTrouble: false,
      canManage: true,
    })
    const { rows } = await product.database.pool.query(
      'select stripe_subscription_id as id from users where id = $1',
      [person.user.id],
    )
    expect(rows).toEqual([{ id: subscriptionId }])
  })

  test('sends to a page that sells one monthly Pro and knows whom it is for', async () => {
    const person = await signUp(product.app)
    const { checkoutUrl, opens } = (await bill(product, person, 'create-subscription')).json()
    expect(opens).toBe('checkout')
    expect(checkoutUrl).toContain(product.provider.url)
    expect(newestSession(product)).toMatchObject({
      mode: 'subscription',
      client_reference_id: person.user.id,
      amount_total: 199,
      currency: 'usd',
      success_url: 'http://127.0.0.1:3000/success?session_id={CHECKOUT_SESSION_ID}',
      cancel_url: 'http://127.0.0.1:3000/cancel?canceled=1',
    })
  })

  test('takes neither price nor customer from the browser', async () => {
    const person = await signUp(product.app)
    await production().addPrice({ id: 'price_cheap', unitAmountCents: 1 })
    const wanted = { priceId: 'price_cheap', price: 'price_cheap', customer: 'cus_1', userId: 'other' }
    await bill(product, person, 'create-subscription', wanted)
    expect(newestSession(product)).toMatchObject({ amount_total: 199, client_reference_id: person.user.id })
  })

  test('ten times at once, through two instances, makes one customer and one payment page', async () => {
    const person = await signUp(product.app)
    const other = await product.another()
    const customersBefore = new Set(
      production()
        .sessions()
        .map(({ customer }) => customer),
    )
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, turn) =>
        bill(turn % 2 === 0 ? product : { app: other }, person, 'create-subscription'),
      ),
    )
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(new Set(replies.map((reply) => reply.json().checkoutUrl)).size).toBe(1)
    const made = production()
      .sessions()
      .filter((one) => !customersBefore.has(one.customer))
    expect(made).toHaveLength(1)
  })

  test('ten times at once while the provider is slow, so that each sees no page yet, still makes one', async () => {
    const person = await signUp(product.app)
    await bill(product, person, 'create-subscription')
    const { id, customer } = newestSession(product)
    await production().expireCheckout(id)
    const other = await product.another()
    const slow = { delayMs: 300, matching: ({ path }: { path: string }) => path === '/v1/checkout/sessions' }
    const recover = product.provider.control.api.inject(slow)
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, turn) =>
        bill(turn % 2 === 0 ? product : { app: other }, person, 'create-subscription'),
      ),
    )
    recover()
    expect(new Set(replies.map((reply) => reply.json().checkoutUrl)).size).toBe(1)
    expect(sessionsOf(customer ?? '').map(({ status }) => status)).toEqual(['expired', 'open'])
  })

  test('again after the page was left opens the same page', async () => {
    const person = await signUp(product.app)
    const first = (await bill(product, person, 'create-subscription')).json()
    expect((await bill(product, person, 'create-subscription')).json()).toEqual(first)
  })

  test('again after the page expired opens a new one', async () => {
    const person = await signUp(product.app)
    await bill(product, person, 'create-subscription')
    const { id, customer } = newestSession(product)
    await production().expireCheckout(id)
    await bill(product, person, 'create-subscription')
    const statuses = sessionsOf(customer ?? '').map(({ status }) => status)
    expect(statuses).toEqual(['expired', 'open'])
  })

  test('with a plan already leads to the billing portal, and sells nothing', async () => {
    const person = await signUp(product.app)
    const { customerId } = await subscribe(product, person)
    const reply = (await bill(product, person, 'create-subscription')).json()
    expect(reply.opens).toBe('portal')
    expect(reply.checkoutUrl).toContain(product.provider.url)
    expect(sessionsOf(customerId)).toHaveLength(1)
  })

  test('after a plan has ended is possible again', async () => {
    const person = await signUp(product.app)
    const { subscriptionId } = await subscribe(product, person)
    await production().cancelNow(subscriptionId)
    expect(await sync(person)).toEqual({ synced: true, tier: 'free' })
    await subscribe(product, person)
    expect(await billingOf(product, person)).toMatchObject({ tier: 'pro' })
  })

  test('is counted: the 61st call within a quarter of an hour is refused', async () => {
    const person = await signUp(product.app)
    for (let turn = 0; turn < 60; turn += 1) await bill(product, person, 'stripe/sync')
    const reply = await bill(product, person, 'create-subscription')
    expect([reply.statusCode, reply.json().code]).toEqual([429, 'too_many_attempts'])
  })
})

describe('ASVS 2.3.1: coming back from the payment page', () => {
  const finalize = (person: Parameters<typeof bill>[1], sessionId: string) =>
    bill(product, person, 'stripe/finalize', { sessionId })

  test('without having paid grants nothing and says that it is being processed', async () => {
    const person = await signUp(product.app)
    await bill(product, person, 'create-subscription')
    const reply = await finalize(person, newestSession(product).id)
    expect(reply.json()).toMatchObject({ success: false })
    expect(reply.json().message).toContain('being processed')
    expect(await whoIs(product.app, person.cookie)).toMatchObject({ subscriptionTier: 'free' })
  })

  test('with a bank debit that is under way grants nothing, and Pro once the money is there', async () => {
    const person = await signUp(product.app)
    await bill(product, person, 'create-subscription')
    const { id } = newestSession(product)
    await production().payCheckout(id, 'later')
    expect((await finalize(person, id)).json()).toMatchObject({ success: false })
    expect(await sync(person)).toEqual({ synced: false, tier: 'free' })
    expect(await billingOf(product, person)).toMatchObject({ status: 'incomplete', renewsAt: null })
    expect((await bill(product, person, 'create-subscription')).json().opens).toBe('portal')
    await production().settleLatePayment(id, 'paid')
    expect((await finalize(person, id)).json()).toMatchObject({ success: true })
  })

  test('with a bank debit that failed leaves the person free and says that it failed', async () => {
    const person = await signUp(product.app)
    await bill(product, person, 'create-subscription')
    const { id } = newestSession(product)
    await production().payCheckout(id, 'later')
    const pending = (await finalize(person, id)).json()
    expect(pending).toMatchObject({
      success: false,
      message: expect.stringContaining('still being processed'),
    })
    await production().settleLatePayment(id, 'declined')
    const refused = (await finalize(person, id)).json()
    expect(refused).toMatchObject({ success: false, message: expect.stringContaining('The payment failed') })
    expect(await sync(person)).toEqual({ synced: false, tier: 'free' })
  })

  test("with somebody else's payment, one of the test mode, or none, gets one and the same answer", async () => {
    const [payer, thief] = [await signUp(product.app), await signUp(product.app)]
    const { sessionId } = await subscribe(product, payer)
    await bill(product, thief, 'create-subscription')
    const replies = await Promise.all(
      [sessionId, sessionId.replace('cs_live_', 'cs_test_'), `cs_live_${'a'.repeat(40)}`].map((id) =>
        finalize(thief, id),
      ),
    )
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
    expect(await whoIs(product.app, thief.cookie)).toMatchObject({ subscriptionTier: 'free' })
  })

  test.each(['', 'cs_live_short', 'cs_other_aaaaaaaaaaaaaaaa', `cs_live_${'a'.repeat(300)}`, '../customers'])(
    'with %o is refused before the provider is asked',
    async (sessionId) => {
      const person = await signUp(product.app)
      const asked = product.provider.control.api.requests().length
      expect((await finalize(person, sessionId)).statusCode).toBe(400)
      expect(product.provider.control.api.requests()).toHaveLength(asked)
    },
  )

  test('with an old payment whose plan has ended grants nothing', async () => {
    const person = await signUp(product.app)
    const { sessionId, subscriptionId } = await subscribe(product, person)
    await production().cancelNow(subscriptionId)
    const reply = await finalize(person, sessionId)
    expect(reply.json()).toEqual({
      success: false,
      message: 'This payment was confirmed, but its plan has ended since.',
    })
    expect(await whoIs(product.app, person.cookie)).toMatchObject({ subscriptionTier: 'free' })
  })

  test('four times at once makes one plan', async () => {
    const person = await signUp(product.app)
    await bill(product, person, 'create-subscription')
    const { id } = newestSession(product)
    await production().payCheckout(id)
    const replies = await Promise.all(Array.from({ length: 4 }, () => finalize(person, id)))
    expect(replies.map((reply) => reply.json().success)).toEqual([true, true, true, true])
    const { rows } = await product.database.pool.query(
      'select status from billing_customers where user_id = $1',
      [person.user.id],
    )
    expect(rows).toEqual([{ status: 'active' }])
  })
})

describe('a plan', () => {
  test('that is cancelled stays Pro until the end of what was paid, with the date, and is free then', async () => {
    const person = await signUp(product.app)
    const { subscriptionId } = await subscribe(product, person)
    await production().cancelAtPeriodEnd(subscriptionId)
    expect(await sync(person)).toEqual({ synced: false, tier: 'pro' })
    const { cancel_at: cancelAt } = newestSubscription(product)
    expect(await billingOf(product, person)).toMatchObject({
      tier: 'pro',
      status: 'active',
      renewsAt: null,
      endsAt: new Date((cancelAt ?? 0) * 1000).toISOString(),
      cancelAtPeriodEnd: true,
    })
    await production().renew(subscriptionId)
    expect(await sync(person)).toEqual({ synced: true, tier: 'free' })
  })

  test('whose cancellation is taken back renews', async () => {
    const person = await signUp(product.app)
    const { subscriptionId } = await subscribe(product, person)
    await production().cancelAtPeriodEnd(subscriptionId)
    await sync(person)
    await production().resume(subscriptionId)
    await sync(person)
    const { renewsAt, endsAt } = await billingOf(product, person)
    expect([typeof renewsAt, endsAt]).toEqual(['string', null])
  })

  test('whose renewal fails stays Pro and says so while the provider tries again, and is free once it gives up', async () => {
    const person = await signUp(product.app)
    const { subscriptionId } = await subscribe(product, person)
    await production().renew(subscriptionId, 'declined')
    expect(await sync(person)).toEqual({ synced: false, tier: 'pro' })
    expect(await billingOf(product, person)).toMatchObject({ status: 'past_due', paymentTrouble: true })
    for (let turn = 0; turn < 3; turn += 1) await production().retryPayment(subscriptionId, 'declined')
    expect(await sync(person)).toEqual({ synced: true, tier: 'free' })
  })

  test('whose failed renewal is paid in the end has no payment failure any more', async () => {
    const person = await signUp(product.app)
    const { subscriptionId } = await subscribe(product, person)
    await production().renew(subscriptionId, 'declined')
    await sync(person)
    await production().retryPayment(subscriptionId, 'paid')
    await sync(person)
    expect(await billingOf(product, person)).toMatchObject({ status: 'active', paymentTrouble: false })
  })

  test.each(['refund', 'dispute'] as const)('ends by a %s, also at the provider', async (kind) => {
    const person = await signUp(product.app)
    const { subscriptionId } = await subscribe(product, person)
    await production()[kind](subscriptionId)
    expect(await sync(person)).toEqual({ synced: true, tier: 'free' })
    expect(newestSubscription(product)).toMatchObject({ id: subscriptionId, status: 'canceled' })
    await subscribe(product, person)
    expect(await sync(person)).toEqual({ synced: false, tier: 'pro' })
  })

  test('of which a part was refunded goes on', async () => {
    const person = await signUp(product.app)
    const { subscriptionId } = await subscribe(product, person)
    await production().refund(subscriptionId, 50)
    expect(await sync(person)).toEqual({ synced: false, tier: 'pro' })
  })

  test('of a customer whom the provider deleted is over, and the person can subscribe again', async () => {
    const person = await signUp(product.app)
    const { customerId } = await subscribe(product, person)
    await production().deleteCustomer(customerId)
    const portal = await bill(product, person, 'customer-portal')
    expect([portal.statusCode, portal.json().code]).toEqual([404, 'not_found'])
    expect(await whoIs(product.app, person.cookie)).toMatchObject({ subscriptionTier: 'free' })
    const again = await subscribe(product, person)
    expect(again.customerId).not.toBe(customerId)
    expect(await billingOf(product, person)).toMatchObject({ tier: 'pro', canManage: true })
  })

  test('changes nothing of the searches counted this month', async () => {
    const person = await signUp(product.app)
    await product.database.pool.query('update users set searches_this_month = 2 where id = $1', [
      person.user.id,
    ])
    const { subscriptionId } = await subscribe(product, person)
    await production().cancelNow(subscriptionId)
    await sync(person)
    const reply = await product.app.inject({ url: '/api/usage-stats', headers: { cookie: person.cookie } })
    expect(reply.json()).toMatchObject({ subscriptionTier: 'free', searchesThisMonth: 2 })
  })
})

describe('the billing portal', () => {
  test('is not there for somebody who never subscribed', async () => {
    const person = await signUp(product.app)
    const reply = await bill(product, person, 'customer-portal')
    expect(reply.statusCode).toBe(404)
    expect(reply.json().userMessage).toContain('nothing to manage')
    expect(await billingOf(product, person)).toMatchObject({ status: 'none', canManage: false })
  })

  test('leads back to the profile, which then syncs', async () => {
    const person = await signUp(product.app)
    await subscribe(product, person)
    const { url } = (await bill(product, person, 'customer-portal')).json()
    const page = await (await fetch(url)).text()
    expect(page).toContain('http://127.0.0.1:3000/profile?portal=1')
  })
})

test('a sync that finds nothing new says so, as does one of somebody who never paid', async () => {
  const [payer, other] = [await signUp(product.app), await signUp(product.app)]
  await subscribe(product, payer)
  expect(await sync(payer)).toEqual({ synced: false, tier: 'pro' })
  expect(await sync(other)).toEqual({ synced: false, tier: 'free' })
})
