import { expect, onTestFinished, test, vi } from 'vitest'
import { trySourceEndpoint } from '#contract/admin-sources.ts'
import { adminPost, setUpOperator } from '#tests/harness/admin-calls.ts'
import { type FakeReply, startFakeSource } from '#tests/harness/fake-source.ts'
import { openTestApp } from '#tests/harness/test-app.ts'

vi.setConfig({ testTimeout: 60_000 })

async function open() {
  const product = await openTestApp({}, { PRIVATE_HOSTS: '127.0.0.1' })
  const { app, database } = product
  onTestFinished(() => product.close())
  const cookie = await setUpOperator(app)
  return {
    /** The status of the reply, and its message for people. */
    async tryOut(url: string): Promise<[number, string]> {
      const reply = await adminPost(app, 'sources/try', { url }, cookie)
      return [reply.statusCode, reply.json().userMessage ?? reply.json().title]
    },
    async readTried(url: string) {
      const reply = await adminPost(app, 'sources/try', { url }, cookie)
      return trySourceEndpoint.output.parse(reply.json())
    },
    async countedCalls(): Promise<Record<string, number>> {
      const { rows } = await database.pool.query<{ name: string; calls: number }>(
        `select substr(identifier, 8) as name, sum(request_count)::int as calls from rate_limits
         where identifier like 'source:%' and endpoint = 'calls' group by 1`,
      )
      return Object.fromEntries(rows.map(({ name, calls }) => [name, calls]))
    },
    async longestPauseMs(): Promise<number> {
      const { rows } = await database.pool.query<{ ms: number }>(
        `select extract(epoch from max(bucket_start) - now())::float8 * 1000 as ms from rate_limits
         where endpoint = 'paused'`,
      )
      return rows[0]?.ms ?? 0
    },
    useUpMinute: () =>
      database.pool.query(
        `insert into rate_limits (identifier, endpoint, bucket_start, request_count)
         values ('source:new addresses', 'calls', now(), 60)`,
      ),
  }
}

const feed: FakeReply = {
  headers: { 'content-type': 'application/rss+xml' },
  body: '<rss version="2.0"><channel><title>Wishes</title><item><title>A tool?</title></item></channel></rss>',
}
const asksToWait = (seconds: string): FakeReply => ({ status: 429, headers: { 'retry-after': seconds } })
const hostOf = ({ url }: { url: string }) => new URL(url).host

test('an address that asks us to wait is named, and keeps no other one waiting', async () => {
  const product = await open()
  const other = await startFakeSource(() => feed)
  for (const seconds of ['3600', '86400', '99999999999']) {
    const busy = await startFakeSource(() => asksToWait(seconds))
    expect(await product.tryOut(busy.url)).toEqual([
      422,
      expect.stringContaining(`could not be loaded: ${hostOf(busy)} asked us to wait`),
    ])
    expect(await product.longestPauseMs()).toBeLessThanOrEqual(86_400_000)
    expect(await product.tryOut(other.url)).toEqual([200, 'Wishes'])
  }
})

test('a rate limit that is used up for an hour keeps no other address waiting', async () => {
  const product = await open()
  const spent = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '3600' }
  const busy = await startFakeSource(() => ({ status: 403, headers: spent }))
  const other = await startFakeSource(() => feed)
  expect((await product.tryOut(busy.url))[0]).toBe(422)
  expect(await product.tryOut(other.url)).toEqual([200, 'Wishes'])
  expect(await product.tryOut(busy.url)).toEqual([
    422,
    expect.stringMatching(`^This address could not be loaded: ${hostOf(busy)} has reached its call limit`),
  ])
})

test('where a page leads to the feed of another host, the one that asks us to wait is named', async () => {
  const product = await open()
  const busy = await startFakeSource(() => asksToWait('600'))
  const page = await startFakeSource(({ path }) =>
    path === '/'
      ? {
          headers: { 'content-type': 'text/html' },
          body: `<html><link rel="alternate" type="application/rss+xml" href="${busy.url}/feed"></html>`,
        }
      : { status: 404 },
  )
  const [status, said] = await product.tryOut(page.url)
  expect([status, said]).toEqual([422, expect.stringContaining(`${hostOf(busy)} asked us to wait 600 s`)])
  expect(said).not.toContain(hostOf(page))
})

