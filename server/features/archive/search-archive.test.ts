import { drizzle } from 'drizzle-orm/node-postgres'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { openPool } from '#server/database/open-pool.ts'
import * as schema from '#server/database/schema.ts'
import type { KeywordTerm } from '#server/ports.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import { makeArchiveSearchStore } from './archive-search-store.ts'
import { makeArchiveStore } from './archive-store.ts'
import { archiveSource } from './search-archive.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.pool.query('truncate posts, archive_sources'))

type Written = { sourceId: string; title: string; selftext?: string; score: number; sample?: boolean }

/** Puts posts with the scores that a test wants into the archive. */
async function keep(posts: readonly Written[]) {
  const scored = posts.map(({ score, ...post }) => ({
    ...makePost(post),
    opportunityScore: score,
    scorerVersion: 'x',
    signals: [],
    persona: 'Not stated',
    card: '{}',
  }))
  await makeArchiveStore(database.db).save({ scored, restated: [], deleted: [] })
}

const word = (words: string): KeywordTerm => ({ words, phrase: false, excluded: false })
const phrase = (words: string): KeywordTerm => ({ words, phrase: true, excluded: false })

async function search(terms: readonly KeywordTerm[], posts: number = limits.resultsPerSearch) {
  const source = archiveSource({ store: makeArchiveSearchStore(database.db) })
  const signal = new AbortController().signal
  const answer = await source.search({ keyword: 'x', terms }, { posts, signal })
  return answer.posts.map(({ post, match }) => `${post.sourceId} ${match}`).sort()
}

test('a title match up to ten points below the last of a full list takes its place, and no lower one does', async () => {
  await keep([
    ...Array.from({ length: 5 }, (_, at) => ({
      sourceId: `body${at}`,
      title: 'A post',
      selftext: 'about kettles',
      score: 50,
    })),
    { sourceId: 'near', title: 'Kettles', score: 41 },
    { sourceId: 'edge', title: 'Kettles', score: 40 },
    { sourceId: 'far', title: 'Kettles', score: 39 },
    { sourceId: 'sample', title: 'Kettles', score: 49, sample: true },
  ])
  const found = await search([word('kettles')], 5)
  expect(found).toContain('near title')
  expect(found.filter((one) => one.startsWith('body'))).toHaveLength(4)
  expect(await search([word('kettles')], 100)).toEqual(
    ['body0', 'body1', 'body2', 'body3', 'body4']
      .map((id) => `${id} post`)
      .concat(['edge', 'far', 'near'].map((id) => `${id} title`)),
  )
})

test('a title match within a full list is not there twice', async () => {
  await keep(Array.from({ length: 6 }, (_, at) => ({ sourceId: `t${at}`, title: 'Kettles', score: 50 })))
  expect(new Set(await search([word('kettles')], 4)).size).toBe(4)
})

test('few posts with all the words are joined by posts with most of them, each once', async () => {
  await keep([
    { sourceId: 'both', title: 'Kettles and teapots', score: 10 },
    { sourceId: 'kettle', title: 'Kettles', score: 90 },
    { sourceId: 'teapot', title: 'Teapots', score: 80 },
    { sourceId: 'neither', title: 'Spoons', score: 99 },
  ])
  expect(await search([word('kettles'), word('teapots')])).toEqual([
    'both title',
    'kettle related',
    'teapot related',
  ])
})

test('a phrase is joined by posts that hold its words in other places, and one of several words by each part', async () => {
  await keep([
    { sourceId: 'exact', title: 'A tea kettle', score: 10 },
    { sourceId: 'apart', title: 'A kettle for tea', score: 90 },
    { sourceId: 'one', title: 'A kettle', score: 80 },
    { sourceId: 'spoon', title: 'Spoons', score: 70 },
  ])
  expect(await search([phrase('tea kettle')])).toEqual(['apart related', 'exact title'])
  expect(await search([phrase('tea kettle'), word('spoons')])).toEqual(['exact related', 'spoon related'])
})

test('an excluded word is left out of the related posts too', async () => {
  await keep([
    { sourceId: 'kept', title: 'A kettle', score: 10 },
    { sourceId: 'left', title: 'A kettle of fish', score: 10 },
  ])
  expect(await search([word('kettle'), word('spoon'), { ...word('fish'), excluded: true }])).toEqual([
    'kept related',
  ])
})

test('a search whose time is over is stopped, also when it holds the only connection', async () => {
  const pool = openPool({ connectionString: database.url }, { connections: 1, waitMs: 5000, queryMs: 0 })
  const blocker = await database.pool.connect()
  await blocker.query('begin; lock table posts in access exclusive mode')
  const store = makeArchiveSearchStore(drizzle(pool, { schema }))
  const query = { words: "'kettl'", titleWords: "'kettl':A", samples: false, limit: 10 }
  await expect(store.listBest(query, AbortSignal.timeout(200))).rejects.toMatchObject({ code: '57014' })
  await blocker.query('rollback')
  blocker.release()
  await pool.end()
})
