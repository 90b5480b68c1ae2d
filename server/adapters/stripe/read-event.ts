import Stripe from 'stripe'
import { EventRefused, type PaymentEvent } from '#server/ports.ts'
import { readShape } from './stripe-shapes.ts'

const toleranceSeconds = 300

function verify(body: Uint8Array, signature: string, secret: string, now: Date): unknown {
  try {
    return Stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds, undefined, now.getTime())
  } catch (error) {
    throw new EventRefused('The signature of the event is missing, wrong or too old', { cause: error })
  }
}

/** What an event is about, once its signature has been checked. */
export function readEvent(body: Uint8Array, signature: string, secret: string, now: Date): PaymentEvent {
  const event = readShape('event', verify(body, signature, secret, now))
  const { object } = event.data
  return {
    id: event.id,
    type: event.type,
    live: event.livemode,
    customerId: object.object === 'customer' ? object.id : (object.customer ?? null),
    chargeId: object.charge ?? null,
  }
}
