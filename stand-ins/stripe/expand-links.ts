import type { Ledger, TableName } from './ledger.ts'
import { badRequest } from './refusal.ts'
import { listOf } from './wire.ts'

type JsonObject = Record<string, unknown>
/** The whole path, whatever part of it is looked at. */
type Asked = { ledger: Ledger; path: string }

const maxDepth = 4
const tablesByPrefix: Record<string, TableName[]> = {
  cus: ['customers', 'deletedCustomers'],
  sub: ['subscriptions'],
  in: ['invoices'],
  ch: ['charges'],
  re: ['refunds'],
  price: ['prices'],
}

/** A copy of an answer in which the links named by `expand` hold the objects themselves. */
export function expandLinks(ledger: Ledger, answer: object, paths: readonly string[]): object {
  if (paths.length === 0) return answer
  const copy = structuredClone(answer)
  for (const path of paths) {
    const parts = path.split('.')
    if (parts.length > maxDepth) throw badRequest(`You cannot expand more than ${maxDepth} levels.`)
    expandPath({ ledger, path }, copy as JsonObject, parts)
  }
  return copy
}

function expandPath(asked: Asked, holder: JsonObject, parts: string[]): void {
  const { ledger, path } = asked
  const [key = '', ...rest] = parts
  if (!(key in holder)) includeMore(asked, holder, key)
  const value = holder[key]
  if (typeof value === 'string') {
    if (!tablesByPrefix[value.split('_')[0] ?? '']) throw cannotExpand(path)
    // What was forgotten, to keep within bounds, stays an id.
    holder[key] = structuredClone(findLinked(ledger, value) ?? value)
  }
  if (rest.length === 0) {
    if (typeof value !== 'string' && !isObject(value) && value !== null) throw cannotExpand(path)
    return
  }
  const next = holder[key]
  for (const inner of Array.isArray(next) ? next : [next]) {
    if (isObject(inner)) expandPath(asked, inner, rest)
  }
}

/** Some lists are only there when they are asked for. */
function includeMore({ ledger, path }: Asked, holder: JsonObject, key: string): void {
  const id = String(holder.id)
  if (holder.object === 'checkout.session' && key === 'line_items') {
    holder[key] = lineItemsOf(ledger, id)
  } else if (holder.object === 'invoice' && key === 'payments') {
    const payments = ledger.tables.invoicePayments.all().filter((one) => one.invoice === id)
    holder[key] = listOf('/v1/invoice_payments', structuredClone(payments))
  } else if (holder.object === 'customer' && key === 'subscriptions') {
    const live = ledger.tables.subscriptions
      .all()
      .filter((one) => one.customer === id && one.status !== 'canceled')
    holder[key] = listOf(`/v1/customers/${id}/subscriptions`, structuredClone(live))
  } else if (holder.object === 'charge' && key === 'refunds') {
    const refunds = ledger.tables.refunds.all().filter((one) => one.charge === id)
    holder[key] = listOf(`/v1/charges/${id}/refunds`, structuredClone(refunds))
  } else if (holder.deleted !== true) {
    throw cannotExpand(path)
  }
}

/** What is bought in a Checkout, as its own list. */
export function lineItemsOf(ledger: Ledger, sessionId: string): object {
  const plan = ledger.tables.checkoutPlans.find(sessionId)
  const price = plan && ledger.tables.prices.find(plan.priceId)
  const total = (price?.unit_amount ?? 0) * (plan?.quantity ?? 1)
  const item = {
    id: `li_${sessionId.slice(8, 32)}`,
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: total,
    amount_tax: 0,
    amount_total: total,
    currency: price?.currency ?? 'usd',
    description: price?.nickname ?? null,
    metadata: {},
    price: price ?? null,
    quantity: plan?.quantity ?? 1,
  }
  return listOf(`/v1/checkout/sessions/${sessionId}/line_items`, [structuredClone(item)])
}

function findLinked(ledger: Ledger, id: string): object | null {
  const names = tablesByPrefix[id.split('_')[0] ?? ''] ?? []
  return names.map((name) => ledger.tables[name].find(id)).find((row) => row !== null) ?? null
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function cannotExpand(path: string): Error {
  return badRequest(`This property cannot be expanded (${path}).`, { param: 'expand' })
}
