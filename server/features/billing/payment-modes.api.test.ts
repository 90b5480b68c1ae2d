import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentMode } from '#contract/billing.ts'
import { stripePayments } from '#server/adapters/stripe/stripe-payments.ts'
import { signUp, whoIs } from '#tests/harness/account-calls.ts'
import {
  type BillingApp,
  bill,
  billingOf,
  newestSession,
  openBillingApp,
  subscribe,
} from '#tests/harness/billing-app.ts'
import { webhookSecrets } from '#tests/harness/billing-environment.ts'
import { openTestApp } from '#tests/harness/test-app.ts'
import { type ChangePaymentConfig, changePaymentConfig } from './change-payment-config.ts'
import { makePaymentConfigStore } from './payment-config-store.ts'
import { checkPriceInUse } from './require-price.ts'

let product: BillingApp
let deps: ChangePaymentConfig
beforeAll(async () => {
  product = await openBillingApp()
  const clock = () => new Date('2026-11-21T12:00:00Z')
  const { url, modes } = product.provider
  const connect = (mode: PaymentMode) =>
    stripePayments({ secretKey: modes[mode].apiKey, webhookSecret: webhookSecrets[mode], apiUrl: url }, clock)
  deps = {
    payments: { production: connect('production'), sandbox: connect('sandbox') },
    paymentConfig: makePaymentConfigStore(product.database.db),
    clock,
  }
})
afterAll(() => product.close())

const readConfig = () => makePaymentConfigStore(product.database.db).readConfig()
const switchTo = (mode: PaymentMode) => changePaymentConfig(deps, { mode }, null)
const tierOf = async (cookie: string) => (await whoIs(product.app, cookie))?.subscriptionTier

describe('the switch between real money and the sandbox', () => {
  beforeEach(() => switchTo('production'))

  test('sells new plans in the mode that is on', async () => {
    const person = await signUp(product.app)
    await switchTo('sandbox')
    await subscribe(product, person, 'sandbox')
    expect(newestSession(product, 'sandbox').client_reference_id).toBe(person.user.id)
    expect(await tierOf(person.cookie)).toBe('pro')
  })

  test('takes Pro from nobody who pays real money, and leads them to their own portal', async () => {
    const person = await signUp(product.app)
    await subscribe(product, person)
    await switchTo('sandbox')
    expect(await tierOf(person.cookie)).toBe('pro')
    expect(await billingOf(product, person)).toMatchObject({ tier: 'pro', status: 'active' })
    expect((await bill(product, person, 'create-subscription')).json().opens).toBe('portal')
    expect((await bill(product, person, 'customer-portal')).statusCode).toBe(200)
    expect((await bill(product, person, 'stripe/sync')).json()).toEqual({ synced: false, tier: 'pro' })
  })

  test('gives Pro for test money in the sandbox only, and again when it is back on', async () => {
    const person = await signUp(product.app)
    await switchTo('sandbox')
    await subscribe(product, person, 'sandbox')
    await switchTo('production')
    expect(await tierOf(person.cookie)).toBe('free')
    expect(await billingOf(product, person)).toMatchObject({ tier: 'free', status: 'none', canManage: false })
    expect((await bill(product, person, 'stripe/sync')).json()).toEqual({ synced: false, tier: 'free' })
    await switchTo('sandbox')
    expect(await tierOf(person.cookie)).toBe('pro')
  })

  test('keeps the customers of the two modes apart', async () => {
    const person = await signUp(product.app)
    await switchTo('sandbox')
    const tried = await subscribe(product, person, 'sandbox')
    await switchTo('production')
    const paid = await subscribe(product, person)
    expect(paid.customerId).not.toBe(tried.customerId)
    const { rows } = await product.database.pool.query(
      'select mode, customer_id from billing_customers where user_id = $1 order by mode',
      [person.user.id],
    )
    expect(rows).toEqual([
      { mode: 'production', customer_id: paid.customerId },
      { mode: 'sandbox', customer_id: tried.customerId },
    ])
    const { rows: mirrored } = await product.database.pool.query(
      'select stripe_customer_id as id from users where id = $1',
      [person.user.id],
    )
    expect(mirrored).toEqual([{ id: paid.customerId }])
  })

  test('ends Pro of real money also while the sandbox is on', async () => {
    const person = await signUp(product.app)
    const { subscriptionId } = await subscribe(product, person)
    await switchTo('sandbox')
    await product.provider.control.production.cancelNow(subscriptionId)
    expect((await bill(product, person, 'stripe/sync')).json()).toEqual({ synced: true, tier: 'free' })
  })

  test('does not finalize a payment of the mode that is off, and reveals nothing of it', async () => {
    const person = await signUp(product.app)
    await switchTo('sandbox')
    await bill(product, person, 'create-subscription')
    const { id: sessionId } = newestSession(product, 'sandbox')
    await product.provider.control.sandbox.payCheckout(sessionId)
    await switchTo('production')
    const reply = await bill(product, person, 'stripe/finalize', { sessionId })
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found'])
    expect(await tierOf(person.cookie)).toBe('free')
  })

  test('while plans change leaves every plan right', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => signUp(product.app)))
    await switchTo('sandbox')
    for (const person of people) await subscribe(product, person, 'sandbox')
    const syncs = people.map((person) => bill(product, person, 'stripe/sync'))
    await Promise.all([
      ...syncs,
      switchTo('production'),
      ...people.map((one) => bill(product, one, 'stripe/sync')),
    ])
    const tiers = await Promise.all(people.map(({ cookie }) => tierOf(cookie)))
    expect(tiers).toEqual(people.map(() => 'free'))
  })
})

