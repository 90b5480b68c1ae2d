import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import { openPool } from './open-pool.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('a connection plans once what has a name, and every other statement for its values', async () => {
  const pool = openPool({ connectionString: database.url }, { connections: 1, waitMs: 5000, queryMs: 0 })
  const mode = "select current_setting('plan_cache_mode') as mode"
  const once = { name: 'mode', text: mode }
  const modes = []
  for (const statement of [mode, once, once, mode, once])
    modes.push((await pool.query(statement)).rows[0].mode)
  expect(modes).toEqual(['auto', 'force_generic_plan', 'force_generic_plan', 'auto', 'force_generic_plan'])
  await expect(pool.query({ name: 'wrong', text: 'select 1 / 0' })).rejects.toThrow('division by zero')
  const client = await pool.connect()
  await client.query('begin')
  await client.query('rollback')
  expect((await client.query(mode)).rows).toEqual([{ mode: 'auto' }])
  client.release()
  await pool.end()
})
