import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { fileURLToPath } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Mail } from '#server/mail-ports.ts'
import { type SignedUp, signUp } from '#tests/harness/account-calls.ts'
import { startAnyServer } from '#tests/harness/any-server.ts'
import { deliveryDeps, tellingDeps } from '#tests/harness/delivery-deps.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { addNews, makeWatch } from '#tests/harness/make-watch.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'
import { deliverWebhook } from './deliver-webhook.ts'
import { makeDeliveryStore } from './delivery-store.ts'
import { cleanWebhooks } from './manage-webhooks.ts'
import { tellOwner } from './webhook-notice.ts'
import { makeWebhookStore } from './webhook-store.ts'

vi.setConfig({ testTimeout: 120_000 })

const hourMs = 3_600_000
let product: TestApp
let ann: SignedUp
let watchId = ''
let passedMs = 0
const clock = () => new Date(Date.now() + passedMs)
const logged: string[] = []

beforeAll(async () => {
  product = await openTestApp({ clock }, { PRIVATE_HOSTS: '127.0.0.1' }, (line) => logged.push(line))
})
afterAll(() => product.close())
beforeEach(async () => {
  passedMs = 0
  await product.database.pool.query('truncate archive_posts, webhooks, webhook_deliveries, watches cascade')
  ann = await signUp(product.app)
  await product.database.pool.query(`update users set subscription_tier = 'pro'`)
  watchId = await makeWatch(product.database.pool, ann.user.id, { query: 'invoices' })
})

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
const call = (method: Method, path: string, payload?: object, who: SignedUp = ann) =>
  product.app.inject({
    method,
    url: `/api/webhooks${path}`,
    headers: { cookie: who.cookie },
    ...(payload === undefined ? {} : { payload }),
  })
const deliveriesOf = async (id: string) => (await call('GET', `/${id}/deliveries`)).json().deliveries

type Received = { headers: IncomingHttpHeaders; body: string }
type Answer = { status: number; headers?: Record<string, string> }

/** A receiver on loopback. `answer` receives the number of the request, starting at 0. */
async function receive(answer: (at: number) => Answer | null = () => ({ status: 204 })) {
  const received: Received[] = []
  const { port } = await startAnyServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    const given = answer(received.length - 1)
    if (given !== null) response.writeHead(given.status, given.headers).end('ok')
  })
  return { url: `http://127.0.0.1:${port}/hook`, received }
}

async function add(url: string, own: object = {}): Promise<{ id: string; secret: string }> {
  const reply = await call('POST', '', { watchId, url, format: 'standard', ...own })
  expect(reply.statusCode, reply.body).toBe(200)
  return { id: reply.json().webhook.id, secret: reply.json().secret }
}

async function arrive(posts: number, to = watchId) {
  await product.storePosts(
    Array.from({ length: posts }, (_, at) =>
      makePost({ title: `Invoices are work ${at}`, selftext: 'I pay.' }),
    ),
  )
  await addNews(product.database.pool, to)
}

/** Runs the jobs of webhooks until no delivery is due. */
async function deliver(): Promise<void> {
  const { db } = product.database
  const deps = deliveryDeps(db, clock)
  for (;;) {
    const due = await deps.deliveries.listDue(clock())
    if (due.length === 0) return
    for (const { id } of due) await deliverWebhook(deps, id, new AbortController().signal)
  }
}

const verify = ({ headers, body }: Received, secret: string) =>
  new Webhook(secret).verify(body, headers as Record<string, string>)
const titleIn = ({ body }: Received): string => JSON.parse(body).data.post.title

