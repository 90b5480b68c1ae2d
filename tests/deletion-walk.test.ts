import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { searchReply } from '#contract/search.ts'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import { importColumns } from '#server/adapters/dump-files/column-names.ts'
import { openDump } from '#server/adapters/dump-files/open-dump.ts'
import { readPost } from '#server/adapters/dump-files/read-post.ts'
import { importPosts, makeTally } from '#server/features/archive/import/import-posts.ts'
import { makeArchiveStore } from '#server/features/archive/store/archive-store.ts'
import { makeDigestSettingStore } from '#server/features/delivery/digest-setting-store.ts'
import { sendDigests } from '#server/features/delivery/send-digests.ts'
import type { Mail } from '#server/mail-ports.ts'
import type { DeletionCheck, DiscussionSource, PostFeed } from '#server/source-ports.ts'
import { wireJobs } from '#server/wiring/wire-jobs.ts'
import { wireScan } from '#server/wiring/wire-scan.ts'
import { workersHere as workers } from '#server/wiring/wire-workers.ts'
import { type SignedUp, signUp } from '#tests/harness/account-calls.ts'
import { digestDeps } from '#tests/harness/digest-deps.ts'
import { findTraces } from '#tests/harness/find-traces.ts'
import { loadTestConfig } from '#tests/harness/load-test-config.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { makeWatch } from '#tests/harness/make-watch.ts'
import { cookieOf, search } from '#tests/harness/search-calls.ts'
import { stillLive } from '#tests/harness/still-live.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

vi.setConfig({ testTimeout: 120_000 })

const marker = 'zebrafolk'
const dayMs = 86_400_000
const noCoverage = { posts: null, oldestPostAt: null, newestPostAt: null, sample: false, leftOut: null }

const doomed = makePost({
  sourceId: 'doomed1',
  title: `Is there a tool for invoices of ${marker}?`,
  selftext: `I waste hours every week on ${marker} invoices. I would pay for something that works.`,
  url: `https://www.reddit.com/r/smallbusiness/comments/doomed1/${marker}/`,
  attribution: {
    author: `Quinn ${marker}`,
    authorUrl: `https://one.test/users/${marker}`,
    license: 'CC BY-SA 4.0',
    licenseUrl: null,
  },
})
const staying = makePost({ sourceId: 'staying1', title: 'Is there a tool for invoices of a shop?' })
const dumpLine = JSON.stringify({
  id: doomed.sourceId,
  subreddit: doomed.community,
  title: doomed.title,
  selftext: doomed.selftext,
  permalink: `/r/smallbusiness/comments/doomed1/${marker}/`,
  score: 12,
  created_utc: 1_767_225_600,
})

/** A source with both posts, which later reports one of them as deleted. */
const live: DiscussionSource = {
  name: 'live',
  timeLimitMs: 5000,
  search: async () => ({ posts: [{ post: doomed }, { post: staying }], coverage: noCoverage }),
}
const feed: PostFeed = {
  source: 'reddit',
  reads: () => true,
  listNew: async () => ({ posts: [doomed, staying], next: null }),
}
let gone: string[] = []
const check: DeletionCheck = {
  source: 'reddit',
  idsPerCall: 100,
  findGone: async (ids) => ids.filter((id) => gone.includes(id)),
}

let now = new Date('2026-01-10T12:00:00Z')
const clock = () => now

let product: TestApp
let watcher: SignedUp
let watchId = ''
let folder = ''
afterEach(async () => {
  await product.close()
  await rm(folder, { recursive: true })
})

/** Runs the background jobs of the product until the database shows the expected state. */
async function runJobsUntil(query: string): Promise<void> {
  const { database } = product
  const config = loadTestConfig({ SCAN_COMMUNITIES: 'smallbusiness' })
  const logger = pino({ level: 'silent' })
  const scan = wireScan({ config, database, logger, clock, workers, live: stillLive([feed], [check]) })
  const watch = { watch: <T>(_name: string, work: () => Promise<T>) => work() }
  const jobs = wireJobs({ pool: database.pool, logger, clock, watch })
  jobs.start(scan.duties)
  const isThere = async () => (await database.pool.query(query)).rowCount !== 0
  await vi.waitUntil(isThere, { timeout: 60_000, interval: 50 }).finally(() => jobs.stop())
}

async function importDump() {
  const path = join(folder, 'dump.ndjson')
  await writeFile(path, `${dumpLine}\n`)
  const { signal } = new AbortController()
  const dump = await openDump({ path, stdin: process.stdin, needed: importColumns, signal })
  const posts = async function* () {
    for await (const row of dump.rows()) yield readPost(row)
  }
  const tally = makeTally()
  const store = makeArchiveStore(product.database.db)
  const deps = { store, scorer: shippedScorer(), onReject: () => {} }
  const filters = { communities: null, since: null, minScore: null, minLength: null, nsfw: false }
  await importPosts(deps, posts(), { filters, tally, signal })
  return tally
}

