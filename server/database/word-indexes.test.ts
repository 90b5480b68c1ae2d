import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makePost } from '#tests/harness/make-post.ts'
import { storeInArchive } from '#tests/harness/store-in-archive.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import { beginBulkLoad, restoreWordIndexes } from './word-indexes.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.close())

async function listIndexes(): Promise<string[]> {
  const { rows } = await database.pool.query(`
    select pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = 'archive_posts'::regclass and indisvalid order by 1`)
  return rows.map(({ definition }) => definition)
}

const countWordIndexes = async () => (await listIndexes()).filter((one) => one.includes('USING gin')).length

const store = (ids: readonly string[]) =>
  storeInArchive(
    database.db,
    ids.map((sourceId) => makePost({ sourceId, title: 'Invoices by hand' })),
  )

async function countFound(): Promise<number> {
  const { rows } = await database.pool.query(
    `select count(*)::integer as found from archive_posts where words @@ 'invoic'::tsquery`,
  )
  return rows[0].found
}

/** What the server does when the process of a bulk load is killed. */
async function killBulkLoad(): Promise<void> {
  await database.pool.query(`
    select pg_terminate_backend(pid, 10000) from pg_stat_activity
    where application_name = 'unmet indexes' and datname = current_database()`)
}

const pretendPosts = (posts: number) =>
  database.pool.query(
    `insert into archive_sources (source, sample, posts, oldest_post_at, newest_post_at, changed_at)
      values ('other', false, $1, now(), now(), now())`,
    [posts],
  )

test('a bulk load leaves the same indexes, and posts are found without them', async () => {
  const before = await listIndexes()
  const load = await beginBulkLoad(database.pool)
  expect(await countWordIndexes()).toBe(0)
  await store(['a', 'b'])
  expect(await countFound()).toBe(2)
  await load?.finish()
  expect(await listIndexes()).toEqual(before)
  expect(await countFound()).toBe(2)
})

test('a killed bulk load is completed by the product, but not while another one runs', async () => {
  const before = await listIndexes()
  await beginBulkLoad(database.pool)
  await killBulkLoad()
  const resumed = await beginBulkLoad(database.pool)
  await store(['a'])
  await restoreWordIndexes(database.pool)
  expect(await countWordIndexes()).toBe(0)
  await resumed?.leave()
  await restoreWordIndexes(database.pool)
  expect(await listIndexes()).toEqual(before)
})

test('a resumed import creates the indexes of a half-built archive, however large it has become', async () => {
  const before = await listIndexes()
  await beginBulkLoad(database.pool)
  await killBulkLoad()
  await pretendPosts(1_000_000)
  const resumed = await beginBulkLoad(database.pool)
  await resumed?.finish()
  expect(await listIndexes()).toEqual(before)
})

test('the server may lose the connection of a bulk load before its end', async () => {
  const before = await listIndexes()
  const load = await beginBulkLoad(database.pool)
  await killBulkLoad()
  await load?.finish()
  expect(await listIndexes()).toEqual(before)
})

test('two bulk loads that end at the same time create the indexes once', async () => {
  const before = await listIndexes()
  const [one, two] = [await beginBulkLoad(database.pool), await beginBulkLoad(database.pool)]
  if (one === null || two === null) throw new Error('no bulk load began')
  await Promise.all([one.finish(), two.finish()])
  expect(await listIndexes()).toEqual(before)
})

test('a large archive keeps its indexes', async () => {
  await pretendPosts(10_001)
  expect(await beginBulkLoad(database.pool)).toBe(null)
  expect(await countWordIndexes()).toBeGreaterThan(0)
})

test('an archive that somebody else uses keeps its indexes', async () => {
  const other = new pg.Client(database.url)
  await other.connect()
  try {
    expect(await beginBulkLoad(database.pool)).toBe(null)
    expect(await countWordIndexes()).toBeGreaterThan(0)
  } finally {
    await other.end()
  }
})