test('100 deliveries, a rotation included, are accepted with either secret, each post once', async () => {
  const { url, received } = await receive()
  const { id, secret } = await add(url)
  await arrive(50)
  await deliver()
  const changed = (await call('POST', `/${id}/secret`)).json()
  expect(changed.secret).not.toBe(secret)
  await product.storePosts(Array.from({ length: 50 }, (_, at) => makePost({ title: `Later ${at}` })))
  await addNews(product.database.pool, watchId)
  await deliver()
  expect(received).toHaveLength(100)
  for (const one of received) expect(verify(one, secret)).toMatchObject({ type: 'watch.post' })
  for (const one of received.slice(50)) verify(one, changed.secret)
  expect(() => verify(received[0] as Received, changed.secret)).toThrow('No matching signature')
  expect(new Set(received.map(titleIn)).size).toBe(100)
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(100)
  // After a day, only the new secret signs.
  passedMs = 25 * hourMs
  await product.storePosts([makePost({ title: 'Much later' })])
  await addNews(product.database.pool, watchId)
  await deliver()
  expect(received.at(-1)?.headers['webhook-signature']).not.toContain(' ')
})

test('a second new secret from an old view is refused, so that the secret of the receiver goes on', async () => {
  const { url, received } = await receive()
  const { id, secret } = await add(url)
  const renew = (basedOn: string) => call('POST', `/${id}/secret?basedOn=${basedOn}`)
  const [one, two] = await Promise.all([renew('none'), renew('none')])
  expect(new Set([one.statusCode, two.statusCode])).toEqual(new Set([200, 409]))
  const [made, refused] = one.statusCode === 200 ? [one, two] : [two, one]
  expect(refused.json()).toMatchObject({ code: 'settings_changed' })
  await arrive(1)
  await deliver()
  for (const known of [secret, made.json().secret]) verify(received[0] as Received, known)
  expect((await renew(made.json().webhook.oldSecretUntil)).statusCode).toBe(200)
  expect((await call('POST', `/${id}/secret`)).statusCode).toBe(200)
  expect((await call('POST', `/${id}/secret?basedOn=x`)).statusCode).toBe(400)
})

test('the secret is shown once, and neither it nor an address gets into the log or the job queue', async () => {
  const { url } = await receive()
  const { id, secret } = await add(`${url}?token=quokkaplum`)
  await arrive(1)
  await deliver()
  const replies = [
    await call('GET', ''),
    await call('PATCH', `/${id}`, { on: true }),
    await call('GET', `/${id}/deliveries`),
  ]
  for (const { statusCode, body } of replies) {
    expect(statusCode).toBe(200)
    expect(body).not.toContain(secret.slice(6))
  }
  expect(logged.join('\n')).not.toMatch(/quokkaplum|whsec_/u)
})

test('a post that two watches find is sent once to an address, and to each of two addresses', async () => {
  const one = await receive()
  const other = await receive()
  const second = await makeWatch(product.database.pool, ann.user.id, { query: 'work' })
  await add(one.url)
  await add(one.url, { watchId: second })
  await add(other.url, { watchId: second })
  await arrive(3)
  await addNews(product.database.pool, second)
  await deliver()
  expect([one.received.length, other.received.length]).toEqual([3, 3])
})

test('a receiver that fails is tried ten times over three days, then switched off and its owner told by one mail', async () => {
  const { url, received } = await receive(() => ({ status: 500 }))
  const { id } = await add(url)
  await arrive(1)
  const startMs = passedMs
  for (let at = 0; at < 12; at += 1) {
    await deliver()
    const [delivery] = await deliveriesOf(id)
    if (delivery.state !== 'waiting') break
    passedMs += new Date(delivery.nextTryAt).getTime() - clock().getTime() + 1
  }
  expect(received).toHaveLength(10)
  expect((passedMs - startMs) / (24 * hourMs)).toBeCloseTo(3.15, 1)
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect((await call('GET', '')).json().webhooks).toMatchObject([{ id, off: { because: 'failed' } }])
  const mails: Mail[] = []
  const mailer = { send: async (mail: Mail) => void mails.push(mail) }
  const deliveries = makeDeliveryStore(product.database.db)
  const telling = tellingDeps(deliveries, mailer)
  expect(await deliveries.listUntold()).toEqual([id])
  for (let at = 0; at < 2; at += 1) await tellOwner(telling, id)
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [ann.email, 'A webhook of your watch invoices was switched off'],
  ])
  expect(mails[0]?.text).toContain(`/watches?watch=${watchId}\n`)
  expect(await deliveries.listUntold()).toEqual([])
})