test('addresses that are refused use up no call', async () => {
  const product = await open()
  for (const url of ['http://10.0.0.1/feed', 'http://169.254.169.254/', 'http://[::1]/', 'http://localhost/'])
    expect(await product.tryOut(url)).toEqual([422, expect.stringContaining('PRIVATE_HOSTS')])
  expect(await product.countedCalls()).toEqual({})
})

test('what is no address of the web is refused for what it is, whether or not calls are left', async () => {
  const product = await open()
  const addresses = ['file:///etc/passwd', 'FILE:///etc/passwd', 'gopher://one.test/1', 'javascript:alert(1)']
  const all = [...addresses, 'data:text/xml,<rss/>', 'mailto:a@one.test', 'blob:https://one.test/1']
  const refusals = all.map((url) => [
    422,
    `This address begins with ${url.split(':', 1)[0]?.toLowerCase()}:, not http:// or https://.`,
  ])
  expect(await Promise.all(all.map((url) => product.tryOut(url)))).toEqual(refusals)
  await product.useUpMinute()
  expect(await Promise.all(all.map((url) => product.tryOut(url)))).toEqual(refusals)
})

test('once the calls of a minute are used up, that is said of us and not of the address', async () => {
  const product = await open()
  const site = await startFakeSource(() => feed)
  await product.useUpMinute()
  expect(await product.tryOut(site.url)).toEqual([
    422,
    expect.stringMatching(
      /^This address could not be loaded yet: at most 60 calls a minute are made to new/u,
    ),
  ])
  expect(site.requests).toEqual([])
})

test('an address is taken as readers of feeds mark it', async () => {
  const product = await open()
  const site = await startFakeSource(() => feed)
  for (const url of [`feed:${site.url}/a`, `feed://${hostOf(site)}/a`, `feed://${site.url}/a`, hostOf(site)])
    expect((await product.tryOut(url))[0]).toBe(url === hostOf(site) ? 422 : 200)
})

test('a feed tells what of it is not taken, each post with an address only where there is one', async () => {
  const product = await open()
  const item = (title: string, more = '') =>
    `<item><title>${title}</title><link>N/A</link><guid isPermaLink="false">N/A</guid>${more}</item>`
  const wishes = ['3.1.0', '3.0.9', '3.0.8'].map((one) =>
    item(one, `<description>I wish ${one}</description>`),
  )
  const body = `<?xml version="1.0" encoding="windows-1251"?><rss version="2.0"><channel><title>Форум — forum</title>
    ${wishes.join('')}<item><link>https://one.test/</link></item></channel></rss>`
  for (const charset of ['', '; charset=windows-1251', '; charset=utf-8']) {
    const site = await startFakeSource(() => ({ headers: { 'content-type': `text/xml${charset}` }, body }))
    const tried = await product.readTried(site.url)
    expect(tried.title).toBe('Форум — forum')
    expect(tried.posts.map(({ title, url }) => [title, url])).toEqual([
      ['3.1.0', null],
      ['3.0.9', null],
      ['3.0.8', null],
    ])
    expect(tried.notes).toEqual([
      'Left out of 4 items: 1 has neither a title nor a text.',
      '3 have no readable date: the day of the first read is used instead.',
      expect.stringContaining('3 have an unusable or duplicate id'),
    ])
  }
})

test('a page without a feed is named as a page, and one whose feed cannot be read names that', async () => {
  const product = await open()
  const page = (body: string) =>
    startFakeSource(({ path }) =>
      path === '/' ? { headers: { 'content-type': 'text/html' }, body } : { status: 404 },
    )
  const plain = await page('<!doctype html><html><head><title>Log in</title></head></html>')
  expect(await product.tryOut(plain.url)).toEqual([
    422,
    expect.stringMatching(/^This address is a web page, not a feed: it is neither a feed/u),
  ])
  const broken = await page('<html><link rel="alternate" type="application/atom+xml" href="gone.xml"></html>')
  expect(await product.tryOut(broken.url)).toEqual([
    422,
    `This address is a web page; the feed that it links to, ${broken.url}/gone.xml, refused (status 404).`,
  ])
})

test('a feed of Reddit is refused with what can be done instead', async () => {
  const product = await open()
  expect(await product.tryOut('reddit.com/r/SaaS.rss')).toEqual([
    422,
    expect.stringMatching(/gives no new access.*import posts of the past.*ARCTIC_SHIFT_COMMUNITIES=saas/u),
  ])
})
