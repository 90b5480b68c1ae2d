import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { recheckPosts } from '#server/features/archive/store/recheck-posts.ts'
import { readScan } from '#server/features/scan/read-scan.ts'
import { runScan } from '#server/features/scan/work-on-scan.ts'
import { wireScan } from '#server/wiring/wire-scan.ts'
import { wireSources } from '#server/wiring/wire-sources.ts'
import { workersHere as workers } from '#server/wiring/wire-workers.ts'
import { type FakeReply, type FakeRequest, startFakeSource } from '#tests/harness/fake-source.ts'
import { loadTestConfig } from '#tests/harness/load-test-config.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'

const dayMs = 86_400_000
let database: TestDatabase
let now: Date
beforeEach(async () => {
  database = await openTestDatabase()
  now = new Date('2026-11-25T04:00:00Z')
})
afterEach(() => database.close())

const item = (id: string) =>
  `<item><title>Is there a tool for ${id}?</title><guid isPermaLink="false">${id}</guid><description>I would pay.</description></item>`
const feedOf = (...ids: string[]) =>
  `<rss><channel><title>Forum</title>${ids.map(item).join('')}</channel></rss>`
const sends = (body: string, headers: Record<string, string> = {}): FakeReply => ({
  headers: {
    'content-type': 'application/rss+xml',
    etag: '"1"',
    'last-modified': 'Tue, 24 Nov 2026 00:00:00 GMT',
    ...headers,
  },
  body,
})

/** All feeds of a test share a host, whose budget allows one call a minute. */
let minute = 0
function minutes(): Date {
  minute += 1
  return new Date(Date.UTC(2026, 10, 25) + minute * 61_000)
}

async function open(paths: readonly string[], answer: (request: FakeRequest) => FakeReply) {
  const standIn = await startFakeSource(answer)
  const { host } = new URL(standIn.url)
  const config = loadTestConfig({
    FEEDS: paths.map((path) => `${standIn.url}${path}`).join(' '),
    PRIVATE_HOSTS: host,
    HACKER_NEWS: 'off',
  })
  const parts = {
    config,
    database: { ...database, where: 'test' },
    logger: pino({ level: 'silent' }),
    clock: () => now,
    workers,
  }
  const { live } = await wireSources({
    ...parts,
    publicUrl: 'https://unmet.example',
    stoppedClock: minutes,
  })
  const { scanning, report, rechecking } = wireScan({ ...parts, live })
  const signal = new AbortController().signal
  const wait = async () => {}
  return {
    ...standIn,
    scan: () => runScan({ ...scanning, wait, onTarget: () => {} }, signal),
    scanWith: (own: Partial<typeof scanning>) =>
      runScan({ ...scanning, ...own, wait, onTarget: () => {} }, signal),
    readReport: () => readScan(report),
    recheck: async () => {
      for (const check of await live.listChecks()) await recheckPosts(rechecking, check, signal)
    },
  }
}

const listTitles = async () => {
  const { rows } = await database.pool.query<{ title: string }>(
    "select title from archive_posts where source = 'feed' order by title",
  )
  return rows.map(({ title }) => title.replace(/^Is there a tool for |\?$/gu, ''))
}

/** Behaves like a server that supports conditional requests. */
const orUnchanged = (reply: FakeReply) => (request: FakeRequest) =>
  request.headers['if-none-match'] === '"1"' && request.headers['if-modified-since'] !== undefined
    ? { status: 304 }
    : reply

