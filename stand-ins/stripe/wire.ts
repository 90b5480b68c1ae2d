import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'

type Plain = string | number | boolean | null | undefined

/** An SDK type as transferred: the SDK turns decimal strings into objects only on receipt. */
export type Wire<T> = T extends Plain
  ? T
  : T extends Stripe.Decimal
    ? string
    : T extends (infer Item)[]
      ? Wire<Item>[]
      : { [Key in keyof T]: Wire<T[Key]> }

/** A stored object whose links are ids; `expand` replaces them with objects. */
type Linked<T, Links extends Partial<Record<keyof T, unknown>>> = Omit<Wire<T>, keyof Links> & Links

export type Customer = Wire<Stripe.Customer>
export type Price = Linked<Stripe.Price, { product: string; recurring: Recurring; unit_amount: number }>
export type Session = Linked<
  Stripe.Checkout.Session,
  { customer: string; subscription: string | null; invoice: string | null }
>
export type Subscription = Linked<
  Stripe.Subscription,
  { customer: string; latest_invoice: string | null; items: List<SubscriptionItem> }
>
export type SubscriptionItem = Linked<Stripe.SubscriptionItem, { price: Price }>
export type Invoice = Linked<Stripe.Invoice, { customer: string; parent: InvoiceParent }>
export type InvoicePayment = Linked<Stripe.InvoicePayment, { invoice: string }>
export type Charge = Linked<Stripe.Charge, { customer: string; payment_intent: string }>
export type Refund = Linked<Stripe.Refund, { charge: string; payment_intent: string }>
export type Dispute = Linked<Stripe.Dispute, { charge: string; payment_intent: string }>
export type Portal = Wire<Stripe.BillingPortal.Session>

type Recurring = Wire<Stripe.Price.Recurring> | null
type List<Item> = { object: 'list'; data: Item[]; has_more: boolean; url: string }
type InvoiceParent = {
  type: 'subscription_details'
  quote_details: null
  subscription_details: { metadata: Stripe.Metadata | null; subscription: string }
}

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Random letters and digits. A byte modulo 62 is uniform enough for ids. */
export function randomLetters(length: number): string {
  return [...randomBytes(length)].map((byte) => letters[byte % letters.length]).join('')
}

/** An id in the provider's format, such as `cus_Q3v...` or `sub_1P...`. */
export function providerId(prefix: string): string {
  return `${prefix}_${randomLetters(prefix === 'cus' ? 14 : 24)}`
}

/** An object with only the simulated fields. No code reads the other fields of its type. */
export function played<T>(fields: Partial<T>): T {
  return fields as T
}

/** A page of a list, in the provider's format. */
export function listOf<Item>(url: string, data: Item[], hasMore = false): List<Item> {
  return { object: 'list', data, has_more: hasMore, url }
}

export function itemOf(subscription: Subscription): SubscriptionItem {
  const item = subscription.items.data[0]
  if (!item) throw new Error(`The subscription ${subscription.id} has no item.`)
  return item
}
