import { parseFeed } from 'feedsmith'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { post, type SignedUp, signUp } from '#tests/harness/account-calls.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { addNews, makeWatch } from '#tests/harness/make-watch.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

vi.setConfig({ testTimeout: 60_000 })

let product: TestApp
let ann: SignedUp
let watchId = ''
beforeAll(async () => {
  product = await openTestApp({}, { PUBLIC_URL: 'https://unmet.test' })
  const url = 'https://forum.test/t?id=7&page=2'
  await product.storePosts([
    makePost({
      sourceId: 'one',
      url,
      title: 'Is there a tool for invoices?',
      selftext: 'I waste hours & days.',
    }),
    makePost({ sourceId: 'two', url: 'https://forum.test/t?id=8', title: 'Another tool for invoices?' }),
  ])
  ann = await signUp(product.app)
})
afterAll(() => product.close())
beforeEach(async () => {
  watchId = await makeWatch(product.database.pool, ann.user.id, { query: 'invoices & taxes' })
  await addNews(product.database.pool, watchId)
})

const call = (method: 'GET' | 'POST' | 'DELETE', who: SignedUp = ann, id = watchId) =>
  product.app.inject({
    method,
    url: `/api/watches/${id}/feed`,
    headers: { cookie: who.cookie },
  })
