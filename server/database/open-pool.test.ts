import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import { openDatabase } from './open-database.ts'
import { openPool, type PoolLimits } from './open-pool.ts'

let database: TestDatabase
let pools: pg.Pool[] = []
beforeAll(async () => {
  database = await openTestDatabase()
})
afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
  pools = []
})
afterAll(() => database.close())

function open(limits: Partial<PoolLimits>, connectionString = database.url): pg.Pool {
  const pool = openPool({ connectionString }, { connections: 2, waitMs: 10_000, queryMs: 0, ...limits })
  pools.push(pool)
  return pool
}

test('a query that runs away is cancelled, on the server too, and its connection works on', async () => {
  const pool = open({ connections: 1, queryMs: 200 })
  const runaway = `select count(*) from generate_series(1, 100000000000) as runaway`
  await expect(pool.query(runaway)).rejects.toMatchObject({ code: '57014' })
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  const running = await database.pool.query(
    `select from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and query like '%runaway%'`,
  )
  expect(running.rowCount).toBe(0)
})

test('a statement that the server refuses leaves its connection open', async () => {
  const pool = open({ connections: 1 })
  const connection = async () => (await pool.query('select pg_backend_pid() as id')).rows[0].id
  const before = await connection()
  await expect(pool.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' })
  expect(await connection()).toBe(before)
})

test('a query of the product has 30 s, one of a command as long as it takes', async () => {
  const limitOf = async (role: 'product' | 'command') => {
    const opened = await openDatabase({ databaseUrl: database.url, dataDir: '/nonexistent' }, role, () => {})
    const { rows } = await opened.pool.query('show statement_timeout')
    await opened.close()
    return rows[0].statement_timeout
  }
  expect([await limitOf('product'), await limitOf('command')]).toEqual(['30s', '0'])
})

test('whoever finds all connections in use waits a while and is then told so', async () => {
  const pool = open({ connections: 2, waitMs: 200 })
  const taken = [await pool.connect(), await pool.connect()]
  const told = {
    name: 'DatabaseUnavailable',
    message:
      'The database is too busy: all 2 connections were in use for 0.2 s. Make fewer requests at once, or try again later.',
  }
  await expect(pool.query('select 1')).rejects.toMatchObject(told)
  await expect(pool.connect()).rejects.toMatchObject(told)
  for (const client of taken) client.release()
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a server that takes the connection and says nothing is given up on', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const pool = open({ waitMs: 200 }, `postgres://ann@127.0.0.1:${port}/unmet`)
  await expect(pool.query('select 1')).rejects.toMatchObject({
    name: 'DatabaseUnavailable',
    message:
      'The database did not answer within 0.2 s. Check that its server runs and that it can be reached.',
  })
  silent.close()
})

test('other refusals of the server are left as they are', async () => {
  const url = new URL(database.url)
  url.pathname = '/unmet_test_missing'
  await expect(open({}, url.href).query('select 1')).rejects.toMatchObject({ code: '3D000' })
})

test('a connection that breaks while it is in use refuses its queries, and the pool replaces it', async () => {
  const pool = open({ connections: 1 })
  const client = await pool.connect()
  await client.query('begin')
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const broken = new Promise((resolve) => client.once('end', resolve))
  await database.pool.query('select pg_terminate_backend($1)', [rows[0].pid])
  await broken
  await expect(client.query('commit')).rejects.toThrow()
  client.release()
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
