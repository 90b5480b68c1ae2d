import Stripe from 'stripe'
import { badRequest, known } from './api-error.ts'
import type * as wire from './wire.ts'
import { providerId } from './wire.ts'

/** Rows by id, in order of creation, up to a maximum number. */
class BoundedTable<Row extends { id: string }> {
  readonly #rows = new Map<string, Row>()
  readonly #mostRows: number
  readonly #whenFull: 'evict_oldest' | 'refuse'

  constructor(mostRows: number, whenFull: 'evict_oldest' | 'refuse' = 'evict_oldest') {
    this.#mostRows = mostRows
    this.#whenFull = whenFull
  }

  find(id: string): Row | null {
    return this.#rows.get(id) ?? null
  }

  put(row: Row): Row {
    if (!this.#rows.has(row.id) && this.#rows.size >= this.#mostRows) this.#evictOldest()
    this.#rows.set(row.id, row)
    return row
  }

  delete(id: string): void {
    this.#rows.delete(id)
  }

  all(): Row[] {
    return [...this.#rows.values()]
  }

  #evictOldest(): void {
    const oldest = this.#rows.keys().next()
    if (this.#whenFull === 'refuse' || oldest.done) {
      throw badRequest('The local stand-in is full. Stop the product, delete its state file and start again.')
    }
    this.#rows.delete(oldest.value)
  }
}

export const paymentModes = ['production', 'sandbox'] as const
export type PaymentMode = (typeof paymentModes)[number]
export type Ledgers = Record<PaymentMode, Ledger>

/** The data of a Checkout, apart from its session object. */
type CheckoutPlan = {
  id: string
  priceId: string
  quantity: number
  subscriptionMetadata: Record<string, string>
}

export type CardState = 'good' | 'declining'

/** An event with a copy of its object, as the object was when the event happened. */
export type EventObject = wire.Wire<Omit<Stripe.EventBase, 'data'>> & { data: { object: object } }

export type Delivery = { id: string; eventId: string; attempts: number }

/** The first reply to an idempotency key, with a hash of the request. */
type StoredReply = { id: string; fingerprint: string; status: number; body: string; keptAt: number }

/** All tables with their maximum sizes. A full table either refuses new rows or drops its oldest ones. */
function openTables() {
  return {
    customers: new BoundedTable<wire.Customer>(10_000, 'refuse'),
    deletedCustomers: new BoundedTable<{ id: string; object: 'customer'; deleted: true }>(10_000),
    cards: new BoundedTable<{ id: string; state: CardState }>(10_000),
    prices: new BoundedTable<wire.Price>(100, 'refuse'),
    sessions: new BoundedTable<wire.Session>(10_000),
    checkoutPlans: new BoundedTable<CheckoutPlan>(10_000),
    subscriptions: new BoundedTable<wire.Subscription>(10_000, 'refuse'),
    invoices: new BoundedTable<wire.Invoice>(20_000),
    invoicePayments: new BoundedTable<wire.InvoicePayment>(20_000),
    charges: new BoundedTable<wire.Charge>(20_000),
    portals: new BoundedTable<wire.Portal>(1_000),
    events: new BoundedTable<EventObject>(10_000),
    deliveries: new BoundedTable<Delivery>(10_000),
    replies: new BoundedTable<StoredReply>(2_000),
  }
}
type Tables = ReturnType<typeof openTables>
export type TableName = keyof Tables

/** All data of the provider in one of its two modes. */
export type Ledger = {
  mode: PaymentMode
  livemode: boolean
  tables: Tables
  /** Seconds since 1970, as the provider uses them. */
  now(): number
  /** The current request; its id is stored in events. */
  request: { id: string | null; idempotency_key: string | null }
  pagesUrl(): string
  onEvent(event: EventObject): void
}

export function openLedger(mode: PaymentMode, now: () => number): Ledger {
  return {
    mode,
    livemode: mode === 'production',
    now,
    request: { id: null, idempotency_key: null },
    pagesUrl: () => '',
    onEvent: () => {},
    tables: openTables(),
  }
}

export function requireCustomer(ledger: Ledger, id: string, param = 'id'): wire.Customer {
  return known(ledger.tables.customers.find(id), 'customer', id, param)
}

export function requireSubscription(ledger: Ledger, id: string): wire.Subscription {
  return known(ledger.tables.subscriptions.find(id), 'subscription', id)
}

type ObjectOf<Type extends Stripe.Event['type']> = wire.Wire<
  Extract<Stripe.Event, { type: Type }>['data']['object']
>

/** Records an event with its object's current state, checked against the SDK's type, and sends it. */
export function emitEvent<Type extends Stripe.Event['type']>(
  ledger: Ledger,
  type: Type,
  object: ObjectOf<Type> & object,
): EventObject {
  const event: EventObject = {
    id: providerId('evt'),
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: ledger.now(),
    data: { object: structuredClone(object) },
    livemode: ledger.livemode,
    pending_webhooks: 1,
    request: { ...ledger.request },
    type,
  }
  ledger.tables.events.put(event)
  ledger.onEvent(event)
  return event
}

/** A new object of this mode with the simulated fields, which may include its id. */
export function makeObject<T extends { object: string }>(
  ledger: Ledger,
  [prefix, object]: [prefix: string, object: T['object']],
  fields: Partial<T>,
): T {
  const { livemode } = ledger
  return { id: providerId(prefix), ...fields, object, created: ledger.now(), livemode } as unknown as T
}