test('410 switches a webhook off at once; on again, it continues with what came meanwhile', async () => {
  const { url, received } = await receive((at) => ({ status: at === 0 ? 410 : 200 }))
  const { id } = await add(url)
  await arrive(3)
  await deliver()
  expect(received).toHaveLength(1)
  expect((await call('GET', '')).json().webhooks[0].off.because).toBe('gone')
  await product.storePosts([makePost({ title: 'Meanwhile' })])
  await addNews(product.database.pool, watchId)
  expect((await call('PATCH', `/${id}`, { on: true })).json().off).toBeNull()
  await deliver()
  expect(received.slice(1).map(titleIn).sort()).toEqual(
    expect.arrayContaining(['Invoices are work 1', 'Invoices are work 2', 'Meanwhile']),
  )
  expect(received).toHaveLength(4)
})

test.each([429, 503])(
  'status %i with Retry-After holds back the whole webhook for as long',
  async (status) => {
    const { url, received } = await receive((at) =>
      at === 0 ? { status, headers: { 'retry-after': '7200' } } : { status: 200 },
    )
    await add(url)
    await arrive(2)
    await deliver()
    passedMs = 1.9 * hourMs
    await deliver()
    expect(received).toHaveLength(1)
    passedMs = 2.1 * hourMs
    await deliver()
    expect(received).toHaveLength(3)
  },
)

test('posts beyond the daily limit are counted, never sent late, and nothing is switched off', async () => {
  const { url, received } = await receive()
  await add(url)
  await arrive(203)
  await deliver()
  expect(received).toHaveLength(200)
  const { webhooks } = (await call('GET', '')).json()
  expect(webhooks).toMatchObject([{ folded: 3, off: null, waiting: 0 }])
})

test('a post that is deleted at its source before it is sent is never sent', async () => {
  const { url, received } = await receive(() => ({ status: 500 }))
  const { id } = await add(url)
  await arrive(2)
  await deliver()
  expect(received).toHaveLength(2)
  await product.database.pool.query('delete from archive_posts')
  passedMs = hourMs
  await deliver()
  expect(received).toHaveLength(2)
  expect(
    (await deliveriesOf(id)).map(({ state, title }: { state: string; title: null }) => [state, title]),
  ).toEqual([
    ['removed', null],
    ['removed', null],
  ])
})

test('a test and a replay are sent at once, in the shape of the receiver, and are in the log', async () => {
  const { url, received } = await receive((at) => ({ status: at === 1 ? 500 : 200 }))
  const slack = await add(url, { format: 'slack' })
  const tested = (await call('POST', `/${slack.id}/test`)).json()
  expect(tested).toMatchObject({ test: true, state: 'delivered', status: 200, tries: 1 })
  expect(JSON.parse(received[0]?.body ?? '').text).toContain('This is a test')
  expect((await call('POST', `/${slack.id}/test`)).json()).toMatchObject({ state: 'failed', status: 500 })
  await arrive(1)
  await deliver()
  const [delivery] = await deliveriesOf(slack.id)
  expect(delivery).toMatchObject({ title: 'Invoices are work 0', state: 'delivered' })
  const replayed = (await call('POST', `/${slack.id}/deliveries/${delivery.id}/replay`)).json()
  expect(replayed).toMatchObject({ id: delivery.id, state: 'delivered', tries: 2 })
  expect(received.at(-1)?.headers['webhook-id']).toBe(delivery.id)
  const template = '{"message": "{{title}}", "priority": "{{score}}"}'
  const own = await add(url, { format: 'template', template })
  await call('POST', `/${own.id}/test`)
  expect(JSON.parse(received.at(-1)?.body ?? '')).toEqual({
    message: expect.stringContaining('test'),
    priority: 72,
  })
})

