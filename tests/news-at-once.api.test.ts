import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { webhookDuty } from '#server/features/delivery/deliver-webhook.ts'
import { makeLogger } from '#server/operations/logger.ts'
import { wireJobs } from '#server/wiring/wire-jobs.ts'
import { wireScan } from '#server/wiring/wire-scan.ts'
import { workersHere as workers } from '#server/wiring/wire-workers.ts'
import { loadTestConfig } from '#tests/harness/load-test-config.ts'
import { startAnyServer } from './harness/any-server.ts'
import { deliveryDeps } from './harness/delivery-deps.ts'
import { makePost } from './harness/make-post.ts'
import { makeAccount, makeWatch } from './harness/make-watch.ts'
import { stillLive } from './harness/still-live.ts'
import { storeInArchive } from './harness/store-in-archive.ts'
import { openTestDatabase, type TestDatabase } from './harness/test-database.ts'

vi.setConfig({ testTimeout: 60_000 })

let database: TestDatabase
beforeEach(async () => {
  database = await openTestDatabase()
  // Stops the intervals of idle workers and of the checks that run every five minutes.
  vi.useFakeTimers({ toFake: ['setInterval'], shouldAdvanceTime: false })
})
afterEach(async () => {
  vi.useRealTimers()
  await database.close()
})

/** Starts those background jobs of an instance that react to new posts. */
function startInstance() {
  const clock = () => new Date()
  const logger = makeLogger('silent')
  const scan = wireScan({
    config: loadTestConfig({}),
    database,
    logger,
    clock,
    workers,
    live: stillLive([], []),
  })
  const watch = { watch: <T>(_name: string, work: () => Promise<T>) => work() }
  const jobs = wireJobs({ pool: database.pool, logger, clock, watch })
  jobs.start([
    ...scan.duties.filter(({ name }) => name === 'arrivals'),
    webhookDuty(deliveryDeps(database.db, clock)),
  ])
  return jobs
}

test('a post stored by another process appears in a watch and is sent to its webhook without waiting for a scheduled check', async () => {
  const titles: string[] = []
  const { port } = await startAnyServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    titles.push(JSON.parse(Buffer.concat(chunks).toString()).data.post.title)
    response.writeHead(204).end()
  })
  const ann = await makeAccount(database.pool)
  const watchId = await makeWatch(database.pool, ann, { query: 'invoices' })
  await database.pool.query(
    `insert into webhooks (user_id, watch_id, url, format, secret) values ($1, $2, $3, 'standard', $4)`,
    [ann, watchId, `http://127.0.0.1:${port}/`, `whsec_${Buffer.alloc(24, 1).toString('base64')}`],
  )
  const instances = [startInstance(), startInstance()]
  const listening = `select from pg_stat_activity where query like 'listen%' and datname = current_database()`
  await vi.waitUntil(async () => (await database.pool.query(listening)).rowCount === 2)
  const store = (title: string) => storeInArchive(database.db, [makePost({ title, createdAt: new Date() })])
  await store('Invoices take me hours')
  await vi.waitUntil(() => titles.length === 1, { timeout: 30_000 })
  await store('Which invoices are late?')
  await vi.waitUntil(() => titles.length === 2, { timeout: 30_000 })
  for (const jobs of instances) await jobs.stop()
  expect(titles).toEqual(['Invoices take me hours', 'Which invoices are late?'])
})
