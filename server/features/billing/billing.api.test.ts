import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp, whoIs } from '#tests/harness/account-calls.ts'
import { type BillingApp, bill, billingOf, openBillingApp, subscribe } from '#tests/harness/billing-app.ts'

let product: BillingApp
beforeAll(async () => {
  product = await openBillingApp()
})
afterAll(() => product.close())

test('ASVS 2.3.1: who upgrades and pays has Pro the moment they come back', async () => {
  const person = await signUp(product.app)
  await subscribe(product, person)
  expect(await whoIs(product.app, person.cookie)).toMatchObject({
    subscriptionTier: 'pro',
    hasBillingAccount: true,
  })
  expect(await billingOf(product, person)).toMatchObject({ tier: 'pro', status: 'active' })
  expect((await bill(product, person, 'customer-portal')).json().url).toContain(product.provider.url)
})
