import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { stripePayments } from '#server/adapters/stripe/stripe-payments.ts'
import type { DueJob } from '#server/clock.ts'
import { PaymentsError } from '#server/payment-ports.ts'
import { type SignedUp, signUp } from '#tests/harness/account-calls.ts'
import { adminPost, makeProtectedAccount } from '#tests/harness/admin-calls.ts'
import { type BillingApp, openBillingApp, subscribe } from '#tests/harness/billing-app.ts'
import { webhookSecrets } from '#tests/harness/billing-environment.ts'
import { makeBillingStore } from './billing-store.ts'
import { customerEmailsDuty } from './tell-email.ts'

let product: BillingApp
let operator: string
beforeAll(async () => {
  product = await openBillingApp()
  operator = (await makeProtectedAccount(product)).cookie
})
afterEach(() => product.provider.control.api.clear())
afterAll(() => product.close())

/** The duty as wired, with the real client of the provider; each job runs once. */
function duty() {
  const { url, modes } = product.provider
  const keys = { secretKey: modes.production.apiKey, webhookSecret: webhookSecrets.production }
  const production = stripePayments({ ...keys, apiUrl: url }, () => new Date())
  const made = customerEmailsDuty({
    payments: { production, sandbox: null },
    billing: makeBillingStore(product.database.db),
  })
  if ('rhythm' in made) throw new Error('The duty lists its jobs')
  return {
    listDue: made.listDue,
    run: (job: DueJob | undefined) => made.run(job?.data ?? {}, new AbortController().signal),
  }
}

const emailAt = (id: string) =>
  product.provider.control.production.customers().find((customer) => customer.id === id)?.email

async function change({ user }: SignedUp, email: string): Promise<void> {
  const reply = await adminPost(product.app, 'change-user-email', { userId: user.id, email }, operator)
  expect(reply.statusCode, reply.body).toBe(200)
}

test('a new address reaches the payment provider, also if the provider was away at first', async () => {
  const person = await signUp(product.app)
  const { customerId } = await subscribe(product, person)
  expect(emailAt(customerId)).toBe(person.email)
  const { listDue, run } = duty()
  expect(await listDue()).toEqual([])

  await change(person, 'moved@example.test')
  const due = await listDue()
  expect(due).toEqual([
    { key: `production ${person.user.id}`, data: { userId: person.user.id, mode: 'production' } },
  ])
  product.provider.control.api.inject({ answer: 429 })
  await expect(run(due[0])).rejects.toThrow(PaymentsError)
  expect([emailAt(customerId), await listDue()]).toEqual([person.email, due])
  product.provider.control.api.clear()
  await run(due[0])
  expect([emailAt(customerId), await listDue()]).toEqual(['moved@example.test', []])
})

test('an address that changes again while the provider is told is told again', async () => {
  const person = await signUp(product.app)
  const { customerId } = await subscribe(product, person)
  const { listDue, run } = duty()
  await change(person, 'first@example.test')
  const [job] = await listDue()
  const store = makeBillingStore(product.database.db)
  const told = await store.findEmailDue(person.user.id, 'production')
  await change(person, 'second@example.test')
  await store.noteEmailTold(person.user.id, 'production', told ?? { customerId, email: '' })
  expect(await listDue()).toEqual([job])
  await run(job)
  expect([emailAt(customerId), await listDue()]).toEqual(['second@example.test', []])
})

test('a customer that is made with an address that changes meanwhile is told of the new one', async () => {
  const person = await signUp(product.app)
  await change(person, 'third@example.test')
  const store = makeBillingStore(product.database.db)
  await store.saveCustomer(person.user.id, 'production', { known: null, now: 'cus_1', email: person.email })
  const { listDue, run } = duty()
  const [job] = await listDue()
  expect(job?.data).toEqual({ userId: person.user.id, mode: 'production' })
  // This customer does not exist at the provider, so there is nobody to tell.
  await run(job)
  expect(await listDue()).toEqual([])
})

test('an account that never paid changes its address without asking the provider', async () => {
  const person = await signUp(product.app)
  await change(person, 'fourth@example.test')
  expect(await duty().listDue()).toEqual([])
})
