import type Stripe from 'stripe'
import { isLoopbackHost } from '#contract/loopback-host.ts'
import type { Clock } from '#server/clock.ts'
import { EventRefused, type PaymentEvent, type Payments } from '#server/payment-ports.ts'
import { boundedCall, unlessMissing } from './bounded-call.ts'
import { closeCheckouts, hashOf, startCheckout } from './start-checkout.ts'
import { stripeSdk } from './stripe-sdk.ts'
import { describeCheckout, describePrice, describeSubscription, readShape } from './stripe-shapes.ts'

export type StripeAccess = {
  secretKey: string
  webhookSecret: string
  /**
   * Null stands for Stripe's own URL. Any other URL has to be an http URL of this machine, so that live keys
   * cannot leak.
   */
  apiUrl: string | null
  /** The timeout for one response. */
  timeoutMs?: number
  /** The timeout for one call with its retries. */
  totalMs?: number
}

function addressOf(apiUrl: string) {
  const { protocol, hostname, port } = new URL(apiUrl)
  if (protocol !== 'http:' || !isLoopbackHost(hostname)) {
    throw new Error('Payments go to Stripe, or to an http address of this machine, and nowhere else')
  }
  return { protocol: 'http' as const, host: hostname.replace(/^\[|\]$/gu, ''), port: port || '80' }
}

/**
 * A client of Stripe's SDK for one key. It retries twice after lost connections, conflicts and server errors.
 */
function stripeClient({ secretKey, apiUrl, timeoutMs = 10_000 }: StripeAccess): Stripe {
  return new (stripeSdk())(secretKey, {
    maxNetworkRetries: 2,
    timeout: timeoutMs,
    telemetry: false,
    ...(apiUrl === null ? {} : addressOf(apiUrl)),
  })
}

const toleranceSeconds = 300

type SignedEvent = { body: Uint8Array; signature: string; now: Date }

/** Event types that may change a plan. */
const worked =
  /^(checkout\.session\.(completed|async_payment_(succeeded|failed)|expired)|customer\.(deleted|subscription\.\w+)|invoice\.(paid|payment_failed)|charge\.(refunded|dispute\.created))$/u

function readSubject(value: unknown) {
  const object = readShape('eventObject', value)
  return {
    customerId: object.object === 'customer' ? object.id : (object.customer ?? null),
    chargeId: object.charge ?? null,
  }
}

function readEvent({ body, signature, now }: SignedEvent, secret: string): PaymentEvent {
  const at = now.getTime()
  let signed: unknown
  try {
    signed = stripeSdk().webhooks.constructEvent(body, signature, secret, toleranceSeconds, undefined, at)
  } catch (error) {
    throw new EventRefused('The signature of the event is missing, wrong or too old', { cause: error })
  }
  const event = readShape('event', signed)
  // Some object types lack these fields: a balance has no id.
  const about = worked.test(event.type) ? readSubject(event.data.object) : null
  return { id: event.id, type: event.type, live: event.livemode, about }
}

type Person = Parameters<Payments['openCustomer']>[0]

const pageSize = 100
/** A customer with more objects is not plausible. */
const mostListed = 1000

async function openCustomer(stripe: Stripe, { userId, email, storedId }: Person): Promise<string> {
  if (storedId !== null) {
    const stored = await unlessMissing(stripe.customers.retrieve(storedId), null)
    if (stored !== null && readShape('customer', stored).deleted !== true) return storedId
  }
  const parameters = { email, metadata: { userId } }
  const idempotencyKey = `customer:${userId}:after:${storedId ?? 'none'}:${hashOf(parameters)}`
  const made = await stripe.customers.create(parameters, { idempotencyKey, maxNetworkRetries: 4 })
  return readShape('customer', made).id
}

async function listSubscriptions(stripe: Stripe, customer: string) {
  const expand = ['data.latest_invoice.payments']
  const asked = stripe.subscriptions.list({ customer, status: 'all', limit: pageSize, expand })
  const listed = await unlessMissing(asked.autoPagingToArray({ limit: mostListed }), [])
  return listed.map(describeSubscription)
}

async function wasMoneyReturned(stripe: Stripe, paymentId: string): Promise<boolean> {
  const { data } = await stripe.charges.list({ payment_intent: paymentId, limit: pageSize })
  return data.map((one) => readShape('charge', one)).some(({ refunded, disputed }) => refunded || disputed)
}

async function deleteCustomer(stripe: Stripe, customer: string): Promise<void> {
  await unlessMissing(closeCheckouts(stripe, customer), null)
  await unlessMissing(stripe.customers.del(customer), null)
}

export function stripePayments(access: StripeAccess, clock: Clock): Payments {
  const stripe = stripeClient(access)
  const ask = boundedCall(access.totalMs ?? 20_000)
  /** Null if the object does not exist in this mode. */
  const find = <T>(what: string, call: () => Promise<T>) => ask(what, () => unlessMissing(call(), null))
  return {
    openCustomer: (person) => ask('open a customer', () => openCustomer(stripe, person)),
    async changeEmail(id, email) {
      await find('change an address', () => stripe.customers.update(id, { email }))
    },
    deleteCustomer: (id) => ask('delete a customer', () => deleteCustomer(stripe, id)),
    findChargeCustomer: (id) =>
      find(
        'read a charge',
        async () => readShape('charge', await stripe.charges.retrieve(id)).customer ?? null,
      ),
    openPortal: (customer, return_url) =>
      find('open the billing portal', async () => {
        const made = await stripe.billingPortal.sessions.create({ customer, return_url })
        return readShape('portal', made).url
      }),
    listSubscriptions: (customerId) => ask('list subscriptions', () => listSubscriptions(stripe, customerId)),
    async cancelSubscription(id) {
      await find('cancel a subscription', () => stripe.subscriptions.cancel(id))
    },
    wasMoneyReturned: (paymentId) => ask('read a payment', () => wasMoneyReturned(stripe, paymentId)),
    findPrice: (id) => find('read a price', async () => describePrice(await stripe.prices.retrieve(id))),
    findCheckout: (id) =>
      find('read a payment page', async () => describeCheckout(await stripe.checkout.sessions.retrieve(id))),
    startCheckout: (request) => ask('start a payment', () => startCheckout(stripe, request, clock())),
    readEvent: (body, signature, now) => readEvent({ body, signature, now }, access.webhookSecret),
  }
}