test.each([
  [{ url: 'http://10.0.0.1/hook' }, 'address_refused'],
  [{ url: 'http://[::ffff:169.254.169.254]/' }, 'address_refused'],
  [{ url: 'http://2130706434:8080/' }, 'address_refused'],
  [{ url: 'https://user:secret@example.com/' }, 'address_refused'],
  [{ url: 'ftp://example.com/' }, 'invalid_input'],
  [{ format: 'template', template: '{"a": "{{titel}}"}' }, 'invalid_input'],
  [{ format: 'template' }, 'invalid_input'],
  [{ format: 'slack', template: '{"a": 1}' }, 'invalid_input'],
  [{ watchId: 'nonsense' }, 'not_found'],
])('%j is refused with a reason', async (own, code) => {
  const reply = await call('POST', '', {
    watchId,
    url: 'http://127.0.0.1:9/hook',
    format: 'standard',
    ...own,
  })
  expect([reply.json().code, reply.json().userMessage ?? reply.json().message]).toEqual([
    code,
    expect.any(String),
  ])
})

test('an address that is named no more is refused at the next delivery', async () => {
  const { url, received } = await receive()
  const { id } = await add(url)
  const strict = await product.another({ PRIVATE_HOSTS: '' })
  const tested = await strict.inject({
    method: 'POST',
    url: `/api/webhooks/${id}/test`,
    headers: { cookie: ann.cookie },
  })
  expect(tested.json()).toMatchObject({
    state: 'failed',
    status: null,
    failure: expect.stringContaining('PRIVATE_HOSTS'),
  })
  expect(received).toEqual([])
})

test('a redirect is not followed', async () => {
  const second = await receive()
  const { url } = await receive(() => ({ status: 307, headers: { location: second.url } }))
  const { id } = await add(url)
  expect((await call('POST', `/${id}/test`)).json()).toMatchObject({ state: 'failed', status: 307 })
  expect(second.received).toEqual([])
})

test('nobody else sees, changes, tests or deletes a webhook; the plan limits how many there are', async () => {
  const { url, received } = await receive()
  const { id } = await add(url)
  await arrive(1)
  await deliver()
  const [delivery] = await deliveriesOf(id)
  const bob = await signUp(product.app)
  const tries: [Method, string, object?][] = [
    ['PATCH', `/${id}`, { on: false }],
    ['POST', `/${id}/test`],
    ['POST', `/${id}/secret`],
    ['GET', `/${id}/deliveries`],
    ['POST', `/${id}/deliveries/${delivery.id}/replay`],
    ['DELETE', `/${id}`],
    ['POST', '', { watchId, url, format: 'standard' }],
  ]
  for (const [method, path, body] of tries) {
    const reply = await call(method, path, body, bob)
    expect([method, path, reply.statusCode, reply.json().code]).toEqual([method, path, 404, 'not_found'])
  }
  expect((await call('GET', '', undefined, bob)).json()).toMatchObject({ most: 1, webhooks: [] })
  expect(received).toHaveLength(1)
  await product.database.pool.query(`update users set subscription_tier = 'free'`)
  expect((await call('POST', '', { watchId, url, format: 'standard' })).json().code).toBe('own_limit')
  expect((await call('DELETE', `/${id}`)).json()).toEqual({ deleted: true })
})

/** `DELIVERY_KILLS=20` kills the process twenty times. */
const wantedKills = Number(process.env.DELIVERY_KILLS ?? 3)

