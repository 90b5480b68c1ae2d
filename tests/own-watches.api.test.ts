import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { Watch, WatchPostsReply } from '#contract/watches.ts'
import { smtpMailer } from '#server/adapters/mail/smtp-mailer.ts'
import { deliverWebhook } from '#server/features/delivery/deliver-webhook.ts'
import { sendDigests } from '#server/features/delivery/send-digests.ts'
import { matchOwnRows } from '#server/features/watches/match-own.ts'
import { makeOwnNewsStore } from '#server/features/watches/own-news-store.ts'
import { post, type SignedUp, signUp } from './harness/account-calls.ts'
import { startAnyServer } from './harness/any-server.ts'
import { deliveryDeps } from './harness/delivery-deps.ts'
import { digestDeps } from './harness/digest-deps.ts'
import { findTraces } from './harness/find-traces.ts'
import { callByKey, makeKeyOf } from './harness/key-calls.ts'
import { type MailServer, openMailServer } from './harness/mail-server.ts'
import { makePost } from './harness/make-post.ts'
import { addNews } from './harness/make-watch.ts'
import { bringMaterial, callOwn } from './harness/own-calls.ts'
import { openTestApp, type TestApp } from './harness/test-app.ts'

vi.setConfig({ testTimeout: 60_000 })

const dayMs = 86_400_000
let product: TestApp
let mails: MailServer
let ann: SignedUp
let now = new Date()
const clock = () => now

beforeAll(async () => {
  mails = await openMailServer()
  product = await openTestApp(
    { clock },
    { SMTP_URL: mails.url, PUBLIC_URL: 'https://unmet.test', PRIVATE_HOSTS: '127.0.0.1' },
  )
})
afterAll(async () => {
  await product.close()
  await mails.close()
})
beforeEach(async () => {
  now = new Date()
  await product.database.pool.query(
    'truncate users, watches, digests, archive_posts, own_collections cascade',
  )
  ann = await makeOwner()
})

async function makeOwner(tier: 'free' | 'pro' = 'pro'): Promise<SignedUp> {
  const person = await signUp(product.app)
  await product.database.pool.query(
    'update users set subscription_tier = $2, email_verified_at = now() where id = $1',
    [person.user.id, tier],
  )
  return person
}

const call = (who: SignedUp, method: 'GET' | 'PATCH' | 'POST' | 'DELETE', path: string, payload?: object) =>
  product.app.inject({
    method,
    url: `/api/${path}`,
    headers: { cookie: who.cookie },
    ...(payload === undefined ? {} : { payload }),
  })

async function watch(who: SignedUp, watchQuery: string, more: object = { looksIn: 'own' }): Promise<Watch> {
  const reply = await post(product.app, '/api/watches', { watchQuery, ...more }, who)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}

const on = limits.watches
const newsStore = () => makeOwnNewsStore(product.database.db, on)

/** Matches new rows, like the background job. */
async function match(): Promise<void> {
  const store = newsStore()
  for (const { id } of await store.listToMatch())
    await matchOwnRows({ store, clock }, id, new AbortController().signal)
}

/** Adds rows and matches them. */
async function bring(who: SignedUp, lines: readonly string[], name = 'Tickets') {
  const text = ['subject,body,product,written', ...lines].join('\n')
  const collection = await bringMaterial(product, who, { name, text })
  expect(collection.rows).toBe(lines.length)
  await match()
  return collection
}

const row = (title: string, more: { product?: string; written?: Date } = {}) =>
  `${title},I waste hours every week on it.,${more.product ?? ''},${more.written?.toISOString() ?? ''}`

