import Stripe from 'stripe'
import { EventRefused, type PaymentEvent, type PaymentEventSubject } from '#server/ports.ts'
import { readShape } from './stripe-shapes.ts'

const toleranceSeconds = 300

type SignedEvent = { body: Uint8Array; signature: string; now: Date }

function verify({ body, signature, now }: SignedEvent, secret: string): unknown {
  try {
    return Stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds, undefined, now.getTime())
  } catch (error) {
    throw new EventRefused('The signature of the event is missing, wrong or too old', { cause: error })
  }
}

/** Types of events that may change somebody's plan. */
const worked =
  /^(checkout\.session\.(completed|async_payment_(succeeded|failed)|expired)|customer\.(deleted|subscription\.\w+)|invoice\.(paid|payment_failed)|charge\.(refunded|dispute\.created))$/u

function readSubject(value: unknown): PaymentEventSubject {
  const object = readShape('eventObject', value)
  return {
    customerId: object.object === 'customer' ? object.id : (object.customer ?? null),
    chargeId: object.charge ?? null,
  }
}

/** What an event is about, once its signature has been checked. */
export function readEvent(signed: SignedEvent, secret: string): PaymentEvent {
  const event = readShape('event', verify(signed, secret))
  // Objects of other types may lack what the worked ones have: a balance has no id.
  const about = worked.test(event.type) ? readSubject(event.data.object) : null
  return { id: event.id, type: event.type, live: event.livemode, about }
}
