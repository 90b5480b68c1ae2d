import { afterAll, beforeAll, expect, test } from 'vitest'
import { countedMost, instanceCounts } from '#contract/instance-counts.ts'
import { signUp } from '#tests/harness/account-calls.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

let now = new Date('2026-11-21T12:00:00Z')
let product: TestApp

beforeAll(async () => {
  product = await openTestApp(
    { clock: () => now },
    { HACKER_NEWS: 'on', FEEDS: 'https://one.test/feed', SCAN_AT: 'never' },
  )
})
afterAll(() => product.close())

async function readCounts() {
  const reply = await product.app.inject({ url: '/api/instance-counts' })
  expect(reply.statusCode, reply.body).toBe(200)
  return instanceCounts.parse(reply.json())
}

async function readThreads(count: number, instant: string) {
  await product.database.pool.query(
    `with run as (insert into scan_runs (started_by, started_at) values ('command', $2) returning id)
     insert into scan_targets (run_id, source, kind, value, posts_read, changed_at)
     select id, 'hacker-news', 'community', 'ask_hn', $1, $2 from run`,
    [count, instant],
  )
}

test('an installation counts its accounts and real posts, and no sample', async () => {
  await signUp(product.app)
  await product.storePosts([
    makePost({ sourceId: 'one' }),
    makePost({ sourceId: 'two' }),
    makePost({ source: 'sample', sourceId: 'three', sample: true }),
  ])
  await readThreads(700, '2026-11-21T11:00:00Z')
  await readThreads(40, '2026-11-20T13:00:00Z')
  expect(await readCounts()).toEqual({
    accounts: 1,
    posts: 2,
    threadsReadLastDay: 740,
    searchedLive: ['Hacker News'],
    searchedLiveCount: 1,
    feeds: 1,
    newestPostAt: makePost({}).createdAt.toISOString(),
  })
})

test('a count is cached for five minutes, so that reading it again costs nothing', async () => {
  await signUp(product.app)
  expect((await readCounts()).accounts).toBe(1)
  now = new Date('2026-11-21T12:04:59Z')
  expect((await readCounts()).accounts).toBe(1)
  now = new Date('2026-11-21T12:05:00Z')
  expect((await readCounts()).accounts).toBe(2)
})

test('threads that were read more than a day ago, and posts that were imported, are not counted as read today', async () => {
  now = new Date('2026-11-21T13:30:00Z')
  expect(await readCounts()).toMatchObject({ posts: 2, threadsReadLastDay: 700 })
  now = new Date('2026-11-22T12:11:00Z')
  expect(await readCounts()).toMatchObject({ posts: 2, threadsReadLastDay: 0 })
})

test('counting goes no further than the words need', async () => {
  await product.database.pool.query(
    `insert into users (email) select 'founder' || one || '@example.test' from generate_series(1, ${countedMost}) one`,
  )
  now = new Date('2026-11-22T12:20:00Z')
  expect((await readCounts()).accounts).toBe(countedMost)
})