test('kills of the product between deliveries lose nothing, and what comes twice has one id', async () => {
  const program = fileURLToPath(new URL('../../../tests/harness/delivery-program.ts', import.meta.url))
  let kill = () => {}
  let kills = 0
  // Kills the process before it receives the response to every second request.
  const { url, received } = await receive((at) => {
    if (at % 2 === 0 || kills === wantedKills) return { status: 200 }
    kills += 1
    kill()
    return null
  })
  const { id } = await add(url)
  await arrive(2 * wantedKills)
  for (let ended: unknown = 'SIGKILL'; ended === 'SIGKILL'; ) {
    const child = spawn(process.execPath, [program, product.database.url, id], { stdio: 'inherit' })
    kill = () => void child.kill('SIGKILL')
    const [code, signal] = await once(child, 'close')
    ended = signal ?? code
  }
  expect(kills).toBe(wantedKills)
  expect(new Set(received.map(titleIn)).size).toBe(2 * wantedKills)
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(2 * wantedKills)
  expect(received).toHaveLength(3 * wantedKills)
})

test('a deleted webhook sends nothing, and when it is restored it goes on where it was', async () => {
  await product.database.pool.query(`update users set subscription_tier = 'free'`)
  const { url, received } = await receive()
  const { id } = await add(url)
  await arrive(2)
  expect((await call('DELETE', `/${id}`)).json()).toEqual({ deleted: true })
  expect((await call('GET', '')).json().webhooks).toEqual([])
  for (const [method, path] of [
    ['POST', `/${id}/test`],
    ['POST', `/${id}/secret`],
    ['GET', `/${id}/deliveries`],
    ['PATCH', `/${id}`],
  ] as const)
    expect((await call(method, path, method === 'PATCH' ? { on: true } : undefined)).statusCode).toBe(404)
  await deliver()
  expect(received).toEqual([])
  // A deleted webhook does not count towards the limit.
  const other = await add(url)
  expect((await call('PATCH', `/${id}`, { deleted: false })).json()).toMatchObject({
    code: 'own_limit',
  })
  await call('DELETE', `/${other.id}`)
  expect((await call('PATCH', `/${id}`, { deleted: false })).json()).toMatchObject({ id, off: null })
  await deliver()
  expect(received.map(titleIn)).toEqual(['Invoices are work 0', 'Invoices are work 1'])
})

test('a webhook that was deleted a day ago is gone, with its log', async () => {
  const { url } = await receive()
  const { id } = await add(url)
  await arrive(1)
  await deliver()
  await call('DELETE', `/${id}`)
  passedMs = 23 * hourMs
  const stores = {
    webhooks: makeWebhookStore(product.database.db),
    deliveries: makeDeliveryStore(product.database.db),
  }
  await cleanWebhooks({ ...stores, clock })
  expect((await call('PATCH', `/${id}`, { deleted: false })).statusCode).toBe(200)
  passedMs = 0
  await call('DELETE', `/${id}`)
  passedMs = 25 * hourMs
  await cleanWebhooks({ ...stores, clock })
  expect((await call('PATCH', `/${id}`, { deleted: false })).statusCode).toBe(404)
  expect((await product.database.pool.query('select from webhook_deliveries')).rowCount).toBe(0)
})

test('rows of own material leave neither by a webhook nor by a feed', async () => {
  const { url, received } = await receive()
  await add(url)
  const feed = await product.app.inject({
    method: 'POST',
    url: `/api/watches/${watchId}/feed`,
    headers: { cookie: ann.cookie },
  })
  const { pool } = product.database
  await pool.query(
    `with kept as (
      insert into own_collections (user_id, name, state, created_at) values ($1, 'Interviews', 'ready', now()) returning id
    ), own as (
      insert into own_material (collection_id, title, selftext, community, created_at, opportunity_score,
        scorer_version, summary, words, words_version)
      select id, 'quokkaplum', 'quokkaplum', '', now(), 90, 'test', '{}', '', 1 from kept returning id
    ) insert into watch_posts (watch_id, own_row_id) select $2, id from own`,
    [ann.user.id, watchId],
  )
  await arrive(1)
  await deliver()
  expect(received.map(titleIn)).toEqual(['Invoices are work 0'])
  for (const address of Object.values<string>(feed.json().feed)) {
    const { body } = await product.app.inject({ url: new URL(address).pathname })
    expect(body).toContain('Invoices are work 0')
    expect(body).not.toContain('quokkaplum')
  }
})