describe('feeds in a scan', () => {
  test('are stored and scored, and later requested conditionally', async () => {
    const site = await open(['/feed'], orUnchanged(sends(feedOf('a', 'b'))))
    expect(await site.scan()).toEqual({ how: 'complete', targets: 1, failed: 0 })
    expect(await listTitles()).toEqual(['a', 'b'])
    now = new Date(now.getTime() + dayMs)
    expect(await site.scan()).toEqual({ how: 'complete', targets: 1, failed: 0 })
    expect(site.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"1"'])
    expect(site.requests[0]?.headers['user-agent']).toBe('Unmet/0.1 (self-hosted; https://unmet.example)')
    expect((await site.readReport()).targets).toMatchObject([
      { source: 'feed', value: `${site.url}/feed`, state: 'done', postsRead: 0 },
    ])
  })

  test('are requested in full again if they could not be stored', async () => {
    const site = await open(['/feed'], orUnchanged(sends(feedOf('a'))))
    const failing = async () => {
      throw new Error('the disk is full')
    }
    expect(await site.scanWith({ storePosts: failing })).toMatchObject({ failed: 1 })
    expect(await listTitles()).toEqual([])
    await site.scan()
    expect(await listTitles()).toEqual(['a'])
    expect(site.requests.every(({ headers }) => headers['if-none-match'] === undefined)).toBe(true)
  })

  test.each<[string, FakeReply, RegExp]>([
    ['a page', { headers: { 'content-type': 'text/html' }, body: '<html>' }, /not a feed/u],
    ['a film', { headers: { 'content-type': 'video/mp4' }, body: 'x' }, /"video\/mp4"/u],
    ['10 MB', sends(feedOf('a').padEnd(10 * 1024 * 1024)), /more than 8 MB/u],
    ['nothing', sends(''), /valid feed/u],
    ['entities', sends('<!DOCTYPE a [<!ENTITY b "c">]><rss/>'), /entities/u],
    ['403', { status: 403 }, /refused \(status 403\)/u],
    ['404', { status: 404 }, /refused \(status 404\)/u],
    [
      'a redirect to metadata',
      { status: 302, headers: { location: 'http://169.254.169.254/' } },
      /another address/u,
    ],
  ])(
    'that send %s are reported by their address, and the others are read',
    async (_name, reply, reason) => {
      const site = await open(['/bad', '/good'], ({ path }) =>
        path === '/bad' ? reply : sends(feedOf('good')),
      )
      expect(await site.scan()).toEqual({ how: 'complete', targets: 2, failed: 1 })
      expect(await listTitles()).toEqual(['good'])
      const { targets } = await site.readReport()
      expect(targets.find(({ value }) => value.endsWith('/bad'))).toMatchObject({
        state: 'failed',
        reason: expect.stringMatching(reason),
      })
    },
    60_000,
  )

  test('a post that a feed no longer contains is deleted after 90 days; posts in the feed stay', async () => {
    let ids = ['dropped', 'stays']
    const site = await open(['/feed'], () => sends(feedOf(...ids)))
    await site.scan()
    ids = ['stays']
    now = new Date(now.getTime() + dayMs)
    await site.scan()
    now = new Date(now.getTime() + 88 * dayMs)
    await site.scan()
    await site.recheck()
    expect(await listTitles()).toEqual(['dropped', 'stays'])
    now = new Date(now.getTime() + 1.5 * dayMs)
    await site.recheck()
    expect(await listTitles()).toEqual(['stays'])
  })

  test('that have not changed take one conditional request each, without a body', async () => {
    const paths = Array.from({ length: 100 }, (_, at) => `/feed/${at}`)
    let bodies = 0
    const site = await open(paths, (request) => {
      const reply = orUnchanged(sends(feedOf(`${request.path} a`, `${request.path} b`)))(request)
      if (!('status' in reply)) bodies += 1
      return reply
    })
    await site.scan()
    expect([await listTitles(), bodies]).toEqual([expect.objectContaining({ length: 200 }), 100])
    now = new Date(now.getTime() + dayMs)
    const asked = site.requests.length
    await site.scan()
    const unchanged = site.requests.slice(asked)
    expect([unchanged.length, bodies]).toEqual([100, 100])
    expect(unchanged.every(({ headers }) => headers['if-none-match'] === '"1"')).toBe(true)
  }, 120_000)
})