async function read(who: SignedUp, { id }: Pick<Watch, 'id'>): Promise<WatchPostsReply> {
  const reply = await call(who, 'GET', `watches/${id}/posts`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
const titlesOf = async (who: SignedUp, of: Pick<Watch, 'id'>) =>
  (await read(who, of)).results.map(({ title }) => title).sort()

test('rows of own material that match a watch are new on its page and in the bell until they are seen', async () => {
  await bring(ann, [row('An earlier kettle')])
  const kettles = await watch(ann, 'kettle')
  await watch(ann, 'kettle OR teapot')
  const monthsAgo = new Date(now.getTime() - 60 * dayMs)
  await bring(ann, [row('My kettle leaks'), row('A teapot'), row('An old kettle', { written: monthsAgo })])
  const { watch: shown, results } = await read(ann, kettles)
  expect(results).toMatchObject([{ title: 'My kettle leaks', source: 'own', isNew: true, score: null }])
  expect(shown).toMatchObject({ looksIn: 'own', deliversOwn: false, posts: 1, newPosts: 1, olderPosts: 1 })
  // The row about a kettle matches both watches, but counts as one new row.
  expect((await call(ann, 'GET', 'watches')).json().newPosts).toBe(2)
  const opened = await call(ann, 'GET', `watches/${kettles.id}/posts/own/${results[0]?.id}`)
  expect(opened.json()).toMatchObject({
    title: 'My kettle leaks',
    selftext: 'I waste hours every week on it.',
  })
  await call(ann, 'PATCH', `watches/${kettles.id}`, { lookedUpTo: results[0]?.number })
  expect((await read(ann, kettles)).watch).toMatchObject({ posts: 1, newPosts: 0, olderPosts: 0 })
})

test('a watch searches posts, own material or both, and a change applies to later arrivals', async () => {
  const watches = [
    await watch(ann, 'kettle', { looksIn: 'posts' }),
    await watch(ann, 'kettle', { looksIn: 'own' }),
    await watch(ann, 'kettle', { looksIn: 'both' }),
  ]
  const [first, second] = watches
  if (first === undefined || second === undefined) throw new Error('No watches')
  await bring(ann, [row('Row one: kettle')])
  for (const { id } of watches.filter(({ looksIn }) => looksIn !== 'own')) {
    await product.storePosts([makePost({ title: 'Post: kettle', sourceId: 'p1' })])
    await addNews(product.database.pool, id)
  }
  const titles = async () => Promise.all(watches.map((one) => titlesOf(ann, one)))
  expect(await titles()).toEqual([['Post: kettle'], ['Row one: kettle'], ['Post: kettle', 'Row one: kettle']])
  await call(ann, 'PATCH', `watches/${first.id}`, { looksIn: 'both' })
  await call(ann, 'PATCH', `watches/${second.id}`, { looksIn: 'posts' })
  await bring(ann, [row('Row two: kettle')])
  expect((await titles()).map((of) => of.includes('Row two: kettle'))).toEqual([true, false, true])
})

test.each([
  ['kettle in:tickets', ['A kettle', 'A kettle for Tea']],
  ['kettle in:tea', ['A kettle for Tea']],
  ['kettle -tea', ['A kettle']],
  ['kettle source:own', ['A kettle', 'A kettle for Tea']],
  ['kettle source:reddit', []],
  ['kettle score:100', []],
  ['"no such words" OR teapot', ['A teapot']],
])('the query language and the preview find the same own rows: %s', async (query, titles) => {
  const found = await watch(ann, query)
  await bring(ann, [row('A kettle'), row('A kettle for Tea', { product: 'Tea' }), row('A teapot')])
  expect(await titlesOf(ann, found)).toEqual(titles)
  const preview = await call(ann, 'POST', 'watches/preview', { watchQuery: query, looksIn: 'own' })
  expect(preview.json()).toMatchObject({ posts: titles.length, ownRows: titles.length, costsSearch: false })
})

test('a watch only gets rows of its owner, even if others watch the same query', async () => {
  const [bob, annsWatch] = [await makeOwner(), await watch(ann, 'kettle', { looksIn: 'both' })]
  const bobsWatch = await watch(bob, 'kettle', { looksIn: 'both' })
  await bring(ann, [row('Ann: kettle')])
  await bring(bob, [row('Bob: kettle')])
  expect(await titlesOf(ann, annsWatch)).toEqual(['Ann: kettle'])
  expect(await titlesOf(bob, bobsWatch)).toEqual(['Bob: kettle'])
  const [annsRow] = (await read(ann, annsWatch)).results
  for (const { id } of [annsWatch, bobsWatch])
    expect((await call(bob, 'GET', `watches/${id}/posts/own/${annsRow?.id}`)).statusCode).toBe(404)
})

test('a key for watches neither lists, counts nor opens own rows', async () => {
  const both = await watch(ann, 'kettle', { looksIn: 'both' })
  await bring(ann, [row('A secret kettle')])
  const { secret: key } = await makeKeyOf(product.app, ann)
  const [id] = (await read(ann, both)).results.map((one) => one.id)
  const listed = (await callByKey(product.app, '/watches', { key })).json()
  expect(listed).toMatchObject({ newPosts: 0, watches: [{ posts: 0, newPosts: 0, lastFoundAt: null }] })
  expect((await callByKey(product.app, `/watches/${both.id}/posts`, { key })).json().posts).toEqual([])
  expect((await callByKey(product.app, `/watches/${both.id}/posts/own/${id}`, { key })).statusCode).toBe(404)
})

test('rows are matched once, even if matching is interrupted, and a watch created later gets none of them', async () => {
  const first = await watch(ann, 'kettle')
  const text = ['text', ...Array.from({ length: 700 }, (_, at) => `My kettle ${at} leaks every day.`)].join(
    '\n',
  )
  const { id } = await bringMaterial(product, ann, { name: 'Many', text })
  const store = newsStore()
  const ended = new AbortController()
  await matchOwnRows(
    {
      store: { ...store, matchNext: (...given) => store.matchNext(...given).finally(() => ended.abort()) },
      clock,
    },
    id,
    ended.signal,
  )
  expect((await read(ann, first)).watch.posts).toBe(500)
  const later = await watch(ann, 'kettle')
  await match()
  await match()
  expect((await read(ann, first)).watch.posts).toBe(700)
  expect((await read(ann, later)).watch.posts).toBe(0)
})

test('a watch on own material does not count as a search until it also searches public posts', async () => {
  const bob = await makeOwner('free')
  const used = async () => (await call(bob, 'GET', 'usage-stats')).json().searchesThisMonth
  const { id } = await watch(bob, 'kettle')
  expect(await used()).toBe(0)
  await product.storePosts([makePost({ title: 'A kettle' })])
  expect((await call(bob, 'PATCH', `watches/${id}`, { looksIn: 'both' })).json().looksIn).toBe('both')
  expect(await used()).toBe(1)
})

/** The texts that were delivered by each channel since the last call. */
async function openWays(watchId: string) {
  const received: string[] = []
  const { port } = await startAnyServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    received.push(Buffer.concat(chunks).toString())
    response.writeHead(204).end()
  })
  const url = `http://127.0.0.1:${port}/`
  const added = await call(ann, 'POST', 'webhooks', { watchId, url, format: 'standard' })
  expect(added.statusCode, added.body).toBe(200)
  const { feed } = (await call(ann, 'POST', `watches/${watchId}/feed`)).json()
  const digest = await call(ann, 'PATCH', 'digest', { isOn: true, at: '07:00', timeZone: 'UTC' })
  expect(digest.statusCode, digest.body).toBe(200)
  const { db } = product.database
  const server = { host: '127.0.0.1', port: mails.port, secure: false, login: null }
  const mailer = smtpMailer({ server, from: { name: 'Unmet', address: 'no-reply@unmet.test' } })
  const read = async (address: string) => (await product.app.inject(new URL(address).pathname)).body
  return {
    makeDeliveries: () =>
      deliveryDeps(db, clock).deliveries.addDeliveries(added.json().webhook.id, { now, mostADay: 200 }),
    async leave(): Promise<Record<string, string>> {
      const [sent, mailed] = [received.length, mails.received.length]
      await deliverWebhook(deliveryDeps(db, clock), added.json().webhook.id, new AbortController().signal)
      now = new Date(now.getTime() + dayMs)
      await sendDigests(digestDeps(db, mailer, clock), new AbortController().signal)
      return {
        webhook: received.slice(sent).join('\n'),
        digest: mails.received
          .slice(mailed)
          .map(({ mail }) => mail.text)
          .join('\n'),
        rss: await read(feed.rss),
        json: await read(feed.json),
      }
    },
  }
}

