import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Mail } from '#server/mail-ports.ts'
import { post, type SignedUp, signUp } from '#tests/harness/account-calls.ts'
import { setUpOperator } from '#tests/harness/admin-calls.ts'
import { callByKey, makeKeyOf, signUpPro } from '#tests/harness/key-calls.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { need } from '#tests/harness/search-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'
import { makeApiKeyStore } from './api-key-store.ts'
import { isApiKey, makeApiKey } from './api-key-text.ts'
import { keyNoticeDuty } from './key-notice.ts'

const dayMs = 86_400_000
let product: TestApp
let owner: SignedUp
let passedMs = 0
const logged: string[] = []
let stoppedAt: number | null = null
const clock = () => new Date((stoppedAt ?? Date.now()) + passedMs)

beforeAll(async () => {
  product = await openTestApp({ clock }, { SEARCH_CACHE_SECONDS: '120' }, (line) => logged.push(line))
  await product.storePosts([makePost({ ...need('invoicing'), sourceId: 'need1' })])
})
afterAll(() => product.close())
beforeEach(async () => {
  passedMs = 0
  owner = await signUpPro(product)
})

const list = async (who: SignedUp = owner) =>
  (await product.app.inject({ url: '/api/keys', headers: { cookie: who.cookie } })).json()
const usage = (key: string | null) => callByKey(product.app, '/usage', { key })
const revoke = (id: string, who: SignedUp = owner) =>
  product.app.inject({ method: 'DELETE', url: `/api/keys/${id}`, headers: { cookie: who.cookie } })

describe('the text of a key', () => {
  test('is recognised by its prefix and checksum', () => {
    const key = makeApiKey()
    expect(key).toMatch(/^unmet_[0-9A-Za-z]{38}$/u)
    expect(isApiKey(key)).toBe(true)
    expect(makeApiKey()).not.toBe(key)
  })

  test('with any other letter is no key', () => {
    const key = makeApiKey()
    const places = fc.integer({ min: 6, max: key.length - 1 })
    const letters = fc.constantFrom('0', '1', '7', '9', 'A', 'B', 'Q', 'a', 'x', 'z')
    fc.assert(
      fc.property(places, letters, (at, letter) => {
        const other = `${key.slice(0, at)}${letter}${key.slice(at + 1)}`
        expect(isApiKey(other)).toBe(other === key)
      }),
    )
  })
})

test('a key is shown once, lives 90 days, and the database has only its hash', async () => {
  const { id, secret } = await makeKeyOf(product.app, owner, { name: 'Nightly report' })
  const shown = await list()
  expect(JSON.stringify(shown)).not.toContain(secret)
  expect(shown).toMatchObject({
    available: 'yes',
    most: 5,
    keys: [{ id, name: 'Nightly report', state: 'active' }],
  })
  const [{ createdAt, expiresAt, lastUsedAt }] = shown.keys
  expect((Date.parse(expiresAt) - Date.parse(createdAt)) / dayMs).toBe(90)
  expect(lastUsedAt).toBeNull()
  const { rows } = await product.database.pool.query(
    'select row_to_json(api_keys)::text as row from api_keys',
  )
  expect(rows.map(({ row }) => row).join()).not.toContain(secret)
})

test('the list says when a key was used last', async () => {
  const { secret } = await makeKeyOf(product.app, owner)
  expect((await usage(secret)).statusCode).toBe(200)
  expect(Date.parse((await list()).keys[0].lastUsedAt)).toBeGreaterThan(Date.now() - 60_000)
})

test('an account has at most five keys at a time, also when it makes them at once', async () => {
  const replies = await Promise.all(
    Array.from({ length: 8 }, () =>
      post(product.app, '/api/keys', { keyName: 'One', scopes: ['search'] }, owner),
    ),
  )
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5)
  expect(replies.find(({ statusCode }) => statusCode !== 200)?.json()).toMatchObject({ code: 'key_limit' })
  passedMs = 91 * dayMs
  const other = await signUpPro(product)
  await product.database.pool.query('update api_keys set user_id = $1 where user_id = $2', [
    other.user.id,
    owner.user.id,
  ])
  await makeKeyOf(product.app, other)
})

