import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import { openPool } from './open-pool.ts'
import { makeDatabaseProbe } from './probe-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('a database that answers and takes writes can be used, also while every connection of the pool is taken', async () => {
  const pool = openPool({ connectionString: database.url }, { connections: 1, waitMs: 10_000, queryMs: 0 })
  const probe = makeDatabaseProbe(pool)
  const taken = await pool.connect()
  expect(await probe.ask()).toBeNull()
  taken.release()
  await probe.close()
  await pool.end()
})

test('a database that takes no writes is reported so, and is found well again', async () => {
  const pool = openPool({ connectionString: database.url }, { connections: 1, waitMs: 10_000, queryMs: 0 })
  const name = new URL(database.url).pathname.slice(1)
  const probe = makeDatabaseProbe(pool)
  expect(await probe.ask()).toBeNull()
  const setReadOnly = async (to: string) => {
    await database.pool.query(`alter database ${name} set default_transaction_read_only = ${to}`)
    // The setting applies to new connections only, so open ones are terminated, as in a failover.
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()`,
      [name],
    )
  }
  await setReadOnly('on')
  await expect.poll(() => probe.ask()).toBe('it takes no writes at the moment')
  await database.pool.query('set default_transaction_read_only = off').catch(() => {})
  await setReadOnly('off')
  await expect.poll(() => probe.ask()).toBeNull()
  await probe.close()
  await pool.end()
})

test('a database whose migrations are not all done is reported so', async () => {
  const pool = openPool({ connectionString: database.url }, { connections: 1, waitMs: 10_000, queryMs: 0 })
  const probe = makeDatabaseProbe(pool)
  expect(await probe.askMigrations()).toBeNull()
  const { rows } = await database.pool.query(
    `delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)
     returning hash, created_at`,
  )
  expect(await probe.askMigrations()).toMatch(/^its schema is not up to date/u)
  await database.pool.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
    rows[0].hash,
    rows[0].created_at,
  ])
  await probe.close()
  await pool.end()
})

test('a server that is not there is reported in a sentence without its address', async () => {
  const pool = openPool(
    { connectionString: 'postgres://ann:hunter2@127.0.0.1:1/unmet' },
    { connections: 1, waitMs: 100, queryMs: 0 },
  )
  const probe = makeDatabaseProbe(pool)
  expect(await probe.ask()).toBe('it cannot be reached')
  await probe.close()
  await pool.end()
})