type Addresses = { rss: string; json: string }
const makeFeed = async (): Promise<Addresses> => (await call('POST')).json().feed
const pathOf = (address: string) => new URL(address).pathname
const read = (address: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  product.app.inject({ method, url: pathOf(address), headers })

/** The names of prepared queries, and the texts of other queries. */
const namesOf = (calls: readonly (readonly unknown[])[]) =>
  calls.map(([one]) => (typeof one === 'object' && one !== null && 'name' in one ? one.name : one))

test('a watch has no feed until its owner makes one; then both addresses answer without an account', async () => {
  expect((await call('GET')).json()).toEqual({ available: true, feed: null })
  const { rss, json } = await makeFeed()
  expect((await call('GET')).json()).toEqual({ available: true, feed: { rss, json } })
  const [asRss, asJson] = [await read(rss), await read(json)]
  expect([asRss.statusCode, asRss.headers['content-type']]).toEqual([
    200,
    'application/rss+xml; charset=utf-8',
  ])
  expect([asJson.statusCode, asJson.headers['content-type']]).toEqual([
    200,
    'application/feed+json; charset=utf-8',
  ])
  for (const reply of [asRss, asJson]) {
    expect(reply.headers).toMatchObject({ 'x-robots-tag': 'noindex', 'cache-control': 'private, no-cache' })
    expect(reply.headers['set-cookie']).toBeUndefined()
  }
  const parsed = parseFeed(asRss.body)
  const items = parsed.format === 'rss' ? parsed.feed.items : []
  // The newest first.
  expect(items?.map(({ guid }) => guid?.value)).toEqual([
    'https://forum.test/t?id=8',
    'https://forum.test/t?id=7&page=2',
  ])
  expect(asJson.json().items.map(({ id }: { id: string }) => id)).toEqual(
    items?.map(({ guid }) => guid?.value),
  )
  expect(asJson.json().items[1].content_html).toContain('I waste hours &amp; days.')
  expect(asJson.json().feed_url).toBe(json)
  expect(asJson.json().home_page_url).toBe(`https://unmet.test/watches?watch=${watchId}`)
  expect((await read(rss, {}, 'HEAD')).statusCode).toBe(200)
})

test('a reader that has this version gets 304, for which no post is read; news changes the ETag', async () => {
  const { rss, json } = await makeFeed()
  const first = await read(rss)
  const etag = String(first.headers.etag)
  expect(String((await read(json)).headers.etag)).not.toBe(etag)
  const query = vi.spyOn(product.database.pool, 'query')
  for (const header of [etag, `W/${etag}`, `"other", ${etag}`]) {
    query.mockClear()
    const again = await read(rss, { 'if-none-match': header })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    expect(namesOf(query.mock.calls)).toEqual(['open feed'])
  }
  query.mockRestore()
  await product.storePosts([makePost({ title: 'A third tool for invoices?' })])
  await addNews(product.database.pool, watchId)
  const later = await read(rss, { 'if-none-match': etag })
  expect([later.statusCode, later.headers.etag === etag]).toEqual([200, false])
})

test('a reader without an ETag gets the same feed again, for which no post is read; a new address is in it at once', async () => {
  const { rss } = await makeFeed()
  const first = await read(rss)
  const query = vi.spyOn(product.database.pool, 'query')
  const again = await read(rss)
  const asked = namesOf(query.mock.calls)
  query.mockRestore()
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([200, first.body, first.headers.etag])
  expect(asked).toEqual(['open feed'])
  const renewed = await makeFeed()
  expect((await read(renewed.rss)).body).toContain(new URL(renewed.rss).pathname)
})

test('for a new post of a feed only that post is read', async () => {
  const { rss } = await makeFeed()
  await read(rss)
  await product.storePosts([makePost({ sourceId: 'fifth', title: 'A fifth tool for invoices?' })])
  await addNews(product.database.pool, watchId, 'A fifth')
  const query = vi.spyOn(product.database.pool, 'query')
  const { body } = await read(rss)
  const asked = query.mock.calls.map(([one]) => one as { name?: string; values?: unknown[] })
  query.mockRestore()
  expect(body).toContain('A fifth tool for invoices?')
  expect(body).toContain('Is there a tool for invoices?')
  const ids = asked.filter(({ name }) => name === 'posts_by_id').map(({ values }) => values)
  expect(ids).toEqual([[[expect.any(Number)]]])
})

test('a rescoring that changes what is shown changes the ETag, and one that changes nothing does not', async () => {
  const { rss } = await makeFeed()
  const etagNow = async () => String((await read(rss)).headers.etag)
  const before = await etagNow()
  const rescore = (change: string) => product.database.pool.query(`update archive_posts set ${change}`)
  await rescore('opportunity_score = opportunity_score, upvotes = 7')
  expect(await etagNow()).toBe(before)
  await rescore('opportunity_score = 99 - opportunity_score')
  const after = await read(rss, { 'if-none-match': before })
  expect([after.statusCode, after.headers.etag === before]).toEqual([200, false])
  await rescore(`reason = '{"text": "I waste"}'`)
  expect(await etagNow()).not.toBe(after.headers.etag)
})

test('a revoked address is 404 at once, and so is the earlier one after a new one was made', async () => {
  const first = await makeFeed()
  const second = await makeFeed()
  expect(first.rss).not.toBe(second.rss)
  const statuses = async () =>
    Promise.all(
      [first.rss, first.json, second.rss, second.json].map(async (one) => (await read(one)).statusCode),
    )
  expect(await statuses()).toEqual([404, 404, 200, 200])
  const etag = String((await read(second.rss)).headers.etag)
  expect((await call('DELETE')).json()).toEqual({ available: true, feed: null })
  expect(await statuses()).toEqual([404, 404, 404, 404])
  expect((await read(second.rss, { 'if-none-match': etag })).statusCode).toBe(404)
})

test('nobody else finds, makes or revokes the feed of a watch', async () => {
  const { rss } = await makeFeed()
  const bob = await signUp(product.app)
  for (const method of ['GET', 'POST', 'DELETE'] as const) {
    const reply = await call(method, bob)
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found'])
  }
  expect((await call('GET', ann, 'nonsense')).statusCode).toBe(404)
  expect((await read(rss)).statusCode).toBe(200)
})

test.each(['/feeds/x.rss', `/feeds/${'a'.repeat(43)}.json`, '/feeds/%00.rss', "/feeds/'--.json"])(
  '%s is 404 for readers of feeds',
  async (url) => {
    const reply = await product.app.inject({ url })
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found'])
  },
)

test('a post that was deleted at its source is gone from the feed, also for readers that have the former version', async () => {
  const { rss } = await makeFeed()
  const before = await read(rss)
  expect(before.body).toContain('Another tool for invoices?')
  await product.database.pool.query(`delete from archive_posts where title like 'Another%'`)
  expect((await read(rss)).body).not.toContain('Another tool for invoices?')
  const after = await read(rss, { 'if-none-match': String(before.headers.etag) })
  expect([after.statusCode, after.body.includes('Another tool')]).toEqual([200, false])
})

test('the feed goes with its account', async () => {
  const eve = await signUp(product.app)
  const id = await makeWatch(product.database.pool, eve.user.id, { query: 'invoices' })
  const { rss } = (await call('POST', eve, id)).json().feed
  expect((await read(rss)).statusCode).toBe(200)
  const gone = await post(product.app, '/api/account/delete', { password: eve.password }, eve)
  expect(gone.statusCode, gone.body).toBeLessThan(400)
  expect((await read(rss)).statusCode).toBe(404)
})

test('an operator who switches feeds off closes their addresses, and says so', async () => {
  const { rss } = await makeFeed()
  const off = await product.another({ WATCH_FEEDS: 'off' })
  const headers = { cookie: ann.cookie }
  const url = `/api/watches/${watchId}/feed`
  expect((await off.inject({ url: pathOf(rss) })).statusCode).toBe(404)
  expect((await off.inject({ url, headers })).json()).toMatchObject({ available: false })
  const made = await off.inject({ method: 'POST', url, headers })
  expect([made.statusCode, made.json().code]).toEqual([409, 'switched_off'])
})

test('the posts of a feed are read thirty times a minute; who has them is still answered', async () => {
  const { rss } = await makeFeed()
  const replies = []
  for (let at = 0; at < 31; at += 1) replies.push(await read(rss))
  expect(replies.slice(0, 30).map(({ statusCode }) => statusCode)).toEqual(Array(30).fill(200))
  expect([replies.at(-1)?.statusCode, replies.at(-1)?.headers['retry-after']]).toEqual([429, '60'])
  expect((await read(rss, { 'if-none-match': String(replies[0]?.headers.etag) })).statusCode).toBe(304)
})