test('a slow receiver gives way to others after a few deliveries, and misses none', async () => {
  const { url, received } = await receive(() => {
    passedMs += 15_000
    return { status: 204 }
  })
  const { id } = await add(url)
  await arrive(5)
  await deliverWebhook(deliveryDeps(product.database.db, clock), id, new AbortController().signal)
  expect(received).toHaveLength(2)
  await deliver()
  expect(received.map(titleIn)).toHaveLength(5)
  expect(new Set(received.map(titleIn)).size).toBe(5)
})

test('a webhook of a deleted watch sends no test and no replay, says why, and tells of nothing', async () => {
  const { pool, db } = product.database
  const callWatch = (method: 'DELETE' | 'PATCH', payload?: object) =>
    product.app.inject({
      method,
      url: `/api/watches/${watchId}`,
      headers: { cookie: ann.cookie },
      ...(payload === undefined ? {} : { payload }),
    })
  const { url, received } = await receive()
  const { id } = await add(url)
  await call('POST', `/${id}/test`)
  const [delivery] = await deliveriesOf(id)
  await callWatch('DELETE')
  const tries: [Method, string, object?][] = [
    ['POST', `/${id}/test`],
    ['POST', `/${id}/deliveries/${delivery.id}/replay`],
    ['POST', `/${id}/secret`],
    ['PATCH', `/${id}`, { on: false }],
  ]
  for (const [method, path, body] of tries) {
    const reply = await call(method, path, body)
    expect([path, reply.statusCode]).toEqual([path, 404])
    expect(reply.json().userMessage).toMatch(/^The watch of this webhook was deleted, so nothing is sent/u)
  }
  expect(received).toHaveLength(1)
  await pool.query(`update webhooks set off_untold = true, off_reason = 'failed'`)
  expect(await makeDeliveryStore(db).listUntold()).toEqual([])

  await callWatch('PATCH', { deleted: false })
  expect(await makeDeliveryStore(db).listUntold()).toEqual([id])
  const replayed = await call('POST', `/${id}/deliveries/${delivery.id}/replay`)
  expect(replayed.json()).toMatchObject({ id: delivery.id, state: 'delivered' })
  expect(received).toHaveLength(2)
})

test('webhooks of a deleted watch leave room for others, and restoring it brings no more than the plan has', async () => {
  const { pool } = product.database
  await pool.query(`update users set subscription_tier = 'free'`)
  const callWatch = (method: 'DELETE' | 'PATCH', id: string, payload?: object) =>
    product.app.inject({
      method,
      url: `/api/watches/${id}`,
      headers: { cookie: ann.cookie },
      ...(payload === undefined ? {} : { payload }),
    })
  const { url } = await receive()
  const first = await add(url)
  await callWatch('DELETE', watchId)
  const otherWatch = await makeWatch(pool, ann.user.id, { query: 'work' })
  await add(url, { watchId: otherWatch })
  await callWatch('DELETE', otherWatch)
  expect((await callWatch('PATCH', watchId, { deleted: false })).statusCode).toBe(200)
  expect((await call('GET', '')).json().webhooks).toEqual([])
  expect((await call('PATCH', `/${first.id}`, { deleted: false })).statusCode).toBe(200)
  const { rows } = await pool.query('select id from webhooks where deleted_at is null')
  expect(rows).toEqual([{ id: first.id }])
})

test('an account has thirty addresses looked up in a minute', async () => {
  const { url } = await receive()
  const { id } = await add(url)
  const changes: number[] = []
  for (let at = 0; at < 30; at += 1) changes.push((await call('PATCH', `/${id}`, { url })).statusCode)
  expect(new Set(changes.slice(0, 29))).toEqual(new Set([200]))
  expect(changes.at(-1)).toBe(429)
})
