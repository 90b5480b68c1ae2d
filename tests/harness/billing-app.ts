import { expect } from 'vitest'
import { type BillingState, billingState, type PaymentMode } from '#contract/billing.ts'
import type { Replacements } from '#server/wiring/wired.ts'
import { post, type SignedUp } from './account-calls.ts'
import { billingEnvironment, webhookSecrets } from './billing-environment.ts'
import { type ControlledStandIn, startControlledStandIn } from './stand-in-control.ts'
import { openTestApp, type TestApp } from './test-app.ts'

export type BillingApp = TestApp & { provider: ControlledStandIn; environment: Record<string, string> }

type Options = { replaced?: Replacements; environment?: Record<string, string>; providerClock?: () => Date }

/** The product with its own payment provider, which sends no events until it has a target. */
export async function openBillingApp(options: Options = {}): Promise<BillingApp> {
  const provider = await startControlledStandIn({
    nodeEnv: 'test',
    // Each delivery is attempted once; the test itself repeats a failed delivery.
    webhookRetryDelaysMs: [],
    ...(options.providerClock === undefined ? {} : { clock: options.providerClock }),
  })
  const environment = { ...billingEnvironment(provider), ...options.environment }
  const product = await openTestApp(options.replaced, environment)
  return {
    ...product,
    provider,
    environment,
    async close() {
      await product.close()
      await provider.close()
    },
  }
}

type Person = Pick<SignedUp, 'cookie' | 'address'>

/** Calls a billing endpoint like the page. */
export function bill(product: Pick<TestApp, 'app'>, person: Person, path: string, payload: object = {}) {
  return post(product.app, `/api/${path}`, payload, person)
}

export async function billingOf({ app }: Pick<TestApp, 'app'>, { cookie }: Person): Promise<BillingState> {
  const reply = await app.inject({ url: '/api/billing', headers: { cookie } })
  expect(reply.statusCode, reply.body).toBe(200)
  return billingState.parse(reply.json())
}

/** The newest checkout page of the provider in this mode. */
export function newestSession({ provider }: BillingApp, mode: PaymentMode = 'production') {
  const session = provider.control[mode].sessions().at(-1)
  if (session === undefined) throw new Error('The provider has made no payment page')
  return session
}

export function newestSubscription({ provider }: BillingApp, mode: PaymentMode = 'production') {
  const subscription = provider.control[mode].subscriptions().at(-1)
  if (subscription === undefined) throw new Error('The provider has no subscription')
  return subscription
}

/** Upgrades and pays like a user, and returns to the product; returns the ids at the provider. */
export async function subscribe(product: BillingApp, person: Person, mode: PaymentMode = 'production') {
  const started = await bill(product, person, 'create-subscription')
  expect(started.statusCode, started.body).toBe(200)
  const { id: sessionId, customer } = newestSession(product, mode)
  await product.provider.control[mode].payCheckout(sessionId)
  const finalized = await bill(product, person, 'stripe/finalize', { sessionId })
  expect(finalized.json()).toMatchObject({ success: true })
  return { sessionId, customerId: customer ?? '', subscriptionId: newestSubscription(product, mode).id }
}

/** From now on the provider's events are delivered to the product, over HTTP. */
export async function receiveEvents({ app, provider }: BillingApp): Promise<void> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  for (const mode of ['production', 'sandbox'] as const) {
    const url = `http://127.0.0.1:${port}/api/webhooks/stripe/${mode}`
    provider.setWebhookTarget(mode, { url, secret: webhookSecrets[mode] })
  }
}
