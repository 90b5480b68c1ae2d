import { z } from 'zod'
import { badRequest, noSuch } from './api-error.ts'
import type { Ledger, TableName } from './ledger.ts'
import { refusalOf } from './request-params.ts'
import { listOf } from './wire.ts'

export type ProviderCall = {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  answer(ledger: Ledger, form: object, id: string): object
}

const expanding = z.object({ expand: z.array(z.string()).optional() })

/** Joins a schema with its handler, so that `run` gets only validated parameters. */
export function providerCall<Schema extends z.ZodType>(
  [method, url]: [ProviderCall['method'], string],
  schema: Schema,
  run: (ledger: Ledger, input: z.output<Schema>, id: string) => object,
): ProviderCall {
  return {
    method,
    url,
    answer(ledger, form, id) {
      const parsed = schema.safeParse(form)
      if (!parsed.success) throw refusalOf(parsed.error, form)
      const paths = expanding.safeParse(parsed.data).data?.expand ?? []
      return expandLinks(ledger, run(ledger, parsed.data, id), paths)
    },
  }
}

type JsonObject = Record<string, unknown>

const maxDepth = 4
const tablesByPrefix: Record<string, TableName[]> = {
  cus: ['customers', 'deletedCustomers'],
  sub: ['subscriptions'],
  in: ['invoices'],
}

/** A copy of a reply in which the links named by `expand` are replaced by the objects. */
function expandLinks(ledger: Ledger, answer: object, paths: readonly string[]): object {
  if (paths.length === 0) return answer
  const copy = structuredClone(answer)
  for (const path of paths) {
    const parts = path.split('.')
    if (parts.length > maxDepth) throw badRequest(`You cannot expand more than ${maxDepth} levels.`)
    if (expandPath(ledger, copy as JsonObject, parts)) continue
    throw badRequest(`This property cannot be expanded (${path}).`, { param: 'expand' })
  }
  return copy
}

/** Returns false if the path cannot be expanded. */
function expandPath(ledger: Ledger, holder: JsonObject, [key = '', ...rest]: string[]): boolean {
  if (holder.object === 'invoice' && key === 'payments') {
    // This field is present only if it was requested.
    const payments = ledger.tables.invoicePayments.all().filter((one) => one.invoice === holder.id)
    holder.payments ??= listOf('/v1/invoice_payments', structuredClone(payments))
  }
  const value = holder[key]
  if (value === undefined) return holder.deleted === true && rest.length > 0
  if (typeof value === 'string') {
    const tables = tablesByPrefix[value.split('_')[0] ?? '']
    if (!tables) return false
    // If the object is no longer stored, its id is returned.
    const linked = tables.map((name) => ledger.tables[name].find(value)).find((row) => row !== null)
    holder[key] = structuredClone(linked ?? value)
  }
  if (rest.length === 0) return value === null || typeof value === 'string' || isObject(value)
  return [holder[key]]
    .flat()
    .filter(isObject)
    .every((inner) => expandPath(ledger, inner, rest))
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a row matches the filters. */
export function fits(...asked: [wanted: unknown, has: unknown][]): boolean {
  return asked.every(([wanted, has]) => wanted === undefined || wanted === has)
}

type Row = { id: string; object: string }
type Paging = { limit?: number; starting_after?: string }

/** Returns a page of rows, newest first, with the provider's cursor. `run` returns the rows oldest first. */
export function listCall<Schema extends z.ZodType<Paging>>(
  url: string,
  schema: Schema,
  run: (ledger: Ledger, input: z.output<Schema>) => Row[],
): ProviderCall {
  return providerCall(['GET', url], schema, (ledger, input) => listPage(url, run(ledger, input), input))
}

function listPage(url: string, rows: Row[], { limit = 10, starting_after: after }: Paging): object {
  if (limit < 1 || limit > 100) {
    throw badRequest('Invalid limit: must be between 1 and 100.', { param: 'limit' })
  }
  const newestFirst = rows.toReversed()
  const start = after === undefined ? 0 : newestFirst.findIndex((row) => row.id === after) + 1
  if (after !== undefined && start === 0) throw noSuch(rows[0]?.object ?? 'object', after, 'starting_after')
  return listOf(url, newestFirst.slice(start, start + limit), start + limit < newestFirst.length)
}