test('a revoked key is refused from the next call on', async () => {
  const { id, secret } = await makeKeyOf(product.app, owner)
  expect((await usage(secret)).statusCode).toBe(200)
  const other = await signUpPro(product)
  expect((await revoke(id, other)).statusCode).toBe(404)
  expect((await usage(secret)).statusCode).toBe(200)
  expect((await revoke(id)).json().keys).toEqual([])
  const refused = await usage(secret)
  expect([refused.statusCode, refused.json().code]).toEqual([401, 'invalid_key'])
  expect(refused.headers['www-authenticate']).toBe('Bearer')
})

test('an expired key is refused, and its owner is told a week before by one mail', async () => {
  const { id, secret } = await makeKeyOf(product.app, owner, { name: 'Soon over' })
  const short = await makeKeyOf(product.app, owner, { name: 'Short', expiresInDays: 3 })
  const mails: Mail[] = []
  const layOut = (to: string, subject: string, { action }: { action: { link: string } }): Mail => ({
    to,
    subject,
    text: action.link,
    html: '',
  })
  const keys = makeApiKeyStore(product.database.db)
  const mailer = { send: async (mail: Mail) => void mails.push(mail) }
  const duty = keyNoticeDuty({ keys, mailer, layoutMail: layOut, publicUrl: 'https://unmet.example', clock })
  const listDue = async () => ('listDue' in duty ? (await duty.listDue()).map(({ key }) => key) : [])
  expect(await listDue()).not.toContain(id)
  passedMs = 84 * dayMs
  const due = await listDue()
  expect(due).toContain(id)
  expect(due).not.toContain(short.id)
  for (const _ of [1, 2]) await duty.run({ id }, new AbortController().signal)
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [owner.email, expect.stringMatching(/^Your API key Soon over ends on /u)],
  ])
  expect(mails[0]?.text).toContain('https://unmet.example/profile#api-keys')
  passedMs = 91 * dayMs
  const refused = await usage(secret)
  expect([refused.statusCode, refused.json().code]).toEqual([401, 'invalid_key'])
  expect(refused.json().message).toContain('expired')
})

describe('without Pro', () => {
  test('an account gets no key, and the keys it had stop until it has Pro again', async () => {
    const { secret } = await makeKeyOf(product.app, owner)
    const plan = (tier: string) =>
      product.database.pool.query('update users set subscription_tier = $1 where id = $2', [
        tier,
        owner.user.id,
      ])
    await plan('free')
    const refused = await usage(secret)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'key_plan'])
    const made = await post(product.app, '/api/keys', { keyName: 'One', scopes: ['search'] }, owner)
    expect([made.statusCode, made.json().code]).toEqual([403, 'key_plan'])
    expect((await list()).available).toBe('with_pro')
    await plan('pro')
    expect((await usage(secret)).statusCode).toBe(200)
  })

  test.each([{ API_KEYS: 'everybody' }, { SELF_HOSTED: 'on' }])(
    'an account gets a key where the operator wants it: %o',
    async (changed) => {
      const app = await product.another(changed)
      const free = await signUp(app)
      const { secret } = await makeKeyOf(app, free)
      expect((await callByKey(app, '/usage', { key: secret })).json()).toMatchObject({ plan: 'free' })
    },
  )

  test('nobody gets a key where the operator switched them off', async () => {
    const app = await product.another({ API_KEYS: 'nobody', SELF_HOSTED: 'on' })
    const made = await post(app, '/api/keys', { keyName: 'One', scopes: ['search'] }, owner)
    expect(made.json()).toMatchObject({ code: 'switched_off' })
  })
})

test('the operator sees who calls how much, and can end a key; its owner sees that', async () => {
  const operator = await setUpOperator(product.app)
  const asOperator = (method: 'GET' | 'DELETE', path = '') =>
    product.app.inject({ method, url: `/api/admin/api-keys${path}`, headers: { cookie: operator } })
  const { id, secret } = await makeKeyOf(product.app, owner, { name: 'Busy' })
  for (const _ of [1, 2, 3]) await usage(secret)
  const calling = (await asOperator('GET')).json().keys.find((key: { id: string }) => key.id === id)
  expect(calling).toMatchObject({ email: owner.email, callsToday: 3, calls: 3, limited: 0, state: 'active' })
  expect((await asOperator('DELETE', `/${id}`)).statusCode).toBe(200)
  expect((await asOperator('DELETE', `/${id}`)).statusCode).toBe(404)
  expect((await usage(secret)).statusCode).toBe(401)
  expect((await list()).keys).toMatchObject([{ id, state: 'ended_by_operator' }])
  const { rows } = await product.database.pool.query(
    `select details from audit_log where action = 'key_ended'`,
  )
  expect(rows).toEqual([{ details: 'Busy' }])
})

