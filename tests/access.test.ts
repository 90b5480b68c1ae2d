import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { post, type SignedUp, signUp, whoIs } from '#tests/harness/account-calls.ts'
import { setUpOperator } from '#tests/harness/admin-calls.ts'
import { addressOf, hasBody, listEndpoints } from '#tests/harness/contract-endpoints.ts'
import { makeKeyOf } from '#tests/harness/key-calls.ts'
import { makeWatch } from '#tests/harness/make-watch.ts'
import { bringMaterial, callOwn } from '#tests/harness/own-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

/** Endpoints for API keys have their own test, because they accept no session. */
const endpoints = (await listEndpoints()).filter(({ access }) => !access.startsWith('key'))
const forUsers = endpoints.filter(({ access }) => access === 'user')
const forAdmins = endpoints.filter(({ access }) => access === 'admin')
const forAnyone = endpoints.filter(({ access }) => access === 'anyone')

let product: TestApp
let owner: SignedUp
/** The names of parameters that identify the owner's objects. */
let ownersThings: Record<string, string>

beforeAll(async () => {
  product = await openTestApp({}, { API_KEYS: 'everybody' })
  owner = await signUp(product.app, { firstName: 'Xanthippe', lastName: 'Quillfeather' })
  const sessions = await product.app.inject({ url: '/api/sessions', headers: { cookie: owner.cookie } })
  const own = { name: 'Tickets', text: 'Quillfeather exports her invoices by hand.' }
  const { id: collectionId } = await bringMaterial(product, owner, own)
  const rows = await callOwn(product, owner, ['POST', 'search', {}])
  const saved = { listName: 'hers', communities: ['Quillfeather'] }
  const list = await product.app.inject({
    method: 'POST',
    url: '/api/lists',
    payload: saved,
    headers: { cookie: owner.cookie },
  })
  const watchId = await makeWatch(product.database.pool, owner.user.id, { query: 'Quillfeather' })
  await post(product.app, `/api/watches/${watchId}/feed`, {}, owner)
  await product.app.inject({
    method: 'PATCH',
    url: '/api/digest',
    payload: { timeZone: 'Europe/Berlin' },
    headers: { cookie: owner.cookie },
  })
  const { rows: webhooks } = await product.database.pool.query(
    `insert into webhooks (user_id, watch_id, url, format, secret)
    values ($1, $2, 'https://quillfeather.example/', 'standard', 'whsec_') returning id`,
    [owner.user.id, watchId],
  )
  const { id: keyId } = await makeKeyOf(product.app, owner, { name: 'Quillfeather' })
  ownersThings = {
    keyId,
    webhookId: webhooks[0].id,
    watchId,
    listId: list.json().id,
    id: sessions.json()[0].id,
    collectionId,
    rowId: rows.json().results[0].id,
    part: '0',
    userId: owner.user.id,
    provider: 'google',
  }
})
afterAll(() => product.close())

/** A valid value for every possible field, and some fields that no endpoint should read. */
function bodyOf(caller: { email: string; password: string }): object {
  return {
    email: caller.email,
    password: caller.password,
    currentPassword: caller.password,
    newPassword: 'another plum teapot',
    firstName: 'Other',
    lastName: 'Person',
    token: 'a'.repeat(43),
    keyword: 'invoicing',
    userId: owner.user.id,
    userIds: [owner.user.id],
    mode: 'sandbox',
    id: owner.user.id,
    subscriptionTier: 'pro',
    isAdmin: true,
    collectionName: 'Mine',
    text: 'Not hers',
    listName: 'hers',
    keyName: 'Mine',
    scopes: ['search'],
    communities: ['other'],
    mapping: {
      format: 'lines',
      hasHeader: true,
      title: null,
      text: ['text'],
      date: null,
      link: null,
      group: null,
    },
  }
}

function call(
  endpoint: Endpoint,
  caller: { email: string; password: string; cookie?: string; address: string },
) {
  return product.app.inject({
    method: endpoint.method,
    url: addressOf(endpoint, (name) => ownersThings[name] ?? 'a'.repeat(43)),
    headers: caller.cookie === undefined ? {} : { cookie: caller.cookie },
    remoteAddress: caller.address,
    ...(hasBody(endpoint) ? { payload: bodyOf(caller) } : {}),
  })
}

const visitor = { email: 'visitor@example.test', password: 'plum teapot orbit 42', address: '203.0.113.77' }

