import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Transaction } from '#server/database/in-transaction.ts'
import type { Post } from '#server/source-ports.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { makeAccount, makeWatch } from '#tests/harness/make-watch.ts'
import { followInArchive, storeInArchive } from '#tests/harness/store-in-archive.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import { watchFollower } from './match-arrivals.ts'
import { makeWatchNewsStore } from './watch-news-store.ts'

const now = new Date('2026-03-01T12:00:00Z')
const recent = new Date('2026-02-20T00:00:00Z')

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.pool.query('truncate users, watches, watch_posts, archive_posts, arrivals cascade'))

const follower = () =>
  watchFollower({
    storeIn: (inside: Transaction) => makeWatchNewsStore(inside, { free: 1, pro: 20 }),
    clock: () => now,
  })

const arrive = (posts: readonly Partial<Post>[]) =>
  storeInArchive(
    database.db,
    posts.map((post) => makePost({ createdAt: recent, ...post })),
  )

/** Matches all posts that have arrived. Returns the ids of the new posts of each watch. */
async function newsOf(...watchIds: string[]): Promise<string[][]> {
  await followInArchive(database.db, follower())
  const { rows } = await database.pool.query<{ watch: string; id: string }>(
    `select watch_id as watch, source_id as id from watch_posts join archive_posts on id = post_id order by source_id`,
  )
  return watchIds.map((one) => rows.flatMap(({ watch, id }) => (watch === one ? [id] : [])))
}

test('posts that arrive are news of the watches that match them, each once, however often they are read', async () => {
  const ann = await makeAccount(database.pool)
  const invoices = await makeWatch(database.pool, ann, { query: 'invoice OR "time sheet"' })
  const tools = await makeWatch(database.pool, ann, { query: 'tool -free' })
  await arrive([
    { title: 'Is there an invoice tool?', sourceId: 'both' },
    { title: 'A free invoice', sourceId: 'invoice' },
    { title: 'My time sheets are a mess', sourceId: 'sheets' },
    { title: 'Something else', sourceId: 'none' },
  ])
  const expected = [['both', 'invoice', 'sheets'], ['both']]
  expect(await newsOf(invoices, tools)).toEqual(expected)
  await database.pool.query('delete from arrival_followers')
  expect(await newsOf(invoices, tools)).toEqual(expected)
})

test('a minimum score, filters, and the lists of the owner limit what is news', async () => {
  const ann = await makeAccount(database.pool)
  await database.pool.query(
    `insert into community_lists (user_id, name, communities) values ($1, 'makers', '{SaaS,startups}')`,
    [ann],
  )
  const high = await makeWatch(database.pool, ann, { query: 'invoice', leastScore: 100 })
  const listed = await makeWatch(database.pool, ann, { query: 'invoice in:makers,Cooking' })
  const foreign = await makeWatch(database.pool, await makeAccount(database.pool), {
    query: 'invoice in:makers',
  })
  const forum = await makeWatch(database.pool, ann, { query: 'invoice source:forum.test' })
  await arrive([
    { title: 'An invoice', sourceId: 'saas', community: 'SaaS' },
    { title: 'An invoice', sourceId: 'cooking', community: 'Cooking' },
    { title: 'An invoice', sourceId: 'other', community: 'gardening', source: 'forum.test' },
  ])
  expect(await newsOf(high, listed, foreign, forum)).toEqual([[], ['cooking', 'saas'], [], ['other']])
  await database.pool.query(`update community_lists set communities = '{gardening}'`)
  await arrive([{ title: 'An invoice', sourceId: 'garden', community: 'gardening' }])
  expect((await newsOf(listed))[0]).toEqual(['cooking', 'garden', 'saas'])
})

test('what arrived before the watch, samples and other languages are no news; old posts are counted', async () => {
  const ann = await makeAccount(database.pool)
  await arrive([{ title: 'An invoice', sourceId: 'before' }])
  const watch = await makeWatch(database.pool, ann, { query: 'invoice' })
  await arrive([
    { title: 'An invoice', sourceId: 'sample', sample: true },
    { title: 'An invoice', sourceId: 'fresh' },
    ...[1, 2, 3].map((at) => ({
      title: 'An invoice',
      sourceId: `old${at}`,
      createdAt: new Date('2026-01-29T00:00:00Z'),
    })),
  ])
  expect(await newsOf(watch)).toEqual([['fresh']])
  const { rows } = await database.pool.query('select older_posts as posts from watches')
  expect(rows).toEqual([{ posts: 3 }])
})

test('paused and deleted watches, and those beyond the plan, match nothing and lose nothing', async () => {
  const ann = await makeAccount(database.pool)
  const names = ['first', 'paused', 'deleted', 'second']
  const ids: string[] = []
  for (const [at, name] of names.entries()) {
    const id = await makeWatch(database.pool, ann, { query: 'invoice' })
    await database.pool.query(
      `update watches set name = $2, created_at = now() + $3 * interval '1 minute' where id = $1`,
      [id, name, at],
    )
    ids.push(id)
  }
  await database.pool.query(`update watches set paused_at = now() where name = 'paused'`)
  await database.pool.query(`update watches set deleted_at = now() where name = 'deleted'`)
  await arrive([{ title: 'An invoice', sourceId: 'pro' }])
  expect(await newsOf(...ids)).toEqual([['pro'], [], [], ['pro']])
  await database.pool.query(`update users set subscription_tier = 'free'`)
  await arrive([{ title: 'An invoice', sourceId: 'free' }])
  expect(await newsOf(...ids)).toEqual([['free', 'pro'], [], [], ['pro']])
  await database.pool.query(`update users set subscription_tier = 'pro'`)
  await arrive([{ title: 'An invoice', sourceId: 'again' }])
  expect(await newsOf(...ids)).toEqual([['again', 'free', 'pro'], [], [], ['again', 'pro']])
})

test('a changed query matches by its new words from then on', async () => {
  const ann = await makeAccount(database.pool)
  const watch = await makeWatch(database.pool, ann, { query: 'invoice' })
  const other = await makeWatch(database.pool, ann, { query: 'kettle' })
  const following = follower()
  await arrive([{ title: 'An invoice', sourceId: 'invoice1' }])
  await followInArchive(database.db, following)
  await database.pool.query(
    `update watches set matcher = other.matcher, revision = watches.revision + 1
    from watches as other where watches.id = $1 and other.id = $2`,
    [watch, other],
  )
  await arrive([
    { title: 'An invoice', sourceId: 'invoice2' },
    { title: 'A kettle', sourceId: 'kettle' },
  ])
  await followInArchive(database.db, following)
  expect((await newsOf(watch))[0]).toEqual(['invoice1', 'kettle'])
})
