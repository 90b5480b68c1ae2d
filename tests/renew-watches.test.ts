import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeArchiveSearchStore } from '#server/features/archive/find/archive-search-store.ts'
import { readPostQuery } from '#server/features/archive/find/rank-stored.ts'
import { renewWatches } from '#server/features/watches/renew-watches.ts'
import { makeWatchStore } from '#server/features/watches/watch-store.ts'
import { makeAccount, makeWatch } from '#tests/harness/make-watch.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test("watches of an earlier version are matched by this version's rules; a query that cannot be parsed keeps the old rules", async () => {
  const { db, pool } = database
  const ann = await makeAccount(pool)
  const good = await makeWatch(pool, ann, { query: 'invoices' })
  const odd = await makeWatch(pool, ann, { query: 'receipts' })
  const untouched = await makeWatch(pool, ann, { query: 'taxes' })
  const earlier = { terms: [{ excluded: false, marks: [], spellings: [[{ lexeme: 'earlier', offset: 0 }]] }] }
  await pool.query(
    'update watches set matcher = $1, matcher_version = matcher_version - 1 where id = any($2::uuid[])',
    [JSON.stringify(earlier), [good, odd]],
  )
  await pool.query(`update watches set query = '(receipts' where id = $1`, [odd])
  const archive = makeArchiveSearchStore(db)
  const store = makeWatchStore(db, { free: 1, pro: 20 })
  const deps = {
    store,
    readQuery: (asked: Parameters<typeof readPostQuery>[1]) => readPostQuery(archive, asked),
  }
  const read = async () =>
    new Map(
      (await pool.query('select id, matcher::text as matcher, revision, since from watches')).rows.map(
        (row) => [row.id, row],
      ),
    )
  const before = await read()
  await renewWatches(deps, new AbortController().signal)
  const after = await read()
  expect(after.get(good).matcher).toContain('"invoic"')
  expect(after.get(good)).toMatchObject({ revision: 2, since: before.get(good).since })
  expect(after.get(odd).matcher).toContain('"earlier"')
  expect(after.get(untouched)).toEqual(before.get(untouched))
  expect(await store.listOutdated(10)).toEqual([])
})
