import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseOver } from '#server/database/open-database.ts'
import { openPool } from '#server/database/open-pool.ts'
import { makeArchiveSearchStore } from '#server/features/archive/find/archive-search-store.ts'
import { wireOwn } from '#server/wiring/wire-own.ts'
import { workersHere } from '#server/wiring/wire-workers.ts'
import { type SignedUp, signUp, whoIs } from '#tests/harness/account-calls.ts'
import { bringMaterial, callOwn } from '#tests/harness/own-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'
import { openHolder, waitForLocks } from '#tests/harness/wait-for-locks.ts'

let product: TestApp
let ann: SignedUp
let bob: SignedUp
beforeAll(async () => {
  product = await openTestApp()
  ann = await signUp(product.app)
  bob = await signUp(product.app)
  const text = 'I waste hours every week on invoices.\nIs there a tool for invoices?'
  await bringMaterial(product, ann, { name: 'Tickets', text })
})
afterAll(() => product.close())

test('many searches of one account at once leave database connections for others', async () => {
  const { pool } = product.database
  const holder = await openHolder(pool)
  await holder.query('lock table own_material in access exclusive mode')
  const paths = ['search', 'brief'] as const
  const searches = Array.from({ length: 20 }, (_, at) =>
    callOwn(product, ann, ['POST', paths[at % 2] ?? 'search', { keyword: 'invoices' }]),
  )
  await waitForLocks(pool, 1)
  for (let at = 0; at < 20; at += 1) expect(await whoIs(product.app, bob.cookie)).not.toBeNull()
  await holder.commit()
  expect((await Promise.all(searches)).map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
})

test('a search reads the rows of its account, however many rows others have', async () => {
  const rows = 20_000
  await product.database.pool.query(
    `with collection as (
      insert into own_collections (user_id, name, state, rows, created_at) values ($1, 'Many', 'ready', $2, now())
        returning id
    ) insert into own_material (collection_id, title, selftext, community, created_at, opportunity_score,
      scorer_version, summary, words, words_version)
    select id, 'A row', '', '', now(), at % 100, '1', '{}', to_tsvector('english', 'invoices'), 1
    from collection, generate_series(1, $2::int) at`,
    [bob.user.id, rows],
  )
  await product.database.pool.query('analyze own_material')
  const pool = openPool(
    { connectionString: product.database.url },
    { connections: 1, waitMs: 10_000, queryMs: 0 },
  )
  const db = databaseOver(pool)
  const archive = makeArchiveSearchStore(db)
  const { search, readKeyword } = wireOwn({
    db,
    clock: () => new Date(),
    archive,
    jobs: { wake: () => {} },
    workers: workersHere,
  })
  const query = await readKeyword('invoices')
  if (query === null) throw new Error('The keyword was not read')
  const scope = { userId: ann.user.id, collectionIds: null }
  // The reads of parallel workers are not counted in this transaction.
  await pool.query('begin; set local max_parallel_workers_per_gather = 0')
  expect(await search.listCandidates(scope, query)).toHaveLength(2)
  expect(await search.listBest(scope, 100)).toHaveLength(2)
  expect(await search.listUnknownGroups(scope, ['tickets', 'nothing'])).toEqual(['nothing'])
  const read = await pool.query(
    `select seq_tup_read::int as scanned from pg_stat_xact_user_tables where relname = 'own_material'`,
  )
  expect(read.rows).toEqual([{ scanned: 0 }])
  await pool.query('rollback')
  await pool.end()
})
