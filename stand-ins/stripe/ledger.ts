import Stripe from 'stripe'
import { badRequest, known } from './api-error.ts'
import { providerId, randomLetters } from './provider-id.ts'
import type {
  ChargeObject,
  CustomerObject,
  InvoiceObject,
  InvoicePaymentObject,
  PortalObject,
  PriceObject,
  SessionObject,
  SubscriptionObject,
  Wire,
} from './wire.ts'

/** Most rows of a table, and what happens to one more. Where the oldest go, the provider deletes them too. */
type TableBound = { most: number; full: 'forget_oldest' | 'refuse' }

/** Rows by id, in the order they were made. */
class BoundedTable<Row extends { id: string }> {
  readonly #rows = new Map<string, Row>()
  readonly #bound: TableBound

  constructor(bound: TableBound) {
    this.#bound = bound
  }

  find(id: string): Row | null {
    return this.#rows.get(id) ?? null
  }

  put(row: Row): Row {
    if (!this.#rows.has(row.id) && this.#rows.size >= this.#bound.most) this.#evictOldest()
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
    if (this.#bound.full === 'refuse' || oldest.done) {
      throw badRequest('The local stand-in is full. Stop the product, delete its state file and start again.')
    }
    this.#rows.delete(oldest.value)
  }
}

export type PaymentMode = 'production' | 'sandbox'

/** What the provider stores of a Checkout beside the session: session metadata is not copied to it. */
type CheckoutPlan = { id: string; priceId: string; quantity: number; subscriptionMetadata: Metadata }
type Metadata = Record<string, string>

export type CardState = 'good' | 'declining'

/** An event as it was when it happened; its object never changes afterwards. */
export type EventObject = {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: object }
  livemode: boolean
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: string
}

export type Delivery = { id: string; eventId: string; attempts: number }

/** The first reply to an idempotency key, stored with a fingerprint of the request. */
export type StoredReply = { id: string; fingerprint: string; status: number; body: string; keptAt: number }

type Rows = {
  customers: CustomerObject
  deletedCustomers: { id: string; object: 'customer'; deleted: true }
  cards: { id: string; state: CardState }
  prices: PriceObject
  sessions: SessionObject
  checkoutPlans: CheckoutPlan
  subscriptions: SubscriptionObject
  invoices: InvoiceObject
  invoicePayments: InvoicePaymentObject
  charges: ChargeObject
  portals: PortalObject
  events: EventObject
  deliveries: Delivery
  replies: StoredReply
}
export type TableName = keyof Rows

const bounds: Record<TableName, TableBound> = {
  customers: { most: 10_000, full: 'refuse' },
  deletedCustomers: { most: 10_000, full: 'forget_oldest' },
  cards: { most: 10_000, full: 'forget_oldest' },
  prices: { most: 100, full: 'refuse' },
  sessions: { most: 10_000, full: 'forget_oldest' },
  checkoutPlans: { most: 10_000, full: 'forget_oldest' },
  subscriptions: { most: 10_000, full: 'refuse' },
  invoices: { most: 20_000, full: 'forget_oldest' },
  invoicePayments: { most: 20_000, full: 'forget_oldest' },
  charges: { most: 20_000, full: 'forget_oldest' },
  portals: { most: 1_000, full: 'forget_oldest' },
  events: { most: 10_000, full: 'forget_oldest' },
  deliveries: { most: 10_000, full: 'forget_oldest' },
  replies: { most: 2_000, full: 'forget_oldest' },
}
export const tableNames = Object.keys(bounds) as TableName[]

type Tables = { [Name in TableName]: BoundedTable<Rows[Name]> }

/** Everything the provider knows in one of its two modes. */
export type Ledger = {
  mode: PaymentMode
  livemode: boolean
  tables: Tables
  /** Seconds since 1970, as the provider counts. */
  now(): number
  /** The request that is being answered; events name it. */
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
    tables: Object.fromEntries(tableNames.map((name) => [name, new BoundedTable(bounds[name])])) as Tables,
  }
}

export function newRequestId(): string {
  return `req_${randomLetters(14)}`
}

export function requireCustomer(ledger: Ledger, id: string, param = 'id'): CustomerObject {
  return known(ledger.tables.customers.find(id), 'customer', id, param)
}

export function requireSubscription(ledger: Ledger, id: string): SubscriptionObject {
  return known(ledger.tables.subscriptions.find(id), 'subscription', id)
}

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

/** A new object of this mode, made now, with the fields that are played. */
export function makeObject<T extends { object: string }>(
  ledger: Ledger,
  [prefix, object]: [prefix: string, object: T['object']],
  fields: Partial<T>,
): T {
  const { livemode } = ledger
  return { ...fields, id: providerId(prefix), object, created: ledger.now(), livemode } as unknown as T
}
