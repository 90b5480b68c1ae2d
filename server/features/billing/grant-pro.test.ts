import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp, whoIs } from '#tests/harness/account-calls.ts'
import { type BillingApp, bill, billingOf, openBillingApp, subscribe } from '#tests/harness/billing-app.ts'
import { makeBillingStore } from './billing-store.ts'
import { demoteToFree, type GrantPro, promoteToPro } from './grant-pro.ts'

let product: BillingApp
let deps: GrantPro
beforeAll(async () => {
  product = await openBillingApp()
  const { db } = product.database
  deps = { billing: makeBillingStore(db), entitlements: makeBillingStore(db), clock: () => new Date() }
})
afterAll(() => product.close())

const tierOf = async (cookie: string) => (await whoIs(product.app, cookie))?.subscriptionTier

test('a promotion gives Pro without a payment, and syncing does not take it back', async () => {
  const { user, email, cookie, address } = await signUp(product.app)
  expect(await promoteToPro(deps, user.id)).toEqual({ email, tier: 'pro' })
  expect((await bill(product, { cookie, address }, 'stripe/sync')).json()).toEqual({
    synced: false,
    tier: 'pro',
  })
  expect(await billingOf(product, { cookie, address })).toMatchObject({
    tier: 'pro',
    granted: true,
    status: 'none',
  })
})

test('a promoted person is not sold what they have', async () => {
  const person = await signUp(product.app)
  await promoteToPro(deps, person.user.id)
  const asked = product.provider.control.production.sessions().length
  const reply = await bill(product, person, 'create-subscription')
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'already_pro'])
  expect(product.provider.control.production.sessions()).toHaveLength(asked)
})

test('a plan that ends leaves what an operator gave', async () => {
  const person = await signUp(product.app)
  const { subscriptionId } = await subscribe(product, person)
  await promoteToPro(deps, person.user.id)
  await product.provider.control.production.cancelNow(subscriptionId)
  expect((await bill(product, person, 'stripe/sync')).json()).toEqual({ synced: false, tier: 'pro' })
  const again = await bill(product, person, 'create-subscription')
  expect(again.json().code).toBe('already_pro')
})

test('a demotion takes back what a promotion gave, once and again', async () => {
  const { user, email, cookie } = await signUp(product.app)
  await promoteToPro(deps, user.id)
  expect(await demoteToFree(deps, user.id)).toEqual({ email, tier: 'free' })
  expect(await demoteToFree(deps, user.id)).toEqual({ email, tier: 'free' })
  expect(await tierOf(cookie)).toBe('free')
})

test('who pays cannot be demoted: it says what to do, and nothing is changed', async () => {
  const person = await signUp(product.app)
  await subscribe(product, person)
  await expect(demoteToFree(deps, person.user.id)).rejects.toMatchObject({
    code: 'pays_for_pro',
    userMessage:
      'This person pays for Pro. Cancel or refund the subscription at the payment provider instead.',
  })
  expect(await tierOf(person.cookie)).toBe('pro')
})

test('nobody of that id can be promoted or demoted', async () => {
  await expect(promoteToPro(deps, 'nobody')).rejects.toMatchObject({ code: 'not_found' })
  await expect(demoteToFree(deps, 'nobody')).rejects.toMatchObject({ code: 'not_found' })
})
