import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { type SignedUp, signUp } from '#tests/harness/account-calls.ts'
import { setUpOperator } from '#tests/harness/admin-calls.ts'
import { addressOf, listEndpoints } from '#tests/harness/contract-endpoints.ts'
import { makeKeyOf } from '#tests/harness/key-calls.ts'
import { makeWatch } from '#tests/harness/make-watch.ts'
import { search } from '#tests/harness/search-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

/** Signing out or deleting would leave the other endpoints without their caller. */
const ending = /logout|end-others|account\/delete/u
const endpoints = (await listEndpoints()).filter(({ path }) => !ending.test(path))

/** PostgreSQL stores neither a null character nor half a character. */
const odd = ['\u0000', 'a\u0000b', '\ud800', '__proto__']

let product: TestApp
let operator: string
beforeAll(async () => {
  product = await openTestApp({}, { API_KEYS: 'everybody' })
  operator = await setUpOperator(product.app)
})
afterAll(() => product.close())

let person: SignedUp
let secret: string
/** What exists: other parts of a URL are looked up only then. */
let things: Record<string, string>
/** Each endpoint has its own person, because calls are counted. */
beforeEach(async () => {
  person = await signUp(product.app)
  secret = (await makeKeyOf(product.app, person)).secret
  const found = await search(product.app, 'invoices', { cookie: person.cookie })
  const searchId: string = found.json().sessionId
  const watchId = await makeWatch(product.database.pool, person.user.id, { query: 'invoices' })
  things = { watchId, searchId, sessionToken: searchId, sessionId: searchId }
})

function headersOf({ access }: Endpoint): Record<string, string> {
  if (access.startsWith('key')) return { authorization: `Bearer ${secret}` }
  return { cookie: access === 'admin' ? operator : person.cookie }
}

type Field = { type?: string; enum?: unknown[]; default?: unknown; format?: string; items?: Field }

function validValue(name: string, field: Field): unknown {
  if (field.enum !== undefined) return field.enum[0]
  if (field.default !== undefined) return field.default
  if (field.format === 'email') return 'nobody@example.test'
  if (name === 'userId') return person.user.id
  if (name === 'url') return 'ftp://example.test'
  if (field.type === 'array') return [validValue('', field.items ?? {})]
  if (field.type === 'integer') return 5
  if (field.type === 'boolean') return true
  return field.type === 'string' ? 'a text of 22 letters' : undefined
}

function fieldsOf(schema: z.ZodMiniType | undefined): Record<string, Field> {
  if (schema === undefined) return {}
  const { properties } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return (properties ?? {}) as Record<string, Field>
}

async function statusOf(endpoint: Endpoint, url: string, payload?: object) {
  const { method } = endpoint
  const sent = { method, url, headers: headersOf(endpoint), ...(payload === undefined ? {} : { payload }) }
  return (await product.app.inject(sent)).statusCode
}

test.each(endpoints)('$method $path has an answer for texts that no database stores', async (endpoint) => {
  const withText = (text: string) => addressOf(endpoint, (name) => things[name] ?? text)
  const plain = withText('x')
  const body = fieldsOf(endpoint.body)
  const valid = Object.fromEntries(
    Object.entries(body).map(([name, field]) => [name, validValue(name, field)]),
  )
  const payload = endpoint.method === 'GET' ? undefined : valid
  const statuses = [await statusOf(endpoint, plain, payload)]
  for (const value of odd) {
    const written = encodeURIComponent(value.toWellFormed())
    const inPath = [withText(value.toWellFormed()), addressOf(endpoint, () => value.toWellFormed())]
    for (const url of inPath) statuses.push(await statusOf(endpoint, url, payload))
    for (const name of Object.keys(fieldsOf(endpoint.query)))
      statuses.push(await statusOf(endpoint, `${plain}?${name}=${written}&${name}=${written}`, payload))
    for (const name of Object.keys(body))
      statuses.push(await statusOf(endpoint, plain, { ...valid, [name]: value }))
  }
  // 502 and 503 say that a provider or a source is out of reach.
  expect(statuses.filter((status) => status === 500)).toEqual([])
})
