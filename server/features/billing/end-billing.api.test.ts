import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { goodPassword, post, type SignedUp, signUp, whoIs } from '#tests/harness/account-calls.ts'
import {
  type BillingApp,
  bill,
  newestSession,
  openBillingApp,
  receiveEvents,
  subscribe,
} from '#tests/harness/billing-app.ts'

let product: BillingApp
beforeAll(async () => {
  product = await openBillingApp()
  await receiveEvents(product)
})
afterEach(() => product.provider.control.api.clear())
afterAll(() => product.close())

const production = () => product.provider.control.production
const remove = (person: SignedUp) =>
  post(product.app, '/api/account/delete', { password: goodPassword }, { cookie: person.cookie })
const statusOf = (id: string) =>
  production()
    .subscriptions()
    .find((one) => one.id === id)?.status

test('deleting an account ends its subscription first, and the events of that find nobody and harm nobody', async () => {
  const person = await signUp(product.app)
  const { subscriptionId } = await subscribe(product, person)
  expect((await remove(person)).statusCode).toBe(200)
  expect(statusOf(subscriptionId)).toBe('canceled')
  await product.provider.control.webhooks.settled()
  expect(product.provider.control.webhooks.attempts().every(({ status }) => status === 200)).toBe(true)
  const { rows } = await product.database.pool.query('select 1 from billing_customers where user_id = $1', [
    person.user.id,
  ])
  expect(rows).toEqual([])
})

test('an open payment page of a deleted account can no longer be paid', async () => {
  const person = await signUp(product.app)
  await bill(product, person, 'create-subscription')
  const { id } = newestSession(product)
  await remove(person)
  expect(
    production()
      .sessions()
      .find((one) => one.id === id)?.status,
  ).toBe('expired')
})

test('while the provider is away the account stays, with its plan, and says why', async () => {
  const person = await signUp(product.app)
  const { subscriptionId } = await subscribe(product, person)
  product.provider.control.api.inject({ answer: 429 })
  const reply = await remove(person)
  expect([reply.statusCode, reply.json().code]).toEqual([502, 'payments_unavailable'])
  expect(reply.json().userMessage).toContain('Your account was not deleted')
  expect(statusOf(subscriptionId)).toBe('active')
  expect(await whoIs(product.app, person.cookie)).toMatchObject({ subscriptionTier: 'pro' })
})

test('an account that never paid is deleted without asking the provider', async () => {
  const person = await signUp(product.app)
  const asked = product.provider.control.api.requests().length
  expect((await remove(person)).statusCode).toBe(200)
  expect(product.provider.control.api.requests()).toHaveLength(asked)
})