test('a key beyond its calls a minute is told to wait, and by how much, exactly, over two instances', async () => {
  stoppedAt = Math.floor(Date.now() / 60_000) * 60_000 + 120_000
  const other = await product.another()
  const apps = [product.app, other]
  const call = (key: string, at: number) => callByKey(apps[at % 2] ?? other, '/usage', { key })
  const { id, secret } = await makeKeyOf(product.app, owner)
  const first = await call(secret, 0)
  expect(first.headers['ratelimit-policy']).toBe('"key";q=120;w=60, "person";q=240;w=60')
  expect(first.headers.ratelimit).toBe('"key";r=119;t=60, "person";r=239;t=60')
  expect((await call(secret, 1)).headers.ratelimit).toBe('"key";r=118;t=60, "person";r=238;t=60')
  const many = async (key: string, count: number) => {
    const replies = await Promise.all(Array.from({ length: count }, (_, at) => call(key, at)))
    return replies.filter(({ statusCode }) => statusCode === 200).length
  }
  expect(await many(secret, 130)).toBe(118)
  const refused = await call(secret, 0)
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_attempts'])
  expect(refused.headers).toMatchObject({ 'retry-after': '60', ratelimit: '"key";r=0;t=60' })
  // Another key of the same person still works, up to the limit of the person.
  const second = await makeKeyOf(product.app, owner)
  const third = await makeKeyOf(product.app, owner)
  const both = await Promise.all([many(second.secret, 70), many(third.secret, 70)])
  expect(both.reduce((sum, count) => sum + count, 0)).toBe(120)
  expect((await call(third.secret, 0)).headers.ratelimit).toMatch(/^"key";r=\d+;t=60, "person";r=0;t=60$/u)
  passedMs = 60_000
  expect((await call(secret, 1)).statusCode).toBe(200)
  expect((await list()).keys.map((key: { id: string }) => key.id)).toContain(id)
  stoppedAt = null
})

test('no log line, error or stored address has a key, wherever a program puts it', async () => {
  const { secret } = await makeKeyOf(product.app, owner)
  const broken = `${secret.slice(0, -1)}${secret.endsWith('a') ? 'b' : 'a'}`
  logged.length = 0
  const replies = []
  for (const key of [secret, broken]) {
    const headers = { authorization: `Bearer ${key}` }
    replies.push(
      await product.app.inject({ url: `/api/v1/usage?key=${key}` }),
      await product.app.inject({ url: `/api/v1/${key}`, headers }),
      await product.app.inject({ url: '/api/v1/usage', headers: { authorization: `Basic ${key}` } }),
      await product.app.inject({ url: '/api/v1/usage', headers: { authorization: key } }),
      await product.app.inject({ url: '/api/v1/watches/x/posts', headers }),
      await product.app.inject({ url: `/api/v1/search/${key}`, headers }),
      await product.app.inject({
        method: 'POST',
        url: '/api/v1/search',
        headers: { ...headers, 'content-type': 'application/json' },
        payload: `{"keyword": ${key}`,
      }),
      await product.app.inject({ method: 'POST', url: '/api/v1/search', headers, payload: { [key]: key } }),
    )
  }
  replies.push(await callByKey(product.app, '/search', { key: secret, payload: { keyword: 'invoicing' } }))
  for (const reply of replies)
    expect(reply.body + JSON.stringify(reply.headers)).not.toContain(secret.slice(6))
  await product.app.inject({ url: '/api/keys', headers: { cookie: owner.cookie } })
  expect(logged.join('\n')).not.toContain(secret.slice(6, 30))
  const { rows } = await product.database.pool.query(
    'select row_to_json(s)::text as row from search_sessions s',
  )
  expect(rows.map(({ row }) => row).join()).not.toContain(secret.slice(6))
})

