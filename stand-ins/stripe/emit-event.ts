import Stripe from 'stripe'
import type { EventObject, Ledger } from './ledger.ts'
import { providerId } from './provider-id.ts'
import type { Wire } from './wire.ts'

type ObjectOf<Type extends Stripe.Event['type']> = Wire<
  Extract<Stripe.Event, { type: Type }>['data']['object']
>

/** Writes an event down with its object as it is now, checked against the SDK's type, and sends it. */
export function emitEvent<Type extends Stripe.Event['type']>(
  ledger: Ledger,
  type: Type,
  object: ObjectOf<Type> & object,
): EventObject {
  const event = {
    id: providerId('evt'),
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: ledger.now(),
    data: { object: structuredClone(object) },
    livemode: ledger.livemode,
    pending_webhooks: 1,
    request: { ...ledger.request },
    type,
  } satisfies EventObject & Wire<Stripe.EventBase>
  ledger.tables.events.put(event)
  ledger.onEvent(event)
  return event
}
