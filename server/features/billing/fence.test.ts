import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stripePayments } from '#server/adapters/stripe/stripe-payments.ts'
import type { Payments } from '#server/payment-ports.ts'
import { type SignedUp, signUp, whoIs } from '#tests/harness/account-calls.ts'
import { type BillingApp, bill, openBillingApp, subscribe } from '#tests/harness/billing-app.ts'
import { webhookSecrets } from '#tests/harness/billing-environment.ts'
import { makeBillingStore } from './billing-store.ts'
import { type SyncSubscription, syncSubscription } from './sync-subscription.ts'

let product: BillingApp
beforeAll(async () => {
  product = await openBillingApp()
})
afterAll(() => product.close())

const clock = () => new Date()
const production = () => product.provider.control.production

function connect(): Payments {
  const { url, modes } = product.provider
  const keys = { secretKey: modes.production.apiKey, webhookSecret: webhookSecrets.production }
  return stripePayments({ ...keys, apiUrl: url }, clock)
}

/** The real provider, whose responses the test delays. `asked` settles once a request has arrived. */
function heldPayments() {
  const payments = connect()
  const arrived = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const held: Payments = {
    ...payments,
    async listSubscriptions(customerId) {
      const listed = await payments.listSubscriptions(customerId)
      arrived.resolve()
      await release.promise
      return listed
    },
  }
  return { payments: held, arrived: arrived.promise, release: release.resolve }
}

const deps = (payments: Payments): SyncSubscription => ({
  payments: { production: payments, sandbox: null },
  billing: makeBillingStore(product.database.db),
  clock,
})

const tierOf = async (person: SignedUp) => (await whoIs(product.app, person.cookie))?.subscriptionTier

describe('ASVS 2.3.3: of two readings of the provider that cross', () => {
  test('the one that began first and ends last is refused: who cancelled does not stay Pro', async () => {
    const person = await signUp(product.app)
    const { subscriptionId } = await subscribe(product, person)
    const slow = heldPayments()
    const early = syncSubscription(deps(slow.payments), person.user.id, 'production')
    await slow.arrived
    await production().cancelNow(subscriptionId)
    const late = await syncSubscription(deps(connect()), person.user.id, 'production')
    expect(late).toMatchObject({ applied: true, tier: 'free' })
    slow.release()
    expect(await early).toMatchObject({ applied: false, tier: 'free' })
    expect(await tierOf(person)).toBe('free')
  })

  test('the same stale answer would give Pro back if its ticket were the newer one', async () => {
    const person = await signUp(product.app)
    const { subscriptionId } = await subscribe(product, person)
    const store = makeBillingStore(product.database.db)
    const [stale] = await connect().listSubscriptions(
      (await store.takeTicket(person.user.id, 'production'))?.customerId ?? '',
    )
    await production().cancelNow(subscriptionId)
    await syncSubscription(deps(connect()), person.user.id, 'production')
    expect(await tierOf(person)).toBe('free')
    const ticket = await store.takeTicket(person.user.id, 'production')
    if (ticket === null || stale === undefined) throw new Error('There is nothing to write')
    const old = { ...ticket, ticket: ticket.ticket - 1 }
    expect(await store.applySubscription(old, stale, clock())).toMatchObject({ applied: false, tier: 'free' })
    expect(await store.applySubscription(ticket, stale, clock())).toMatchObject({
      applied: true,
      tier: 'pro',
    })
  })

  test('one about a customer that was replaced meanwhile is refused', async () => {
    const person = await signUp(product.app)
    const { customerId } = await subscribe(product, person)
    const slow = heldPayments()
    const early = syncSubscription(deps(slow.payments), person.user.id, 'production')
    await slow.arrived
    await production().deleteCustomer(customerId)
    expect((await bill(product, person, 'create-subscription')).json().opens).toBe('checkout')
    slow.release()
    expect(await early).toMatchObject({ applied: false, tier: 'free' })
    expect(await tierOf(person)).toBe('free')
  })

  test('twenty at once, some before and some after the cancellation, end with what the provider says', async () => {
    const person = await signUp(product.app)
    const { subscriptionId } = await subscribe(product, person)
    const sync = () => syncSubscription(deps(connect()), person.user.id, 'production')
    const before = Array.from({ length: 10 }, sync)
    await production().cancelNow(subscriptionId)
    await Promise.all([...before, ...Array.from({ length: 10 }, sync)])
    expect(await tierOf(person)).toBe('free')
  })
})