/** The channels whose deliveries contain these words. */
const waysOf = (left: Record<string, string>, words: string) =>
  Object.keys(left).filter((way) => left[way]?.includes(words))
const everyWay = ['webhook', 'digest', 'rss', 'json']

test('own rows are delivered by every channel while their owner allows it, and by none before and after', async () => {
  const { id } = await watch(ann, 'kettle', { looksIn: 'both' })
  const ways = await openWays(id)
  await product.storePosts([makePost({ title: 'Public kettle' })])
  await addNews(product.database.pool, id, 'Public')
  await bring(ann, [row('First secret kettle')])
  const before = await ways.leave()
  expect(waysOf(before, 'Public kettle')).toEqual(everyWay)
  expect(waysOf(before, 'secret')).toEqual([])
  expect(before.digest).not.toContain('more in your watches')

  expect((await call(ann, 'PATCH', `watches/${id}`, { deliversOwn: true })).json().deliversOwn).toBe(true)
  await bring(ann, [row('Second secret kettle')])
  const during = await ways.leave()
  expect(waysOf(during, 'Second secret kettle')).toEqual(everyWay)
  expect(during.digest).not.toContain('First secret')

  await bring(ann, [row('Third secret kettle')])
  // The delivery is pending when the setting changes.
  await ways.makeDeliveries()
  await call(ann, 'PATCH', `watches/${id}`, { deliversOwn: false })
  await bring(ann, [row('Fourth secret kettle')])
  expect(waysOf(await ways.leave(), 'secret')).toEqual([])
  const { webhooks } = (await call(ann, 'GET', 'webhooks')).json()
  const log = (await call(ann, 'GET', `webhooks/${webhooks[0].id}/deliveries`)).json().deliveries
  const second = log.find(({ title }: { title: string }) => title.startsWith('Second'))
  // Rows that were already sent are not sent again either.
  const again = await call(ann, 'POST', `webhooks/${webhooks[0].id}/deliveries/${second.id}/replay`)
  expect(again.json().state).toBe('removed')
  expect(waysOf(await ways.leave(), 'secret')).toEqual([])
  expect((await read(ann, { id })).watch.posts).toBe(5)
})

