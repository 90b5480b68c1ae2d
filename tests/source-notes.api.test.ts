import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { adminScanEndpoint } from '#contract/admin-scan.ts'
import { adminSourcesEndpoint, trySourceEndpoint } from '#contract/admin-sources.ts'
import { runScan } from '#server/features/scan/work-on-scan.ts'
import { wireScan } from '#server/wiring/wire-scan.ts'
import { wireSources } from '#server/wiring/wire-sources.ts'
import { workersHere as workers } from '#server/wiring/wire-workers.ts'
import { adminPost, setUpOperator } from '#tests/harness/admin-calls.ts'
import { type FakeReply, type FakeRequest, startFakeSource } from '#tests/harness/fake-source.ts'
import { loadTestConfig } from '#tests/harness/load-test-config.ts'
import { openTestApp } from '#tests/harness/test-app.ts'

vi.setConfig({ testTimeout: 60_000 })

async function open() {
  const own = { PRIVATE_HOSTS: '127.0.0.1', HACKER_NEWS: 'off' }
  const product = await openTestApp({}, own)
  onTestFinished(() => product.close())
  const { app, database } = product
  const cookie = await setUpOperator(app)
  const get = async (what: string) =>
    (await app.inject({ url: `/api/admin/${what}`, headers: { cookie } })).json()
  const targets = async () => adminScanEndpoint.output.parse(await get('scan')).targets
  return {
    targets,
    add: async (url: string) => {
      const reply = await adminPost(app, 'sources', { url }, cookie)
      expect(reply.statusCode, reply.body).toBe(200)
    },
    tried: async (url: string) =>
      trySourceEndpoint.output.parse((await adminPost(app, 'sources/try', { url }, cookie)).json()),
    sources: async () => adminSourcesEndpoint.output.parse(await get('sources')).sources,
    /** Runs the background jobs. */
    scan: async () => {
      const parts = {
        config: loadTestConfig(own),
        database: { ...database, where: 'test' },
        logger: pino({ level: 'silent' }),
        clock: () => new Date(),
        workers,
      }
      const { live } = await wireSources({ ...parts, publicUrl: 'https://unmet.test', stoppedClock: null })
      const { scanning } = wireScan({ ...parts, live })
      const ending = { wait: async () => {}, onTarget: () => {} }
      return runScan({ ...scanning, ...ending }, new AbortController().signal)
    },
  }
}

const item = (name: string, more = '') =>
  `<item><title>${name}</title><link>https://one.test/${name.slice(0, 9)}</link>${more}</item>`
const wish = '<description>I would pay for it.</description>'
const dated = '<pubDate>Tue, 03 Nov 2026 10:00:00 GMT</pubDate>'
const feed = (...items: string[]) => `<rss><channel><title>Wishes</title>${items.join('')}</channel></rss>`

const odd = feed(
  item('good', wish + dated),
  item('good', wish + dated),
  item('undated', `${wish}<pubDate>the day before yesterday</pubDate>`),
  item('textless', dated),
  item('t'.repeat(400), wish + dated),
  item('endless', `<description>${'x '.repeat(60_000)}</description>${dated}`),
  '<item><link>https://one.test/nothing</link></item>',
)

/** A feed with a validator, which answers 304 to clients that have the current body. */
function startFeed(now: () => { tag: string; body: string }) {
  return startFakeSource(({ headers }: FakeRequest): FakeReply => {
    const { tag, body } = now()
    if (headers['if-none-match'] === tag) return { status: 304 }
    return { headers: { 'content-type': 'application/rss+xml', etag: tag }, body }
  })
}

test('skipped, undated, cut and long entries of a feed are reported in the preview and after each read', async () => {
  const site = await startFeed(() => ({ tag: '"1"', body: odd }))
  const product = await open()
  const counted = [
    'Left out of 7 items: 1 has neither a title nor a text, 1 is a copy of another.',
    '1 has a title and no text.',
    '1 has no readable date: the day of the first read is used instead.',
  ]
  expect((await product.tried(site.url)).notes).toEqual([
    ...counted,
    'Left out: 1, whose text is longer than 100,000 characters (post 5).',
    '1 title was longer than 300 characters and cut (post 4).',
  ])

  await product.add(site.url)
  await product.scan()
  const [target] = await product.targets()
  expect(target).toMatchObject({ state: 'done', postsNew: 4, reason: null })
  expect(target?.notes).toEqual([
    ...counted,
    expect.stringMatching(/^Post \S+ of feed was skipped: the text has 119,999 characters/u),
    expect.stringMatching(/^1 title was longer than 300 characters and cut/u),
  ])
  const [source] = await product.sources()
  expect(source).toMatchObject({ state: 'on', reason: null, waiting: false, notes: target?.notes })
})

test('the report of a feed stays while the feed does not change, and disappears when the feed is fixed', async () => {
  let now = { tag: '"1"', body: feed(item('undated', wish)) }
  const site = await startFeed(() => now)
  const product = await open()
  await product.add(site.url)
  await product.scan()
  const told = [expect.stringContaining('1 has no readable date')]
  expect((await product.targets())[0]?.notes).toEqual(told)

  await product.scan()
  expect(site.requests.at(-1)?.headers['if-none-match']).toBe('"1"')
  expect((await product.targets())[0]?.notes).toEqual(told)

  now = { tag: '"2"', body: feed(item('undated', wish + dated)) }
  await product.scan()
  expect((await product.targets())[0]?.notes).toEqual([])
})
