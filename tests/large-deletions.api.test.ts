import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeOwnCollectionStore } from '#server/features/own/own-collection-store.ts'
import { makeWatchStore } from '#server/features/watches/watch-store.ts'
import { goodPassword, post, type SignedUp, signUp } from '#tests/harness/account-calls.ts'
import { setUpOperator } from '#tests/harness/admin-calls.ts'
import { callOwn } from '#tests/harness/own-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

/** More rows than one statement may delete: real rows are large, and a statement has a time limit. */
const most = 1_000
const rowCount = 2_300
const large = ['own_material', 'watch_posts', 'search_sessions']

let product: TestApp
let ann: SignedUp
let collectionId = ''

const run = async (text: string, values: unknown[] = []) =>
  (await product.database.pool.query(text, values)).rows

beforeAll(async () => {
  product = await openTestApp()
  await run(`create function refuse_many() returns trigger language plpgsql as $$
    begin
      if (select count(*) from gone) > ${most} then raise 'Too many rows of % at once', tg_table_name; end if;
      return null;
    end $$`)
  for (const table of large)
    await run(`create trigger refuse_many after delete on ${table} referencing old table as gone
      for each statement execute function refuse_many()`)
})
afterAll(() => product.close())

/** A collection, a watch that found all of its rows, and as many searches. */
beforeEach(async () => {
  ann = await signUp(product.app)
  const [collection] = await run(
    `insert into own_collections (user_id, name, state, rows, created_at) values ($1, 'Many', 'ready', $2, now())
      returning id`,
    [ann.user.id, rowCount],
  )
  collectionId = collection.id
  const [watch] = await run(
    `insert into watches (user_id, name, query, matcher, matcher_version) values ($1, 'All', 'a', '{}', 1) returning id`,
    [ann.user.id],
  )
  await run(
    `with rows as (
      insert into own_material (collection_id, title, selftext, community, created_at, opportunity_score,
        scorer_version, summary, words, words_version)
      select $1, 'A row', '', '', now(), at % 100, '1', '{}', '', 1 from generate_series(1, $2::int) at returning id
    ) insert into watch_posts (watch_id, own_row_id) select $3, id from rows`,
    [collectionId, rowCount, watch.id],
  )
  await run(
    `insert into search_sessions (user_id, session_token, keyword)
      select $1::varchar, $1 || ' ' || at, 'a' from generate_series(1, $2::int) at`,
    [ann.user.id, rowCount],
  )
})

const countOf = async (table: string) => Number((await run(`select count(*) from ${table}`))[0].count)
const countAll = () => Promise.all(large.map(countOf))
afterEach(() => run('truncate users cascade'))

test('an account with very many rows is deleted a batch at a time', async () => {
  const { cookie, address } = ann
  const reply = await post(
    product.app,
    '/api/account/delete',
    { password: goodPassword },
    { cookie, address },
  )
  expect(reply.statusCode, reply.body).toBe(200)
  expect(await countAll()).toEqual([0, 0, 0])
})

test('an operator deletes such an account as well', async () => {
  const cookie = await setUpOperator(product.app)
  const payload = { userIds: [ann.user.id] }
  const reply = await post(product.app, '/api/admin/delete-users', payload, { cookie })
  expect(reply.json()).toMatchObject({ deleted: [ann.user.id], errors: [] })
  expect(await countAll()).toEqual([0, 0, 0])
})

test('a large collection is deleted, and so are its rows in watches', async () => {
  const reply = await callOwn(product, ann, ['DELETE', `collections/${collectionId}`])
  expect(reply.statusCode, reply.body).toBe(200)
  expect(await countAll()).toEqual([0, 0, rowCount])
})

type Collections = ReturnType<typeof makeOwnCollectionStore>

test.each<[string, (collections: Collections) => Promise<unknown>]>([
  ['is scored again from the beginning', (collections) => collections.beginScoring(collectionId)],
  ['is given up', (collections) => collections.failScoring(collectionId, 'Given up.')],
])('a large collection that %s loses its rows a batch at a time', async (_, end) => {
  await run(`update own_collections set state = 'scoring' where id = $1`, [collectionId])
  await end(makeOwnCollectionStore(product.database.db))
  const left = `select from own_material where collection_id = $1`
  expect((await run(left, [collectionId])).length).toBe(0)
})

test('watches that were deleted long ago are removed with very many posts', async () => {
  const store = makeWatchStore(product.database.db, { free: 1, pro: 20 })
  await run(`update watches set deleted_at = now() - interval '2 days' where user_id = $1`, [ann.user.id])
  const before = new Date(Date.now() - 86_400_000)
  await store.deleteOlder(before, before)
  expect((await run('select from watches where user_id = $1', [ann.user.id])).length).toBe(0)
})
