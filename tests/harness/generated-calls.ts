import fc from 'fast-check'
import { anyCharacter } from './any-character.ts'
import type { Operation, Schema } from './reply-checks.ts'

type RequestShape = {
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  format?: string
  enum?: unknown[]
  const?: unknown
}

/** Values that match a request schema, and some that almost match it. */
function valuesOf(schema: Schema & RequestShape): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], items } = schema
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => valuesOf({ ...schema, type })))
  const { type } = schema
  if (type === 'null') return fc.constant(null)
  if (type === 'boolean') return fc.boolean()
  if (type === 'object') {
    const fields = Object.fromEntries(
      Object.entries(properties).map(([name, one]) => [name, valuesOf(one as Schema)]),
    )
    return fc.record(fields, { requiredKeys: required as never[] })
  }
  if (type === 'array')
    return fc.array(valuesOf(items ?? {}), {
      minLength: schema.minItems ?? 0,
      maxLength: Math.min(4, schema.maxItems ?? 4),
    })
  if (type === 'integer') return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 100 })
  if (schema.format === 'uuid') return fc.uuid()
  const most = Math.min(schema.maxLength ?? 200, 200)
  return fc.oneof(
    fc.constantFrom('invoices', 'time tracking'),
    fc
      .string({ unit: anyCharacter, minLength: schema.minLength ?? 0, maxLength: most })
      .map((text) => text.toWellFormed()),
  )
}

/** Calls of an operation. Parameters of the path are generated, or are `known` ids that exist. */
export function callsOf(
  path: string,
  { parameters, requestBody }: Operation,
  known: Readonly<Record<string, () => string>>,
) {
  const given = parameters.map(({ name, in: place, required, schema }) => {
    const values = valuesOf(schema).map((value) => encodeURIComponent(String(value)))
    const value =
      place === 'path'
        ? fc.oneof(
            values,
            fc.constant(null).map(() => known[name]?.() ?? 'x'),
          )
        : values
    return fc.tuple(fc.constant({ name, place }), required ? value : fc.option(value, { nil: null }))
  })
  const body =
    requestBody === undefined
      ? fc.constant(undefined)
      : valuesOf(requestBody.content['application/json'].schema)
  return fc.tuple(fc.tuple(...given), body).map(([values, sent]) => {
    const inPath = values.filter(([{ place }]) => place === 'path')
    const query = values.flatMap(([{ name, place }, value]) =>
      place === 'query' && value !== null ? [`${name}=${value}`] : [],
    )
    const filled = inPath.reduce(
      (address, [{ name }, value]) => address.replace(`{${name}}`, value || 'x'),
      path,
    )
    return { path: query.length === 0 ? filled : `${filled}?${query.join('&')}`, body: sent }
  })
}
