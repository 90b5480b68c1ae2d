import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeRescoreStore } from '#server/features/archive/store/archive-rescore-store.ts'
import { makeArchiveStore } from '#server/features/archive/store/archive-store.ts'
import { rescorePosts } from '#server/features/archive/store/rescore-posts.ts'
import type { DiscussionSource, Post } from '#server/source-ports.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { scorePost, scorerVersion } from '#tests/harness/scorer.ts'
import { searchOnce } from '#tests/harness/search-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

const german = {
  title: 'Rechnungen mit Xerofolk',
  selftext:
    'Ich suche ein Programm, das meine Rechnungen automatisch an Xerofolk verschickt und Mahnungen schreibt.',
}
const english = makePost({ sourceId: 'english1', title: 'Is there a tool for Xerofolk invoices?' })

let found: Post[] = []
const live: DiscussionSource = {
  name: 'live',
  timeLimitMs: 5000,
  search: async () => ({
    posts: found.map((post) => ({ post })),
    coverage: { posts: null, oldestPostAt: null, newestPostAt: null, sample: false, leftOut: null },
  }),
}

let product: TestApp
beforeAll(async () => {
  product = await openTestApp(
    { sources: (archive) => [archive, live] },
    { ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '1000000' },
  )
  await product.storePosts([english, makePost({ ...german, sourceId: 'german1' })])
  await makeArchiveStore(product.database.db).countLanguages()
})
afterAll(() => product.close())

const foundIds = async (keyword: string) =>
  (await searchOnce(product.app, keyword)).results.map(({ id }) => id)

test('a post in another language is stored unscored, not found, and named in the coverage', async () => {
  const { rows } = await product.database.pool.query(
    'select language, opportunity_score as score, signals, selftext from archive_posts where source_id = $1',
    ['german1'],
  )
  expect(rows).toEqual([{ language: 'de', score: 0, signals: [], selftext: german.selftext }])
  const { results, coverage } = await searchOnce(product.app, 'Xerofolk')
  expect(results.map(({ id }) => id)).toEqual(['english1'])
  expect(coverage[0]).toMatchObject({
    posts: 1,
    leftOut: '1 not in English left out.',
  })
  expect(await foundIds('Rechnungen')).toEqual([])
})

test('a post in another language that a live source finds is stored and not shown', async () => {
  found = [makePost({ ...german, sourceId: 'german2' }), makePost({ ...english, sourceId: 'english2' })]
  expect((await foundIds('Xerofolk')).sort()).toEqual(['english1', 'english2'])
  found = []
  const { rowCount } = await product.database.pool.query(
    `select from archive_posts where source_id = 'german2'`,
  )
  expect(rowCount).toBe(1)
})

test('posts that were stored before languages were found are put right by the next rescore', async () => {
  const { pool, db } = product.database
  await pool.query(
    `update archive_posts set language = null, words = to_tsvector('english', title), words_version = 2, opportunity_score = 40
     where source_id = 'german1'`,
  )
  expect(await foundIds('Rechnungen')).toEqual(['german1'])
  const tally = { posts: 0, total: 0 }
  const deps = { store: makeRescoreStore(db), scorer: { scorePost, version: scorerVersion } }
  expect(await rescorePosts(deps, tally, new AbortController().signal)).toBe('complete')
  expect(tally).toEqual({ posts: 1, total: 1 })
  expect(await foundIds('Rechnungen')).toEqual([])
  const { rows } = await pool.query(
    `select language, opportunity_score as score from archive_posts where source_id = 'german1'`,
  )
  expect(rows).toEqual([{ language: 'de', score: 0 }])
})