test('twenty calls at once on the last two searches of an account, by page and key: exactly two succeed', async () => {
  const app = await product.another({ API_KEYS: 'everybody' })
  const free = await signUp(app)
  const { secret } = await makeKeyOf(app, free)
  const calls = Array.from({ length: 20 }, (_, at) =>
    at % 2 === 0
      ? post(app, '/api/search', { keyword: 'invoicing' }, free)
      : callByKey(app, '/search', { key: secret, payload: { keyword: 'invoicing' }, address: free.address }),
  )
  const replies = await Promise.all(calls)
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2)
  expect(
    new Set(replies.filter(({ statusCode }) => statusCode !== 200).map((reply) => reply.json().code)),
  ).toEqual(new Set(['monthly_limit']))
  expect((await callByKey(app, '/usage', { key: secret })).json().searches).toMatchObject({
    used: 2,
    most: 2,
  })
})

test('a search and a brief of one keyword cost one search, in either order, and a second search costs again', async () => {
  const { secret: key } = await makeKeyOf(product.app, owner)
  const call = async (path: string, keyword: string) =>
    (await callByKey(product.app, path, { key, payload: { keyword } })).json()
  const used = async () => (await usage(key)).json().searches.used
  expect((await call('/search', 'invoicing')).costs).toBe(1)
  const brief = await call('/brief', 'Invoicing')
  expect([brief.costs, (await call('/needs', 'invoicing')).costs, await used()]).toEqual([0, 0, 1])
  expect((await call('/search', 'invoicing')).costs).toBe(1)
  expect((await call('/brief', 'invoicing tool')).costs).toBe(1)
  const search = await call('/search', 'invoicing tool')
  expect([search.costs, await used()]).toEqual([0, 3])
  expect((await call('/search', 'invoicing tool')).costs).toBe(1)
})

test('a search and a brief of one keyword cost one search through two instances, one after the other or at once', async () => {
  const others = [product.app, await product.another()]
  const app = (at: number) => others[at % 2] ?? product.app
  const who = await signUpPro(product)
  const { secret: key } = await makeKeyOf(product.app, who)
  const call = async (at: number, path: string, keyword: string) =>
    (await callByKey(app(at), path, { key, payload: { keyword } })).json()
  const used = async () => (await usage(key)).json().searches.used
  expect((await call(0, '/search', 'invoicing')).costs).toBe(1)
  expect((await call(1, '/brief', 'Invoicing')).costs).toBe(0)
  expect((await call(1, '/brief', 'invoicing tool')).costs).toBe(1)
  expect((await call(0, '/needs', 'invoicing tool')).costs).toBe(0)
  expect((await call(0, '/search', 'invoicing tool')).costs).toBe(0)
  expect((await call(1, '/search', 'invoicing tool')).costs).toBe(1)
  expect(await used()).toBe(3)
  const keywords = ['tool invoicing', 'tool for invoicing', 'there invoicing', 'invoicing there']
  const costs = await Promise.all(
    keywords.flatMap((keyword) =>
      ['/search', '/brief', '/needs'].map(async (path, at) => (await call(at, path, keyword)).costs),
    ),
  )
  expect(costs.reduce((sum, cost) => sum + cost, 0)).toBe(keywords.length)
  expect(await used()).toBe(3 + keywords.length)
})

test('a search and a brief at once on the last search of an account both succeed', async () => {
  const apps = [
    await product.another({ API_KEYS: 'everybody' }),
    await product.another({ API_KEYS: 'everybody' }),
  ]
  const free = await signUp(product.app)
  const { pool } = product.database
  await pool.query('update users set searches_this_month = 1, email_verified_at = now() where id = $1', [
    free.user.id,
  ])
  const { secret: key } = await makeKeyOf(apps[0] ?? product.app, free)
  const replies = await Promise.all(
    ['/brief', '/search', '/needs', '/brief'].map((path, at) =>
      callByKey(apps[at % 2] ?? product.app, path, { key, payload: { keyword: 'invoicing' } }),
    ),
  )
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  expect((await callByKey(product.app, '/usage', { key })).statusCode).toBe(403)
  const { rows } = await pool.query('select searches_this_month as used from users where id = $1', [
    free.user.id,
  ])
  expect(rows).toEqual([{ used: 2 }])
})
