import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import { migrateDatabase } from './migrate-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('a database that is up to date is left as it is', async () => {
  const migrations = 'select id, hash, created_at from drizzle.__drizzle_migrations'
  const before = await database.pool.query(migrations)
  await migrateDatabase(database.pool)
  expect((await database.pool.query(migrations)).rows).toEqual(before.rows)
})

test('a database of a newer version is refused in one sentence', async () => {
  await database.pool.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('from the future', 99999999999999)`,
  )
  await expect(migrateDatabase(database.pool)).rejects.toMatchObject({
    name: 'DatabaseUnavailable',
    message:
      'The database was written by a newer version of Unmet than this one. ' +
      'Start that version or a newer one, or restore a backup made before the upgrade.',
  })
})
