import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Signal } from '#scoring/signal.ts'
import { makePost, unscored } from '#tests/harness/make-post.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import { makeArchiveStore } from './archive-store.ts'
import { countWords } from './count-words.ts'
import { makeWordCountStore } from './word-count-store.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() =>
  database.pool.query('truncate archive_posts, archive_sources, archive_words, archive_communities'),
)

type Written = { sample?: boolean; community?: string; signals?: Signal[] }

async function storePosts(titles: readonly string[], { signals = [], ...more }: Written = {}) {
  const scored = titles.map((title) => ({
    ...makePost({ title, ...more }),
    opportunityScore: 5,
    scorerVersion: 'x',
    ...unscored,
    signals,
  }))
  await makeArchiveStore(database.db).save({ scored, restated: [], deleted: [] })
}

const times = (count: number, title: string) => Array.from({ length: count }, () => title)
const count = (most = 1000) => countWords({ store: makeWordCountStore(database.db) }, most)

async function readCounts() {
  const { rows } = await database.pool.query<{ word: string; posts: number; titles: number }>(
    'select word, posts, titles from archive_words',
  )
  return new Map(rows.map(({ word, posts, titles }) => [word, [posts, titles]]))
}

test('posts are counted by stem, titles by word as it is written; rare words and word forms are left out', async () => {
  await storePosts([...times(4, 'Expenses'), ...times(3, 'An expense'), 'A restaurant/market'])
  await count()
  expect(await readCounts()).toEqual(
    new Map([
      [' posts', [8, 0]],
      ['expens', [7, 0]],
      ['expenses', [0, 4]],
      ['expense', [0, 3]],
      ['an', [0, 3]],
    ]),
  )
})

test('samples count only while there is nothing else', async () => {
  await storePosts(times(5, 'Kettles'), { sample: true })
  await count()
  expect((await readCounts()).get('kettl')).toEqual([5, 0])
  await storePosts(times(9, 'Spoons'))
  await count()
  const counts = await readCounts()
  expect([counts.has('kettl'), counts.get('spoon')]).toEqual([false, [9, 0]])
})

test('words are counted again when the archive has grown by more than a tenth', async () => {
  await storePosts(times(20, 'Kettles'))
  await count()
  await storePosts(times(2, 'Kettles'))
  await count()
  expect((await readCounts()).get(' posts')).toEqual([20, 0])
  await storePosts(times(1, 'Kettles'))
  await count()
  expect((await readCounts()).get(' posts')).toEqual([23, 0])
})

test('of a large archive a share is counted, and stated for the whole', async () => {
  await storePosts(Array.from({ length: 4000 }, () => `A kettle ${'x'.repeat(300)}`))
  await count(1000)
  const [posts = 0] = (await readCounts()).get(' posts') ?? []
  expect(posts).toBeGreaterThan(2000)
  expect(posts).toBeLessThan(6000)
  expect((await readCounts()).get('kettl')).toEqual([posts, 0])
})

test('of two that count at once one does nothing', async () => {
  await storePosts(times(20, 'Kettles'))
  await Promise.all([count(), count()])
  expect((await readCounts()).get(' posts')).toEqual([20, 0])
})

test('communities where people talk about their work are counted, those of too few posts as the ordinary ones they may be', async () => {
  await storePosts(times(60, 'Kettles'), { community: 'teashops', signals: ['business'] })
  await storePosts(times(20, 'Kettles'), { community: 'teashops' })
  await storePosts(times(60, 'Kettles'), { community: 'tea', signals: ['pain'] })
  await storePosts(times(1, 'Kettles'), { community: 'new', signals: ['business'] })
  await count()
  const { rows } = await database.pool.query(
    'select source, community, business_share as share from archive_communities order by community',
  )
  expect(rows).toEqual([
    { source: '', community: '', share: expect.closeTo(63 / 161) },
    { source: 'reddit', community: 'teashops', share: expect.closeTo(0.62) },
  ])
})

test('communities that were never counted are, however little the archive has changed, and its words are left alone', async () => {
  await storePosts(times(20, 'Kettles'))
  await count()
  await storePosts(times(1, 'Kettles'))
  await database.pool.query('truncate archive_communities')
  await count()
  const { rows } = await database.pool.query('select community from archive_communities')
  expect(rows).toEqual([{ community: '' }])
  expect((await readCounts()).get(' posts')).toEqual([20, 0])
})
