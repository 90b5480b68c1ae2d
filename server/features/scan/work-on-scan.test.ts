import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FeedPage, type PostFeed, SourceError } from '#server/source-ports.ts'
import { wireScan } from '#server/wiring/wire-scan.ts'
import { workersHere as workers } from '#server/wiring/wire-workers.ts'
import { loadTestConfig } from '#tests/harness/load-test-config.ts'
import { madeFeed } from '#tests/harness/made-feed.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { stillLive } from '#tests/harness/still-live.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import { readScan } from './read-scan.ts'
import { listScanWork, runScan, type TargetOutcome, workOnTarget } from './work-on-scan.ts'

const dayMs = 86_400_000

let database: TestDatabase
let now: Date
let pages: (string | null)[]
beforeEach(async () => {
  database = await openTestDatabase()
  now = new Date('2026-01-02T04:00:00Z')
  pages = []
})
afterEach(() => database.close())

function open(feeds: PostFeed[], own: Record<string, string> = { SCAN_COMMUNITIES: 'smallbusiness' }) {
  const logger = pino({ level: 'silent' })
  return wireScan({
    config: loadTestConfig(own),
    database,
    logger,
    clock: () => now,
    workers,
    live: stillLive(feeds),
  })
}

async function scan(feeds: PostFeed[], own?: Record<string, string>) {
  const { scanning, report } = open(feeds, own)
  const outcomes: TargetOutcome[] = []
  const signal = new AbortController().signal
  const outcome = await runScan(
    { ...scanning, wait: async () => {}, onTarget: (_, one) => outcomes.push(one) },
    signal,
  )
  return { outcome, outcomes, report: await readScan(report) }
}

/** A feed with these posts, an hour apart, that records which pages are requested. */
function hourlyFeed(postsAt: () => Date[]): PostFeed {
  return {
    source: 'reddit',
    reads: (kind) => kind === 'community',
    async listNew(_, after): Promise<FeedPage> {
      pages.push(after)
      const from = Number(after ?? 0)
      const dates = postsAt()
      const posts = dates
        .slice(from, from + 10)
        .map((createdAt) => makePost({ sourceId: `at${createdAt.getTime()}`, createdAt }))
      return { posts, next: from + 10 < dates.length ? String(from + 10) : null }
    },
  }
}

const hoursBack = (hours: number) =>
  Array.from({ length: hours }, (_, at) => new Date(now.getTime() - at * 3_600_000))

test('the second scan reads back to two days before the last one that got through, and no further', async () => {
  const feed = hourlyFeed(() => hoursBack(200))
  const first = await scan([feed])
  expect(first.report.targets).toMatchObject([
    { state: 'done', postsRead: 200, postsNew: 200, cutShort: false },
  ])
  pages = []
  now = new Date(now.getTime() + dayMs)
  const second = await scan([feed])
  expect(pages).toEqual([null, '10', '20', '30', '40', '50', '60', '70'])
  expect(second.report).toMatchObject({
    today: { postsRead: 80, postsNew: 24 },
    last30Days: { postsRead: 280, postsNew: 224 },
    targets: [{ state: 'done', postsRead: 80, postsNew: 24, reason: null }],
  })
})

test('posts that a scan did not reach before it was given up are read by the next one', async () => {
  let broken = true
  const whole = hourlyFeed(() => hoursBack(100))
  const feed: PostFeed = {
    ...whole,
    listNew: async (target, after, signal) => {
      if (broken && after === '30') throw new SourceError('does not answer')
      return whole.listNew(target, after, signal)
    },
  }
  const first = await scan([feed])
  expect(first.outcome).toEqual({ how: 'complete', targets: 1, failed: 1 })
  expect(first.outcomes.map(({ how }) => how)).toEqual(['trouble', 'trouble', 'failed'])
  expect(first.report.targets).toMatchObject([
    { state: 'failed', postsRead: 30, reason: 'The source does not answer.', lastSuccessAt: null },
  ])
  broken = false
  now = new Date(now.getTime() + dayMs)
  expect((await scan([feed])).report.targets).toMatchObject([{ state: 'done', postsRead: 100, postsNew: 70 }])
})