/** Sends the watcher's next digest, and returns its mail. */
async function readDigest(): Promise<string> {
  const { db } = product.database
  const mails: Mail[] = []
  const send = async (mail: Mail) => void mails.push(mail)
  await sendDigests(digestDeps(db, { send }, clock), new AbortController().signal)
  expect(mails).toHaveLength(1)
  return JSON.stringify(mails)
}

/**
 * Everything that may show the post: a new search, saved results with their brief and file, and the watch.
 */
async function readEverywhere(token: string, cookie: string) {
  const found = await search(product.app, 'invoices')
  const addresses = [
    `/api/search-results/${token}`,
    `/api/search-results/${token}/brief`,
    `/api/search-results/${token}/posts/reddit/doomed1`,
    `/api/download/${token}`,
    `/api/watches/${watchId}/posts`,
    `/api/watches/${watchId}/posts/reddit/doomed1`,
  ]
  const replies = []
  const signedIn = (url: string) => (url.startsWith('/api/watches') ? watcher.cookie : cookie)
  for (const url of addresses)
    replies.push(await product.app.inject({ url, headers: { cookie: signedIn(url) } }))
  return { found, replies, all: [found, ...replies].map((reply) => reply.body).join('\n') }
}

test('a post that its author deleted is removed from all tables, files and replies, and is not stored again', async () => {
  folder = await mkdtemp(join(tmpdir(), 'unmet-walk-'))
  const logged: string[] = []
  product = await openTestApp(
    { clock, checks: [check], sources: (archive) => [archive, live] },
    { SEARCH_CACHE_SECONDS: '120', ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '1000' },
    (line) => logged.push(line),
  )
  const traces = () => findTraces(product.database.pool, product.dataDir, marker)

  watcher = await signUp(product.app)
  watchId = await makeWatch(product.database.pool, watcher.user.id, { query: 'invoices' })
  await product.database.pool.query('update users set email_verified_at = now()')
  const daily = { frequency: 'daily', at: '07:00', weekday: 'monday', timeZone: 'UTC' } as const
  const nextDueAt = new Date(now.getTime() + dayMs)
  await makeDigestSettingStore(product.database.db).saveSetting(watcher.user.id, {
    ...daily,
    isOn: true,
    nextDueAt,
  })
  await runJobsUntil(`select 1 from scan_runs where ended_at is not null`)
  await runJobsUntil(`select 1 from watch_posts having count(*) = 2`)
  expect(await importDump()).toMatchObject({ rows: 1, inserted: 0, leftOut: new Map() })
  await runJobsUntil(`select 1 from post_checks where live`)
  const first = await search(product.app, 'invoices')
  const token = searchReply.parse(first.json()).sessionId
  const before = await readEverywhere(token, cookieOf(first))
  expect(before.all).toContain(marker)
  expect(before.replies.map((reply) => [reply.statusCode, reply.body.includes(marker)])).toEqual([
    [200, true],
    [200, expect.any(Boolean)],
    [200, true],
    [200, true],
    [200, true],
    [200, true],
  ])
  expect(await traces()).toEqual(
    ['attribution', 'excerpt', 'selftext', 'summary', 'title', 'url', 'words'].map(
      (column) => `public.archive_posts.${column}`,
    ),
  )

  gone = ['doomed1']
  now = new Date(now.getTime() + dayMs + 1)
  await runJobsUntil(`select 1 from tombstones`)

  expect(await traces()).toEqual([])
  const after = await readEverywhere(token, cookieOf(first))
  expect(after.all).not.toContain(marker)
  expect(after.replies.map((reply) => reply.statusCode)).toEqual([200, 200, 404, 200, 200, 404])
  const digest = await readDigest()
  expect(digest).toContain('invoices of a shop')
  expect(digest).not.toContain(marker)
  const { rows: news } = await product.database.pool.query('select 1 from watch_posts')
  expect(news).toHaveLength(1)
  expect(after.all).toContain('invoices of a shop')
  expect(searchReply.parse(after.found.json()).results.map(({ id }) => id)).toEqual(['staying1'])
  expect(logged.join('\n')).not.toContain(marker)

  gone = []
  expect(await importDump()).toMatchObject({
    rows: 1,
    inserted: 0,
    leftOut: new Map([['purged or held back here', 1]]),
  })
  now = new Date(now.getTime() + dayMs)
  await runJobsUntil(`select 1 from scan_runs having count(*) > 1 and count(*) = count(ended_at)`)
  await search(product.app, 'invoices')
  expect(await traces()).toEqual([])
})
