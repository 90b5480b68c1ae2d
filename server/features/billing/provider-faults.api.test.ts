import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { stripePayments } from '#server/adapters/stripe/stripe-payments.ts'
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
import { makeBillingStore } from './billing-store.ts'
import { sweepSubscriptions } from './sync-subscription.ts'

let product: BillingApp
beforeAll(async () => {
  product = await openBillingApp()
})
afterEach(() => product.provider.control.api.clear())
afterAll(() => product.close())

const api = () => product.provider.control.api
const production = () => product.provider.control.production
const faults = [500, 429, 503, 'close_before_work'] as const

describe.each(faults)('while the provider answers with %s', (answer) => {
  test('every call says so without a stack, a key, or a word that the pages do not have', async () => {
    const person = await signUp(product.app)
    const { sessionId } = await subscribe(product, person)
    api().inject({ answer })
    // These calls run in parallel, because each waits between its attempts.
    const paths = ['create-subscription', 'stripe/finalize', 'stripe/sync', 'customer-portal']
    const replies = await Promise.all(paths.map((path) => bill(product, person, path, { sessionId })))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(paths.map(() => 502))
    for (const reply of replies) {
      expect(reply.json()).toEqual({
        code: 'payments_unavailable',
        message: 'The payment provider failed; nothing was changed',
      })
    }
  })

  test('Pro people stay Pro and see their plan; the next sync heals what changed meanwhile', async () => {
    const person = await signUp(product.app)
    const { subscriptionId } = await subscribe(product, person)
    const recover = api().inject({ answer })
    await production().cancelNow(subscriptionId)
    expect((await bill(product, person, 'stripe/sync')).statusCode).toBe(502)
    expect(await billingOf(product, person)).toMatchObject({ tier: 'pro', status: 'active' })
    recover()
    expect((await bill(product, person, 'stripe/sync')).json()).toEqual({ synced: true, tier: 'free' })
  })
})

describe('nothing is lost or doubled', () => {
  test('when the reply to a new payment page gets lost: the second click finds the same page', async () => {
    const person = await signUp(product.app)
    const matching = ({ method, path }: { method: string; path: string }) =>
      method === 'POST' && path === '/v1/checkout/sessions'
    const recover = api().inject({ answer: 'close_after_work', matching })
    expect((await bill(product, person, 'create-subscription')).statusCode).toBe(502)
    recover()
    expect((await bill(product, person, 'create-subscription')).json().opens).toBe('checkout')
    const { customer } = newestSession(product)
    expect(
      production()
        .sessions()
        .filter((one) => one.customer === customer),
    ).toHaveLength(1)
  })

  test('when the reply to a new customer gets lost: the second click finds the same customer', async () => {
    const person = await signUp(product.app)
    const matching = ({ path }: { path: string }) => path === '/v1/customers'
    const recover = api().inject({ answer: 'close_after_work', matching })
    expect((await bill(product, person, 'create-subscription')).statusCode).toBe(502)
    recover()
    const made = () =>
      production()
        .events()
        .filter(({ type }) => type === 'customer.created').length
    const before = made()
    expect((await bill(product, person, 'create-subscription')).statusCode).toBe(200)
    expect(made()).toBe(before)
  })

  test('when a failure passes within the retries: the person notices nothing', async () => {
    const person = await signUp(product.app)
    api().inject({ answer: 503, times: 2 })
    expect((await bill(product, person, 'create-subscription')).statusCode).toBe(200)
  })

  test('when the money was taken back but cancelling fails: Pro stays until the next sync has done both', async () => {
    const person = await signUp(product.app)
    const { subscriptionId } = await subscribe(product, person)
    await production().refund(subscriptionId)
    const recover = api().inject({ answer: 500, matching: ({ method }) => method === 'DELETE' })
    expect((await bill(product, person, 'stripe/sync')).statusCode).toBe(502)
    expect(await whoIs(product.app, person.cookie)).toMatchObject({ subscriptionTier: 'pro' })
    recover()
    expect((await bill(product, person, 'stripe/sync')).json()).toEqual({ synced: true, tier: 'free' })
    expect(newestSubscription(product).status).toBe('canceled')
  })
})

describe('the sweep', () => {
  const sweep = (warnings: string[], stopped = new AbortController().signal) => {
    const { url, modes } = product.provider
    const access = { secretKey: modes.production.apiKey, webhookSecret: 'whsec_none', apiUrl: url }
    const clock = () => new Date()
    return sweepSubscriptions(
      {
        payments: { production: stripePayments(access, clock), sandbox: null },
        billing: makeBillingStore(product.database.db),
        clock,
        warn: (message) => warnings.push(message),
      },
      stopped,
    )
  }

  test('heals everybody whose events were lost', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => signUp(product.app)))
    for (const person of people) {
      const { subscriptionId } = await subscribe(product, person)
      await production().cancelNow(subscriptionId)
    }
    expect(await sweep([])).toMatchObject({ changed: 5, failed: 0 })
    for (const { cookie } of people) {
      expect(await whoIs(product.app, cookie)).toMatchObject({ subscriptionTier: 'free' })
    }
    expect(await sweep([])).toMatchObject({ changed: 0, failed: 0 })
  })

  test('gives up for the day when the provider is away, warns the operator, and changes nobody', async () => {
    const person = await signUp(product.app)
    await subscribe(product, person)
    api().inject({ answer: 429 })
    const warnings: string[] = []
    const { checked, changed, failed } = await sweep(warnings)
    expect([checked, changed]).toEqual([0, 0])
    expect(failed).toBeLessThan(15)
    expect(warnings).toHaveLength(failed)
    expect(await whoIs(product.app, person.cookie)).toMatchObject({ subscriptionTier: 'pro' })
  })

  test('ends early when it is stopped', async () => {
    expect(await sweep([], AbortSignal.abort())).toEqual({ checked: 0, changed: 0, failed: 0 })
  })
})
