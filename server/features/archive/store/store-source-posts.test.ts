import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction, type Statements } from '#server/database/in-transaction.ts'
import { makeArchiveSearchStore } from '#server/features/archive/find/archive-search-store.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { scorePost } from '#tests/harness/scorer.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import { makeArchiveStore } from './archive-store.ts'
import { type SourcePosts, storeFeedPosts, storeFoundPosts } from './store-source-posts.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await database.pool.query(`alter table archive_posts add constraint refused check (title <> 'Refused')`)
})
afterAll(() => database.close())
beforeEach(() => database.pool.query('truncate archive_posts, archive_sources'))

const post = (sourceId: string, changes: object = {}) => ({
  ...makePost({ source: 'feed', sourceId }),
  ...changes,
})
const odd = [
  post('half', { title: 'Half \ud83d' }),
  post('nul', { selftext: 'a\0b' }),
  post('refused', { title: 'Refused' }),
  post('long', { selftext: 'x'.repeat(100_001) }),
]
const good = Array.from({ length: 40 }, (_, at) => post(`good${at}`))
const posts = [...good.slice(0, 20), ...odd, ...good.slice(20)]
const reasons = [
  'Post half of feed was skipped: it has an incomplete character, or one that cannot be stored.',
  'Post nul of feed was skipped: it has an incomplete character, or one that cannot be stored.',
  'Post long of feed was skipped: the text has 100,001 characters; at most 100,000 are kept.',
  expect.stringMatching(/^Post refused of feed was skipped: the database rejected it \(/u),
]

function parts(db: Statements = database.db) {
  const told: string[] = []
  const deps: SourcePosts = {
    store: makeArchiveStore(db),
    scorer: { scorePost, version: 'test-1' },
    onSetAside: (sentence) => told.push(sentence),
    onCut: (sentence) => told.push(sentence),
  }
  return { deps, told }
}

const countPosts = async () =>
  (await database.pool.query('select count(*)::integer as posts from archive_posts')).rows[0].posts

test('odd posts of a feed are set aside by name, also within the transaction of its page', async () => {
  const alone = parts()
  expect(await storeFeedPosts(alone.deps, posts)).toMatchObject({ inserted: 40 })
  expect(alone.told).toEqual(reasons)
  await database.pool.query('truncate archive_posts, archive_sources')
  await inTransaction(database.db, async (tx) => {
    const inside = parts(tx)
    expect(await storeFeedPosts(inside.deps, posts)).toMatchObject({ inserted: 40 })
    expect(inside.told).toEqual(reasons)
  })
  expect(await countPosts()).toBe(40)
})

test('odd posts that a search found are set aside, and the others come back', async () => {
  const { deps, told } = parts()
  const listPosts = (ids: readonly number[]) => makeArchiveSearchStore(database.db).listPosts(ids)
  expect(await storeFoundPosts({ ...deps, listPosts }, posts)).toHaveLength(40)
  expect(told).toEqual(reasons)
})

test('titles and names of a source are cut between characters, and the post is named', async () => {
  const { deps, told } = parts()
  const attribution = { author: 'a'.repeat(300), authorUrl: null, license: 'CC', licenseUrl: null }
  await storeFeedPosts(deps, [
    post('p1', { title: `${'t'.repeat(299)}😀`, community: 'c'.repeat(121), attribution }),
  ])
  expect(told).toEqual([
    '1 title was longer than 300 characters and cut (post p1).',
    '1 community was longer than 120 characters and cut (post p1).',
    '1 author was longer than 200 characters and cut (post p1).',
  ])
  const { rows } = await database.pool.query('select title, community, attribution from archive_posts')
  expect(rows[0].title).toBe('t'.repeat(299))
  expect(rows[0].community).toBe('c'.repeat(120))
  expect(JSON.parse(rows[0].attribution).author).toBe('a'.repeat(200))
})