describe('the settings of an operator', () => {
  beforeEach(() => switchTo('production'))

  test('keep when they were changed', async () => {
    await switchTo('sandbox')
    const lastModifiedAt = new Date('2026-11-21T12:00:00Z')
    expect(await readConfig()).toMatchObject({ mode: 'sandbox', lastModifiedAt })
  })

  test('take a price that the provider says is right, and sell at it', async () => {
    await product.provider.control.production.addPrice({ id: 'price_new', unitAmountCents: 199 })
    await changePaymentConfig(deps, { productionPriceId: 'price_new' }, null)
    expect((await readConfig()).productionPriceId).toBe('price_new')
    await bill(product, await signUp(product.app), 'create-subscription')
    expect(newestSession(product).metadata).toMatchObject({ priceId: 'price_new' })
  })

  test('close an open payment page of the price before, so that nobody pays twice', async () => {
    const person = await signUp(product.app)
    await bill(product, person, 'create-subscription')
    const first = newestSession(product)
    await product.provider.control.production.addPrice({ id: 'price_newer', unitAmountCents: 199 })
    await changePaymentConfig(deps, { productionPriceId: 'price_newer' }, null)
    await bill(product, person, 'create-subscription')
    const own = product.provider.control.production
      .sessions()
      .filter((one) => one.customer === first.customer)
    expect(own.map(({ status }) => status)).toEqual(['expired', 'open'])
  })

  test.each([
    ['of another amount', { unitAmountCents: 999 }, '999 cents'],
    ['of another currency', { unitAmountCents: 199, currency: 'eur' }, 'EUR'],
    ['of another interval', { unitAmountCents: 199, interval: 'year' }, 'every year'],
    ['paid once', { unitAmountCents: 199, interval: null }, 'paid once'],
    ['archived', { unitAmountCents: 199, active: false }, 'archived'],
    ['by use', { unitAmountCents: 199, usageType: 'metered' }, 'metered'],
    ['in tiers', { unitAmountCents: 199, billingScheme: 'tiered' }, 'tiers'],
    ['by the dozen', { unitAmountCents: 199, transformQuantity: { divide_by: 12, round: 'up' } }, 'divides'],
    ['with decimals', { unitAmountCents: 199, unitAmountDecimal: '199.5' }, '199.5 cents'],
    ['without its tax', { unitAmountCents: 199, taxBehavior: 'exclusive' }, 'tax is added'],
  ] as const)('refuse a price %s, say why, and change nothing', async (name, facts, reason) => {
    const id = `price_${name.replaceAll(' ', '_')}`
    await product.provider.control.production.addPrice({ id, ...facts })
    const before = await readConfig()
    const change = changePaymentConfig(deps, { mode: 'sandbox', productionPriceId: id }, null)
    await expect(change).rejects.toMatchObject({
      code: 'invalid_input',
      userMessage: expect.stringContaining(reason),
    })
    expect(await readConfig()).toEqual(before)
  })

  test('refuse a price of the other mode', async () => {
    await product.provider.control.sandbox.addPrice({ id: 'price_of_sandbox', unitAmountCents: 199 })
    await expect(
      changePaymentConfig(deps, { productionPriceId: 'price_of_sandbox' }, null),
    ).rejects.toMatchObject({
      code: 'invalid_input',
      userMessage: 'This price cannot be used: there is no such price in this mode of the payment provider.',
    })
  })

  test('pass the words of a refusal on to the operator', async () => {
    const recover = product.provider.control.api.inject({ answer: 429 })
    const change = changePaymentConfig(deps, { productionPriceId: 'price_any' }, null)
    await expect(change).rejects.toMatchObject({
      code: 'payments_unavailable',
      userMessage: expect.stringMatching(/failed to read a price \(status 429, .*Nothing was changed\.$/u),
    })
    recover()
  })

  test('refuse a mode without keys', async () => {
    const bare = { ...deps, payments: { ...deps.payments, sandbox: null } }
    await expect(changePaymentConfig(bare, { mode: 'sandbox' }, null)).rejects.toMatchObject({
      code: 'billing_not_set_up',
    })
  })
})

test('a price of the environment that is wrong sells nothing, and the log says what is wrong with it', async () => {
  const lines: string[] = []
  const wrong = { ...product.environment, STRIPE_PRODUCTION_PRICE_ID: 'price_dear' }
  await product.provider.control.production.addPrice({ id: 'price_dear', unitAmountCents: 1990 })
  const shop = await openTestApp({}, wrong, (line) => lines.push(line))
  const person = await signUp(shop.app)
  const reply = await bill(shop, person, 'create-subscription')
  await shop.close()
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'billing_not_set_up'])
  expect(lines.join('')).toContain('1990 cents and not 199 cents')
})

test('a price in use that is wrong is said at the start, before anybody wants to buy', async () => {
  const warnings: object[] = []
  await product.provider.control.production.addPrice({ id: 'price_high', unitAmountCents: 2990 })
  const inUse = {
    ...deps,
    paymentConfig: makePaymentConfigStore(product.database.db),
    defaultPrices: { production: 'price_high', sandbox: null },
    standIn: false,
    checkedPrices: new Set<string>(),
    warn: (_: string, details: object) => warnings.push(details),
  }
  await changePaymentConfig(deps, { mode: 'production', productionPriceId: null }, null)
  await expect(checkPriceInUse(inUse)).rejects.toThrow(/^Pro cannot be sold at price_high: .*2990 cents/u)
  expect(warnings).toMatchObject([{ mode: 'production', priceId: 'price_high' }])
  const offline = { ...inUse, payments: { production: null, sandbox: null } }
  await expect(checkPriceInUse(offline)).resolves.toBeUndefined()
})
