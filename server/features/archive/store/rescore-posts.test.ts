import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ScorablePost } from '#scoring/score-post.ts'
import { sql } from '#server/database/drizzle.ts'
import { makeArchiveSearchStore } from '#server/features/archive/find/archive-search-store.ts'
import { storedScoreOf } from '#server/matching/result-summary-rules.ts'
import { wordsVersion } from '#server/matching/searched-words.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { scorePost } from '#tests/harness/scorer.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import { makeRescoreStore, type OldScore } from './archive-rescore-store.ts'
import { makeArchiveStore } from './archive-store.ts'
import { rescorePosts } from './rescore-posts.ts'
import { storePosts } from './store-posts.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.db.execute(sql`truncate archive_posts, archive_sources`)
  const posts = Array.from({ length: 1800 }, (_, index) =>
    makePost({ title: `Is there a tool, number ${index}?` }),
  )
  const store = makeArchiveStore(database.db)
  await storePosts({ store, scorer: { scorePost, version: 'old' } }, posts.slice(0, 1700))
  await storePosts({ store, scorer: { scorePost, version: 'new' } }, posts.slice(1700))
})

const newScore = (post: ScorablePost) => ({
  ...scorePost(post),
  opportunityScore: 91,
  signals: ['pain' as const],
  persona: 'plumber',
  evidence: [
    { signal: 'pain' as const, field: 'title' as const, start: 0, end: post.title.length, points: 9.5 },
  ],
})

async function rescore(signal = new AbortController().signal, score = newScore) {
  const tally = { posts: 0, total: 0 }
  const store = makeRescoreStore(database.db)
  const end = await rescorePosts({ store, scorer: { scorePost: score, version: 'new' } }, tally, signal)
  return { end, tally }
}

async function countByVersion() {
  const { rows } = await database.pool.query(
    'select scorer_version as version, opportunity_score = 91 as fresh, count(*)::integer as posts from archive_posts group by 1, 2 order by 1, 2',
  )
  return rows
}

test('posts of another version are scored anew, the others are left as they are', async () => {
  expect(await rescore()).toEqual({ end: 'complete', tally: { posts: 1700, total: 1700 } })
  expect(await countByVersion()).toEqual([
    { version: 'new', fresh: false, posts: 100 },
    { version: 'new', fresh: true, posts: 1700 },
  ])
  const { rows } = await database.pool.query(
    'select * from archive_posts where opportunity_score = 91 limit 1',
  )
  expect(rows[0]).toMatchObject({
    signals: ['pain'],
    persona: 'plumber',
    excerpt: '',
    reason: expect.objectContaining({ end: rows[0].title.length, points: 9.5 }),
    summary: expect.stringContaining(`"end":${rows[0].title.length},"points":9.5`),
  })
  expect(await rescore()).toEqual({ end: 'complete', tally: { posts: 0, total: 0 } })
})

test('posts from before word forms were kept get them, also when this version scored them', async () => {
  await database.pool.query(
    "update archive_posts set words = '', words_version = 1 where scorer_version = 'new' or id % 2 = 0",
  )
  await rescore()
  const { rows } = await database.pool.query(
    `select count(*)::integer as posts from archive_posts where words_version = ${wordsVersion} and words @@ $$'tool' & 'number'$$::tsquery`,
  )
  expect(rows).toEqual([{ posts: 1800 }])
})

test('posts from before excerpts had columns are shown from their summaries, and a run fills the columns', async () => {
  const { rows: all } = await database.pool.query<{ id: string }>(
    'select id from archive_posts order by id limit 50',
  )
  const ids = all.map(({ id }) => Number(id))
  const shown = () =>
    makeArchiveSearchStore(database.db)
      .listPosts(ids)
      .then((posts) => posts.map(({ excerpt, reason }) => [excerpt, reason?.points]))
  const before = await shown()
  await database.pool.query(
    'update archive_posts set excerpt = null, excerpt_start = null, text_characters = null, reason = null',
  )
  expect(await shown()).toEqual(before)
  await rescore()
  const { rows } = await database.pool.query(
    'select count(*)::integer as posts from archive_posts where excerpt is null',
  )
  expect(rows).toEqual([{ posts: 0 }])
})

test('a stopped run keeps what it did, and the next one does the rest', async () => {
  const stop = new AbortController()
  let scored = 0
  const first = await rescore(stop.signal, (post) => {
    scored += 1
    if (scored === 600) stop.abort()
    return newScore(post)
  })
  expect(first).toEqual({ end: 'stopped', tally: { posts: 1000, total: 1700 } })
  expect(await rescore()).toEqual({ end: 'complete', tally: { posts: 700, total: 700 } })
})

test('two runs at the same time do each post and do not block each other', async () => {
  const runs = await Promise.all([rescore(), rescore()])
  expect(runs.map(({ end }) => end)).toEqual(['complete', 'complete'])
  expect((await countByVersion())[1]).toEqual({ version: 'new', fresh: true, posts: 1700 })
})

function scored(post: OldScore) {
  return { post, score: storedScoreOf(post, newScore(post)) }
}

test('a post whose text changes while it is scored is left as it is', async () => {
  const store = makeRescoreStore(database.db)
  const [first, second] = await store.listOld('new', 0, 2)
  if (first === undefined || second === undefined) throw new Error('1,700 are old')
  await database.pool.query(`update archive_posts set title = 'Another title' where id = $1`, [first.id])
  const scores = [first, second].map(scored)
  expect(await store.saveScores('new', scores)).toBe(1)
  const { rows } = await database.pool.query(
    'select scorer_version as version from archive_posts where id = any($1) order by id',
    [[first.id, second.id]],
  )
  expect(rows).toEqual([{ version: 'old' }, { version: 'new' }])
})

test('what another run scored meanwhile is left as it is', async () => {
  const store = makeRescoreStore(database.db)
  const scores = (await store.listOld('new', 0, 5)).map(scored)
  expect(await store.saveScores('new', scores)).toBe(5)
  expect(await store.saveScores('new', scores)).toBe(0)
})

test('an archive that is scored anew takes little more room', async () => {
  const size = async () => {
    const { rows } = await database.pool.query(`select pg_relation_size('archive_posts')::integer as bytes`)
    return rows[0].bytes
  }
  await database.pool.query('vacuum full archive_posts')
  const packed = await size()
  await rescore()
  expect(await size()).toBeLessThan(packed * 1.5)
})
