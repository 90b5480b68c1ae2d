import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Endpoint, keyScopes } from '#contract/endpoint.ts'
import { errorReply } from '#contract/error.ts'
import type { SignedUp } from '#tests/harness/account-calls.ts'
import { addressOf, hasBody, listEndpoints } from '#tests/harness/contract-endpoints.ts'
import { callByKey, makeKeyOf, signUpPro } from '#tests/harness/key-calls.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { addNews, makeWatch } from '#tests/harness/make-watch.ts'
import { bringMaterial } from '#tests/harness/own-calls.ts'
import { type ApiDocument, makeReplyCheck } from '#tests/harness/reply-checks.ts'
import { need } from '#tests/harness/search-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

const endpoints = (await listEndpoints()).filter(({ access }) => access.startsWith('key'))
const scopeOf = ({ access }: Endpoint) => keyScopes.find((scope) => access === `key:${scope}`)
const dayMs = 86_400_000

let product: TestApp
let owner: SignedUp
let other: SignedUp
let things: Record<string, string>
let passedMs = 0
let document: ApiDocument
let checkReply: ReturnType<typeof makeReplyCheck>
const clock = () => new Date(Date.now() + passedMs)

beforeAll(async () => {
  product = await openTestApp({ clock })
  await product.storePosts([makePost({ ...need('quillfeathers'), source: 'reddit', sourceId: 'hers' })])
  document = (await product.app.inject('/api/v1/openapi.json')).json()
  checkReply = makeReplyCheck(document)
  owner = await signUpPro(product)
  other = await signUpPro(product)
  await makeThings()
})
afterAll(() => product.close())

/** The owner's objects, which others may not see. */
async function makeThings(): Promise<void> {
  const { secret: key } = await makeKeyOf(product.app, await freshOwnerKey())
  const watchId = await makeWatch(product.database.pool, owner.user.id, { query: 'quillfeathers' })
  await addNews(product.database.pool, watchId)
  const { id: collectionId } = await bringMaterial(product, owner, {
    name: 'Quillfeather',
    text: 'Quillfeather exports invoices by hand.',
  })
  const found = await callByKey(product.app, '/search', { key, payload: { keyword: 'quillfeathers' } })
  const rows = await callByKey(product.app, '/own/search', { key, payload: {} })
  const { searchId } = found.json()
  things = { watchId, searchId, source: 'reddit', id: 'hers', collectionId, rowId: rows.json().posts[0].id }
}

/** A valid call on the owner's objects. Every reply matches the OpenAPI document. */
async function call(endpoint: Endpoint, key: string | null, headers: Record<string, string> = {}) {
  const reply = await product.app.inject({
    method: endpoint.method,
    url: addressOf(endpoint, (name) => things[name] ?? 'x'),
    headers: { ...headers, ...(key === null ? {} : { authorization: `Bearer ${key}` }) },
    ...(hasBody(endpoint) ? { payload: endpoint.example ?? {} } : {}),
  })
  const operation = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .find(({ operationId }) => operationId === endpoint.operation)
  if (operation === undefined) throw new Error(`The document lacks ${endpoint.path}`)
  checkReply(operation, reply)
  return reply
}

const refusalOf = (reply: { statusCode: number; json(): unknown }) => [
  reply.statusCode,
  errorReply.parse(reply.json()).code,
]

test('there are endpoints of every scope to test', () => {
  expect(new Set(endpoints.map(scopeOf))).toEqual(new Set([undefined, ...keyScopes]))
})

describe.each(endpoints)('$method $path', (endpoint) => {
  test('answers its owner, with the remaining calls of the limits', async () => {
    const { secret } = await makeKeyOf(product.app, await freshOwnerKey())
    const reply = await call(endpoint, secret)
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.headers.ratelimit).toMatch(/^"key";r=\d+;t=\d+, "person";r=\d+;t=\d+$/u)
    expect(reply.headers['ratelimit-policy']).toMatch(/^"key";q=\d+;w=60, "person";q=\d+;w=60$/u)
    expect(reply.headers['cache-control']).toBe('no-store')
    if (endpoint.method === 'DELETE') await makeThings()
  })

  test('refuses a call without a key, also with a session', async () => {
    for (const headers of [{}, { cookie: owner.cookie }])
      expect(refusalOf(await call(endpoint, null, headers))).toEqual([401, 'unauthenticated'])
  })

  test('refuses mistyped, unknown, revoked and expired keys', async () => {
    const { id, secret } = await makeKeyOf(product.app, await freshOwnerKey())
    expect(refusalOf(await call(endpoint, `${secret}a`))).toEqual([401, 'invalid_key'])
    await product.database.pool.query(`update api_keys set key_hash = key_hash || '-' where id = $1`, [id])
    expect(refusalOf(await call(endpoint, secret))).toEqual([401, 'invalid_key'])
    await product.database.pool.query(
      `update api_keys set key_hash = trim(trailing '-' from key_hash), revoked_at = now() where id = $1`,
      [id],
    )
    expect(refusalOf(await call(endpoint, secret))).toEqual([401, 'invalid_key'])
    const short = await makeKeyOf(product.app, await freshOwnerKey(), { expiresInDays: 1 })
    passedMs = dayMs
    expect(refusalOf(await call(endpoint, short.secret))).toEqual([401, 'invalid_key'])
    passedMs = 0
  })

  test.runIf(scopeOf(endpoint) !== undefined)('refuses a key with other scopes', async () => {
    const scopes = keyScopes.filter((scope) => scope !== scopeOf(endpoint))
    const { secret } = await makeKeyOf(product.app, await freshOwnerKey(), { scopes })
    expect(refusalOf(await call(endpoint, secret))).toEqual([403, 'key_scope'])
  })

  test('gives another person no data of the owner', async () => {
    const { secret } = await makeKeyOf(product.app, await freshKeyOf(other))
    const reply = await call(endpoint, secret)
    if (/:(?:watchId|searchId|collectionId|rowId)/u.test(endpoint.path)) expect(reply.statusCode).toBe(404)
    else expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.body.toLowerCase()).not.toContain('quillfeather')
  })
})

/** Deletes an account's keys, so that the account may create another key. */
async function freshKeyOf(who: SignedUp): Promise<SignedUp> {
  await product.database.pool.query('delete from api_keys where user_id = $1', [who.user.id])
  return who
}
const freshOwnerKey = () => freshKeyOf(owner)