test('a target with more posts than one run reads is cut short, and the operator sees it', async () => {
  const { report } = await scan([madeFeed({ postsPerTarget: 1500 })])
  expect(report.targets).toMatchObject([{ state: 'done', postsRead: 1000, cutShort: true }])
})

test('every target is read in every source that can be, and one broken source leaves the others alone', async () => {
  const broken: PostFeed = {
    ...madeFeed({ source: 'broken', postsPerTarget: 5 }),
    listNew: async () => {
      throw new Error('connect ECONNREFUSED 10.0.0.1')
    },
  }
  const communities = { ...madeFeed({ postsPerTarget: 5 }), reads: (kind: string) => kind === 'community' }
  const { report, outcome } = await scan([communities, broken], {
    SCAN_COMMUNITIES: 'r/one, two',
    SCAN_KEYWORDS: 'churn rate',
  })
  expect(outcome).toEqual({ how: 'complete', targets: 5, failed: 3 })
  expect(report.targets.map(({ source, value, state }) => `${source} ${value} ${state}`).sort()).toEqual([
    'broken churn rate failed',
    'broken one failed',
    'broken two failed',
    'reddit one done',
    'reddit two done',
  ])
  expect(JSON.stringify(report)).not.toContain('ECONNREFUSED')
})

test('a feed that gives the same page for ever is left, and a post in the future does not hide later ones', async () => {
  const future = makePost({ createdAt: new Date('2040-01-01T00:00:00Z') })
  const stuck: PostFeed = {
    source: 'reddit',
    reads: () => true,
    listNew: async () => ({ posts: [future], next: 'again' }),
  }
  expect((await scan([stuck])).report.targets).toMatchObject([
    { state: 'done', cutShort: true, postsRead: 2 },
  ])
  now = new Date(now.getTime() + dayMs)
  const { report } = await scan([hourlyFeed(() => hoursBack(20))])
  expect(report.targets).toMatchObject([{ postsRead: 20, postsNew: 20 }])
})

test('without targets or sources nothing is read, and the operator learns what to set', async () => {
  const none = await scan([madeFeed({ postsPerTarget: 5 })], {})
  expect(none.outcome).toEqual({ how: 'nothing-to-read' })
  expect(none.report.missing).toBe(
    'Set SCAN_COMMUNITIES to the communities to read every day, or add keywords at /admin, under Sources.',
  )
  expect((await scan([])).report).toMatchObject({
    missing: 'There is no source that could be read: add one at /admin, under Sources.',
    nextScanAt: null,
  })
})

test('each source is read in its own rhythm, and an hourly one cuts no daily one short', async () => {
  const daily = madeFeed({ source: 'daily', postsPerTarget: 5 })
  const hourly = { ...madeFeed({ source: 'hourly', postsPerTarget: 5 }), everyHours: 1 }
  const { scanning } = open([daily, hourly], { SCAN_COMMUNITIES: 'smallbusiness', SCAN_AT: '4' })
  const due = async () => (await listScanWork(scanning)).map(({ source }) => source)
  const read = (source: string) =>
    workOnTarget(
      scanning,
      { source, kind: 'community', value: 'smallbusiness' },
      new AbortController().signal,
    )
  expect(await due()).toEqual(['daily', 'hourly'])
  await read('hourly')
  expect(await due()).toEqual(['daily'])
  now = new Date(now.getTime() + 3_600_000)
  expect(await due()).toEqual(['daily', 'hourly'])
  await read('daily')
  await read('hourly')
  now = new Date(now.getTime() + 20 * 3_600_000)
  expect(await due()).toEqual(['hourly'])
})

test('a source that gives posts of everywhere is read no further than one that gives what was asked for', async () => {
  const hour = hoursBack(2000)
  const feed: PostFeed = {
    ...hourlyFeed(() => []),
    async listNew(_, after): Promise<FeedPage> {
      pages.push(after)
      const from = Number(after ?? 0)
      return { posts: [], others: hour.slice(from, from + 100), next: `${from + 100}` }
    },
  }
  const { report } = await scan([feed])
  expect(report.targets).toMatchObject([{ state: 'done', postsRead: 1000, postsNew: 0, cutShort: true }])
  pages = []
  await scan([feed])
  expect(pages).toEqual([null])
})
