import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

let product: TestApp
const lines: string[] = []
beforeAll(async () => {
  product = await openTestApp({}, {}, (line) => lines.push(line))
})
afterAll(() => product.close())

const statusOf = async (path: string) => (await product.app.inject(path)).statusCode
const messages = () =>
  lines.map((line) => JSON.parse(line)).filter(({ msg }) => /^(?:Not ready|Ready again)/u.test(msg))

/** Terminates open database connections, like a failover. */
async function endConnections(): Promise<void> {
  const name = new URL(product.database.url).pathname.slice(1)
  await product.database.pool
    .query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()`,
      [name],
    )
    .catch(() => {})
}

test('an instance that can serve says so on all three paths', async () => {
  for (const path of ['/livez', '/readyz', '/healthz']) {
    const reply = await product.app.inject(path)
    expect([reply.statusCode, reply.json()]).toEqual([200, { status: 'ok' }])
    // A cached answer would hide that the process has stopped.
    expect(reply.headers['cache-control']).toBe('no-store')
  }
})

test('a database that takes no writes makes it not ready, without saying why to strangers, until it takes them', async () => {
  const name = new URL(product.database.url).pathname.slice(1)
  lines.length = 0
  await product.database.pool.query(`alter database ${name} set default_transaction_read_only = on`)
  await endConnections()
  await expect.poll(() => statusOf('/readyz')).toBe(503)
  const reply = await product.app.inject('/readyz')
  expect(reply.json()).toEqual({ message: 'Not ready; try again in a few seconds', code: 'overloaded' })
  expect(await statusOf('/livez')).toBe(200)
  const client = await product.database.pool.connect()
  await client.query('set default_transaction_read_only = off')
  await client.query(`alter database ${name} set default_transaction_read_only = off`)
  client.release()
  await endConnections()
  await expect.poll(() => statusOf('/readyz')).toBe(200)
  expect(messages()).toMatchObject([
    { level: 40, msg: 'Not ready', missing: ['database: it takes no writes at the moment'] },
    { level: 30, msg: 'Ready again' },
  ])
})

test('a queue of jobs that is locked makes it not ready, and nobody is left waiting for the lock', async () => {
  const { pool } = product.database
  await pool.query('create schema if not exists pgboss; create table if not exists pgboss.job (id int)')
  const client = await pool.connect()
  await client.query('begin; lock table pgboss.job in access exclusive mode')
  await expect.poll(() => statusOf('/readyz')).toBe(503)
  const asking = `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'select 1 from pgboss.job%'`
  await expect.poll(async () => (await pool.query(asking)).rowCount).toBe(0)
  await client.query('rollback')
  client.release()
  await expect.poll(() => statusOf('/readyz')).toBe(200)
})
