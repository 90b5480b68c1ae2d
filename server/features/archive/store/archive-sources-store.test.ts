import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/database/drizzle.ts'
import { storedScoreOf } from '#server/matching/result-summary-rules.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { scorePost } from '#tests/harness/scorer.ts'
import { storeInArchive } from '#tests/harness/store-in-archive.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import { makeArchiveStore } from './archive-store.ts'
import { makeHeldPostsStore } from './held-posts-store.ts'

const day = (number: number) => new Date(Date.UTC(2020, 0, number))
const posts = [1, 2, 3, 4, 5, 6].map((number) =>
  makePost({ sourceId: `d${number}`, createdAt: day(number), title: `Day ${number}` }),
)

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.db.execute(sql`truncate archive_posts, archive_sources`)
  const scored = posts.map((post) => ({
    ...post,
    ...storedScoreOf(post, scorePost(post)),
    scorerVersion: 'test-1',
  }))
  await makeArchiveStore(database.db).save({ scored, restated: [], deleted: [] })
})

async function remove(...sourceIds: string[]) {
  const deleted = sourceIds.map((sourceId) => ({ source: 'reddit', sourceId }))
  return makeArchiveStore(database.db).save({ scored: [], restated: [], deleted })
}

async function held() {
  const { rows } = await database.pool.query(
    'select posts, oldest_post_at as oldest, newest_post_at as newest from archive_sources',
  )
  return rows[0]
}

test('a removal within the dates of a source is subtracted, and the source is not counted anew', async () => {
  // Invented numbers, which stay as they are if nothing is counted again.
  await database.pool.query(
    'update archive_sources set posts = posts + 1000, oldest_post_at = $1, newest_post_at = $2',
    [day(0), day(9)],
  )
  expect(await remove('d1', 'd3', 'd6', 'never-had-it')).toMatchObject({ removed: 3 })
  expect(await held()).toEqual({ posts: 1003, oldest: day(0), newest: day(9) })
})

test('the dates are looked for again when the oldest or the newest post goes', async () => {
  await remove('d1', 'd3')
  expect(await held()).toEqual({ posts: 4, oldest: day(2), newest: day(6) })
  await remove('d5', 'd6')
  expect(await held()).toEqual({ posts: 2, oldest: day(2), newest: day(4) })
})

test('removals at the same time leave what a count of the posts gives', async () => {
  await Promise.all([remove('d1'), remove('d2'), remove('d6'), remove('d5', 'd1')])
  expect(await held()).toEqual({ posts: 2, oldest: day(3), newest: day(4) })
})

test('the last post of a source leaves none', async () => {
  await remove(...posts.map((post) => post.sourceId))
  expect(await held()).toMatchObject({ posts: 0 })
})

test('a held post that its source shows beside a new one is released, and both are counted', async () => {
  const chosen = sql`select id, true as live from archive_posts where source_id = 'd1'`
  await makeHeldPostsStore(database.db).hold(chosen, ['reddit'])
  expect(await held()).toEqual({ posts: 5, oldest: day(2), newest: day(6) })
  const shown = [...posts.slice(0, 1), makePost({ sourceId: 'd8', createdAt: day(8) })]
  expect(await storeInArchive(database.db, shown, { live: true })).toMatchObject({ inserted: 1 })
  expect(await held()).toEqual({ posts: 7, oldest: day(1), newest: day(8) })
})