async function ownersRecord(): Promise<object> {
  const { pool } = product.database
  const { rows: users } = await pool.query('select * from users where id = $1', [owner.user.id])
  const { rows: sessions } = await pool.query(`select * from sessions where sess->>'userId' = $1`, [
    owner.user.id,
  ])
  const { rows: own } = await pool.query(
    'select * from own_collections left join own_material on collection_id = own_collections.id where user_id = $1',
    [owner.user.id],
  )
  const { rows: lists } = await pool.query('select * from community_lists where user_id = $1', [
    owner.user.id,
  ])
  const { rows: watches } = await pool.query(
    `select * from watches left join watch_feeds on watch_feeds.watch_id = watches.id
      left join webhooks on webhooks.watch_id = watches.id where watches.user_id = $1`,
    [owner.user.id],
  )
  const { rows: keys } = await pool.query('select * from api_keys where user_id = $1', [owner.user.id])
  const { rows: digests } = await pool.query('select * from digest_settings where user_id = $1', [
    owner.user.id,
  ])
  return { users, sessions, own, lists, watches, keys, digests }
}

test('ASVS 8.2.1: the contract has endpoints of both kinds to test', () => {
  expect(forUsers.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/api/user', '/api/profile', '/api/sessions/:id', '/api/account/export']),
  )
  expect(forAnyone.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/api/search', '/api/login', '/api/auth/:provider']),
  )
})

describe('ASVS 8.2.1: a visitor', () => {
  test.each(forUsers)('is refused at $method $path', async (endpoint) => {
    const reply = await call(endpoint, visitor)
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'unauthenticated'])
  })

  test.each(forAnyone)('is not asked to sign in at $method $path', async (endpoint) => {
    const reply = await call(endpoint, visitor)
    expect(reply.body).not.toContain('unauthenticated')
    expect(reply.statusCode).toBeLessThan(500)
  })
})

describe('ASVS 8.2.1: an endpoint of the operator', () => {
  let administrator: string
  beforeAll(async () => {
    administrator = await setUpOperator(product.app)
  })
  const over = () => product.database.pool.query('update admin_sessions set expires_at = created_at')

  test("exists for each page of the operator's area", () => {
    expect(forAdmins.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        '/api/admin/me',
        '/api/admin/stats',
        '/api/admin/users',
        '/api/admin/delete-users',
        '/api/admin/stripe-config',
        '/api/admin/audit-log',
      ]),
    )
  })

  test.each(forUsers)('$method $path for accounts refuses the session of an operator', async (endpoint) => {
    const reply = await call(endpoint, { ...visitor, cookie: administrator })
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'unauthenticated'])
  })

  test.each(forAdmins)(
    '$method $path refuses visitors, accounts, and operators whose session has ended',
    async (endpoint) => {
      await over()
      const before = await ownersRecord()
      const callers = [
        visitor,
        owner,
        { ...visitor, cookie: administrator },
        { ...visitor, cookie: 'admin=x' },
      ]
      for (const caller of callers) {
        const reply = await call(endpoint, caller)
        expect([reply.statusCode, reply.json().code]).toEqual([401, 'unauthenticated'])
      }
      expect(await ownersRecord()).toEqual(before)
    },
  )
})

describe('ASVS 8.2.2: another person', () => {
  test.each(endpoints)("cannot read or change the owner's data with $method $path", async (endpoint) => {
    const before = await ownersRecord()
    const other = await signUp(product.app)
    const reply = await call(endpoint, other)
    expect(reply.statusCode).toBeLessThan(500)
    if (/:(?:id|collectionId|rowId|listId|watchId|webhookId|keyId)\b/u.test(endpoint.path))
      expect(reply.statusCode).toBe(404)
    for (const mark of [owner.email, owner.user.id, 'Xanthippe', 'Quillfeather']) {
      expect(reply.body).not.toContain(mark)
    }
    expect(await ownersRecord()).toEqual(before)
  })

  test.each(forUsers)('cannot gain a plan or role with $method $path', async (endpoint) => {
    const other = await signUp(product.app)
    const reply = await call(endpoint, other)
    expect(reply.statusCode).not.toBe(401)
    const { rows } = await product.database.pool.query(
      `select 1 from users where subscription_tier <> 'free'`,
    )
    expect(rows).toEqual([])
  })
})

test('the owner is still signed in after all these requests', async () => {
  expect((await whoIs(product.app, owner.cookie))?.firstName).toBe('Xanthippe')
})
