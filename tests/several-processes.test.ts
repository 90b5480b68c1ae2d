import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { openDatabase, type RunningDatabase } from '#server/database/open-database.ts'
import { readPostmasterFile } from '#server/database/postmaster-file.ts'
import { wireDeletion } from '#server/wiring/wire-deletion.ts'
import { smallServer } from '#tests/harness/small-server.ts'
import { makePerson } from './harness/account-calls.ts'
import { makePost } from './harness/make-post.ts'
import { type ProductProgram, startProductProgram } from './harness/product-program.ts'
import { need } from './harness/search-calls.ts'
import { listServing } from './harness/serving-processes.ts'
import { storeInArchive } from './harness/store-in-archive.ts'
import { makeTemporaryDataDir, type TemporaryDataDir } from './harness/temporary-data-dir.ts'

const token = 'token-of-these-metrics'
const readsPerMinute = 120

let folder: TemporaryDataDir
let product: ProductProgram
let database: RunningDatabase
beforeAll(async () => {
  folder = await makeTemporaryDataDir()
  product = await startProductProgram({
    DATA_DIR: folder.path,
    WORKERS: '2',
    ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '100000',
    SEARCH_CACHE_SECONDS: '0',
    METRICS_TOKEN: token,
  })
  database = await openDatabase(
    { databaseUrl: null, dataDir: folder.path, serverSettings: smallServer },
    'command',
    () => {},
  )
}, 240_000)
afterAll(async () => {
  await database.close()
  await product.stop()
  await folder.remove()
})

type Reply = { status: number; body: string; cookie: string }

/** Uses a new connection, because the processes get connections in turns. */
async function ask(path: string, headers: Record<string, string> = {}, sent?: object): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const asked = request(`${product.url}${path}`, {
    agent: false,
    method: sent === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...headers },
  })
  asked.on('error', reject).on('response', async (response) => {
    const cookies = (response.headers['set-cookie'] ?? []).map((set) => set.split(';', 1)[0])
    resolve({
      status: response.statusCode ?? 0,
      body: await text(response),
      cookie: cookies.join('; '),
    })
  })
  asked.end(sent === undefined ? undefined : JSON.stringify(sent))
  return promise
}

const search = (keyword: string, cookie = '') => ask('/api/search', { cookie }, { keyword })
const many = <T>(times: number, call: () => Promise<T>) => Promise.all(Array.from({ length: times }, call))
const countOf = (replies: readonly Reply[], status: number) =>
  replies.filter((one) => one.status === status).length

async function readMetric(name: string): Promise<number> {
  const { body } = await ask('/metrics', { authorization: `Bearer ${token}` })
  const line = body.split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.slice(name.length))
}

const waits = { timeout: 90_000, interval: 50 }

/** Kills the process that runs the jobs. Settles once another process has replaced it. */
async function killFirst(): Promise<void> {
  const [killed = 0] = await listServing(product.pid)
  process.kill(killed, 'SIGKILL')
  await vi.waitUntil(async () => {
    const now = await listServing(product.pid)
    return now.length === 2 && !now.includes(killed) && (await readMetric('unmet_processes')) === 2
  }, waits)
}

/**
 * Waits until several reads in a row succeed. Requests reach the processes in turns, so each process has
 * answered.
 */
async function untilAll(read: () => Promise<boolean>): Promise<void> {
  await vi.waitUntil(async () => {
    for (let time = 0; time < 4; time += 1) if (!(await read())) return false
    return true
  }, waits)
}

const finds = (keyword: string, isExpected: (ids: string[]) => boolean) => async () => {
  const { status, body } = await search(keyword)
  return status === 200 && isExpected(JSON.parse(body).results.map(({ id }: { id: string }) => id))
}

describe.skipIf(process.platform !== 'linux')('a product of two processes', { timeout: 240_000 }, () => {
  test('allows a visitor as many searches per day and minute as one process does, also for parallel requests', async () => {
    const first = await search('invoices')
    const cookie = first.cookie
    const { sessionId } = JSON.parse(first.body)
    const more = await many(10, () => search('invoices', cookie))
    expect([countOf(more, 200), countOf(more, 429)]).toEqual([limits.visitorSearchesPerDay - 1, 10 - 1])
    const reads: Reply[] = []
    // More parallel requests would be refused by the concurrency limit.
    for (const times of [40, 40, readsPerMinute - 80 + 1])
      reads.push(...(await many(times, () => ask(`/api/search-results/${sessionId}`, { cookie }))))
    expect([countOf(reads, 200), countOf(reads, 429)]).toEqual([readsPerMinute, 1])
  })

  test('returns the sum of its metrics from every process', async () => {
    const answered = 'unmet_http_requests_total{method="GET",route="/livez",status="200"}'
    await many(10, () => ask('/livez'))
    for (let time = 0; time < 4; time += 1) expect(await readMetric(answered)).toBe(10)
    expect(await readMetric('unmet_processes')).toBe(2)
  })

  test('finds in every process the posts that another process stored, and no purged posts', async () => {
    await storeInArchive(database.db, [makePost({ ...need('zebrafolk'), sourceId: 'zebra1' })])
    await untilAll(finds('zebrafolk', (ids) => ids.includes('zebra1')))
    const clock = () => new Date()
    const deletion = wireDeletion({ database, clock, config: { dataDir: folder.path } })
    const keys = [{ source: 'reddit', sourceId: 'zebra1' }]
    await deletion.store.purge(keys, clock(), (inside) => deletion.removePosts(keys, inside))
    await untilAll(finds('zebrafolk', (ids) => ids.length === 0))
  })

  test('shows new posts of a watch in every process, although only one process matches arrivals', async () => {
    const { address: _address, ...person } = makePerson()
    const { cookie } = await ask('/api/register', {}, person)
    expect((await ask('/api/watches', { cookie }, { watchQuery: 'kettlefolk' })).status).toBe(200)
    await storeInArchive(database.db, [
      makePost({ ...need('kettlefolk'), sourceId: 'kettle1', createdAt: new Date() }),
    ])
    await untilAll(async () => {
      const { body } = await ask('/api/watches', { cookie })
      return JSON.parse(body).newPosts === 1
    })
  })

  test('loses no job when the process that runs the jobs is killed', async () => {
    const before = await readMetric('unmet_searches_total{door="page",outcome="answered"}')
    expect(before).toBeGreaterThan(0)
    const saved = await search('invoices')
    const { sessionId } = JSON.parse(saved.body)
    await killFirst()
    expect(await readMetric('unmet_searches_total{door="page",outcome="answered"}')).toBeGreaterThanOrEqual(
      before,
    )
    await untilAll(async () => {
      const { status } = await ask(`/api/search-results/${sessionId}`, { cookie: saved.cookie })
      return status === 200
    })
    await storeInArchive(database.db, [makePost({ ...need('yakfolk'), sourceId: 'yak1' })])
    await untilAll(finds('yakfolk', (ids) => ids.includes('yak1')))
  })

  test('stops all processes when the main process gets a signal, and only then', async () => {
    const serving = await listServing(product.pid)
    // Service managers, and Ctrl-C in a terminal, send the signal to every process. Only the main process
    // reacts.
    for (const pid of serving) process.kill(pid, 'SIGTERM')
    await untilAll(async () => (await ask('/livez')).status === 200)
    expect(await listServing(product.pid)).toEqual(serving)
    await database.close()
    expect(await product.stop()).toBe(0)
    expect(await listServing(product.pid)).toEqual([])
    expect(await readPostmasterFile(join(folder.path, 'postgres'))).toBe(null)
  })
})
