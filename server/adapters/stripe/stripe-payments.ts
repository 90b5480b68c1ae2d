import type Stripe from 'stripe'
import type { Clock, Payments } from '#server/ports.ts'
import { type Ask, boundedCall, unlessMissing } from './bounded-call.ts'
import { readEvent } from './read-event.ts'
import { hashOf, startCheckout } from './start-checkout.ts'
import { type StripeAccess, stripeClient } from './stripe-client.ts'
import {
  describeCheckout,
  describePrice,
  describeSubscription,
  readShape,
  wentBack,
} from './stripe-shapes.ts'

type Person = Parameters<Payments['openCustomer']>[0]

const pageSize = 100
/** More of anything on one customer is no person's doing. */
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

async function listSubscriptions(stripe: Stripe, customerId: string) {
  const asked = stripe.subscriptions.list({ customer: customerId, status: 'all', limit: pageSize })
  const listed = await unlessMissing(asked.autoPagingToArray({ limit: mostListed }), [])
  return listed.map(describeSubscription)
}

async function wasMoneyReturned(stripe: Stripe, invoiceId: string): Promise<boolean> {
  const expand = ['data.payment.payment_intent.latest_charge', 'data.payment.charge']
  const asked = stripe.invoicePayments.list({ invoice: invoiceId, status: 'paid', limit: pageSize, expand })
  const { data } = await asked
  return data.some(wentBack)
}

/** Only what is ours and for them to ask is in this file; shapes, failures and pages are beside it. */
function customerCalls(stripe: Stripe, ask: Ask) {
  return {
    openCustomer: (person: Person) => ask('open a customer', () => openCustomer(stripe, person)),
    async deleteCustomer(customerId: string) {
      await ask('delete a customer', () => unlessMissing(stripe.customers.del(customerId), null))
    },
    findChargeCustomer: (chargeId: string) =>
      ask('read a charge', async () => {
        const found = await unlessMissing(stripe.charges.retrieve(chargeId), null)
        return found === null ? null : (readShape('charge', found).customer ?? null)
      }),
    openPortal: (customer: string, returnUrl: string) =>
      ask('open the billing portal', async () => {
        const asked = stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })
        const made = await unlessMissing(asked, null)
        return made === null ? null : readShape('portal', made).url
      }),
  }
}

function subscriptionCalls(stripe: Stripe, ask: Ask) {
  return {
    listSubscriptions: (customerId: string) =>
      ask('list subscriptions', () => listSubscriptions(stripe, customerId)),
    async cancelSubscription(subscriptionId: string) {
      await ask('cancel a subscription', () => unlessMissing(stripe.subscriptions.cancel(subscriptionId), null))
    },
    wasMoneyReturned: (invoiceId: string) =>
      ask('read the payments of an invoice', () => wasMoneyReturned(stripe, invoiceId)),
    findPrice: (priceId: string) =>
      ask('read a price', async () => {
        const found = await unlessMissing(stripe.prices.retrieve(priceId), null)
        return found === null ? null : describePrice(found)
      }),
    findCheckout: (sessionId: string) =>
      ask('read a payment page', async () => {
        const found = await unlessMissing(stripe.checkout.sessions.retrieve(sessionId), null)
        return found === null ? null : describeCheckout(readShape('checkout', found))
      }),
  }
}

/** One mode of Stripe, with the key and the webhook secret of that mode. */
export function stripePayments(access: StripeAccess, clock: Clock): Payments {
  const stripe = stripeClient(access)
  const ask = boundedCall(access.totalMs ?? 20_000)
  return {
    ...customerCalls(stripe, ask),
    ...subscriptionCalls(stripe, ask),
    startCheckout: (request) =>
      ask('start a payment', () => startCheckout(stripe, request, clock())),
    readEvent: (body, signature, now) => readEvent(body, signature, access.webhookSecret, now),
  }
}