test('own rows stay when the watch no longer searches own material, and the setting of one watch does not affect another', async () => {
  const open = await watch(ann, 'kettle', { looksIn: 'both' })
  const closed = await watch(ann, 'kettle OR teapot', { looksIn: 'own' })
  const ways = await openWays(open.id)
  await call(ann, 'PATCH', `watches/${open.id}`, { deliversOwn: true })
  await bring(ann, [row('A secret kettle'), row('A secret teapot')])
  const left = await ways.leave()
  expect(waysOf(left, 'A secret kettle')).toEqual(everyWay)
  expect(waysOf(left, 'A secret teapot')).toEqual([])
  await call(ann, 'PATCH', `watches/${open.id}`, { looksIn: 'posts' })
  expect(waysOf(await ways.leave(), 'secret')).toEqual([])
  expect((await read(ann, closed)).watch.posts).toBe(2)
})

test('deleted material disappears from watches, counts, feeds, digests and webhooks, and leaves no trace', async () => {
  const { id } = await watch(ann, 'kettle', { looksIn: 'both' })
  const ways = await openWays(id)
  await call(ann, 'PATCH', `watches/${id}`, { deliversOwn: true })
  const collection = await bring(ann, [row('A secret quokkaplum kettle')], 'Quokkaplum')
  await ways.makeDeliveries()
  expect((await read(ann, { id })).watch).toMatchObject({ posts: 1, newPosts: 1 })
  expect((await callOwn(product, ann, ['DELETE', `collections/${collection.id}`])).statusCode).toBe(200)
  expect(waysOf(await ways.leave(), 'secret')).toEqual([])
  expect((await read(ann, { id })).watch).toMatchObject({ posts: 0, newPosts: 0 })
  expect((await call(ann, 'GET', 'watches')).json().newPosts).toBe(0)
  const rows = async (table: string) =>
    (await product.database.pool.query(`select from ${table} where own_row_id is not null`)).rowCount
  expect([await rows('watch_posts'), await rows('webhook_deliveries')]).toEqual([0, 0])
  expect(await findTraces(product.database.pool, product.dataDir, 'quokkaplum')).toEqual([])
  await bring(ann, [row('A secret quokkaplum kettle')])
  const gone = await call(ann, 'POST', 'account/delete', { password: ann.password })
  expect(gone.statusCode, gone.body).toBe(200)
  expect([await rows('watch_posts'), await rows('webhook_deliveries')]).toEqual([0, 0])
  expect(await findTraces(product.database.pool, product.dataDir, 'quokkaplum')).toEqual([])
})
