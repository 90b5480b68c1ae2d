import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { post } from '#tests/harness/account-calls.ts'
import { callByKey, makeKeyOf, signUpPro } from '#tests/harness/key-calls.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { agentClients } from '#tests/harness/mcp-clients.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

const token = 'a token of metrics'.replaceAll(' ', '-')
const deploy = join(import.meta.dirname, '../../deploy/prometheus')
let product: TestApp
let backups: string
beforeAll(async () => {
  backups = await mkdtemp(join(tmpdir(), 'unmet-backups-'))
  product = await openTestApp({}, { METRICS_TOKEN: token, BACKUP_DIR: backups })
  await product.storePosts([makePost({ sourceId: 'one' }), makePost({ sourceId: 'two' })])
})
afterAll(async () => {
  await product.close()
  await rm(backups, { recursive: true })
})

const ask = (authorization?: string) =>
  product.app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } })

async function readMetrics(): Promise<Map<string, number>> {
  const reply = await ask(`Bearer ${token}`)
  expect(reply.statusCode, reply.body).toBe(200)
  const lines = reply.body.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => [
      line.slice(0, line.lastIndexOf(' ')),
      Number(line.slice(line.lastIndexOf(' ') + 1)),
    ]),
  )
}

test('metrics are for whoever knows the token, and without one the address does not exist', async () => {
  for (const wrong of [undefined, '', 'Bearer', `Bearer ${token}x`, token]) {
    expect((await ask(wrong)).statusCode).toBe(401)
  }
  const without = await product.another({ METRICS_TOKEN: '' })
  expect((await without.inject({ url: '/metrics', headers: { authorization: 'Bearer ' } })).statusCode).toBe(
    404,
  )
})

test('requests are counted one by one, by route and status, and no address that somebody typed is a label', async () => {
  const before = await readMetrics()
  for (let times = 0; times < 3; times += 1) await product.app.inject('/healthz')
  await product.app.inject('/api/nothing-of-ours')
  await product.app.inject('/api/search-results/unknown-token')
  const after = await readMetrics()
  const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
  expect(grown('unmet_http_requests_total{method="GET",route="/healthz",status="200"}')).toBe(3)
  expect(grown('unmet_http_request_seconds_count{route="/healthz"}')).toBe(3)
  expect([...after.keys()].filter((name) => /nothing-of-ours|unknown-token/u.test(name))).toEqual([])
})

test('searches are counted by how they ended, and the archive that they asked by outcome', async () => {
  const before = await readMetrics()
  for (const keyword of ['invoices', 'invoices', 'a b c d e f g h i']) {
    await post(product.app, '/api/search', { keyword })
  }
  const after = await readMetrics()
  const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
  expect(grown('unmet_searches_total{door="page",outcome="answered"}')).toBe(2)
  expect(grown('unmet_searches_total{door="page",outcome="refused"}')).toBe(1)
  expect(after.get('unmet_searches_total{door="page",outcome="failed"}')).toBe(0)
  expect(grown('unmet_source_calls_total{source="archive",outcome="ok"}')).toBe(2)
  expect(grown('unmet_source_calls_seconds_count{source="archive"}')).toBe(2)
})

test('searches and briefs of programs and agents are counted by the door they came in', async () => {
  const owner = await signUpPro(product)
  const { secret: key } = await makeKeyOf(product.app, owner)
  const before = await readMetrics()
  for (const path of ['/search', '/brief', '/needs'])
    await callByKey(product.app, path, { key, payload: { keyword: 'invoices' } })
  await callByKey(product.app, '/search', { key: null, payload: { keyword: 'invoices' } })
  const place = new URL('/mcp', await product.app.listen({ port: 0, host: '127.0.0.1' }))
  const client = await agentClients['the 2.x client'](place, key)
  await client.callTool('search_posts', { keyword: 'invoices' })
  await client.callTool('brief_keyword', { keyword: 'invoices' })
  await client.callTool('list_watches', {})
  await client.close()
  const { secret: other } = await makeKeyOf(product.app, owner, { scopes: ['watches'] })
  const refused = await agentClients['the 2.x client'](place, other)
  await refused.callTool('brief_keyword', { keyword: 'invoices' })
  await refused.close()
  const after = await readMetrics()
  const counts = ['page', 'api', 'mcp'].map((door) =>
    ['answered', 'refused', 'failed'].map((outcome) => {
      const name = `unmet_searches_total{door="${door}",outcome="${outcome}"}`
      return (after.get(name) ?? 0) - (before.get(name) ?? 0)
    }),
  )
  expect(counts).toEqual([
    [0, 0, 0],
    [3, 1, 0],
    [2, 1, 0],
  ])
})

test('the state is read when it is asked for', async () => {
  await product.database.pool.query('create schema if not exists pgboss')
  await product.database.pool.query(
    `create table pgboss.job as select 'schedule' as name, 'retry' as state,
      now() - interval '2 hours' as created_on, now() - interval '1 hour' as start_after`,
  )
  await writeFile(join(backups, 'unmet-2026-03-02T02-30-00Z.backup'), '')
  const metrics = await readMetrics()
  expect(metrics.get('unmet_archive_posts{source="reddit"}')).toBe(2)
  expect(metrics.get('unmet_jobs{queue="schedule",state="retry"}')).toBe(1)
  expect(Math.round((metrics.get('unmet_oldest_job_seconds{queue="schedule"}') ?? 0) / 60)).toBe(60)
  expect(metrics.get('unmet_backup_seconds')).toBe(Date.parse('2026-03-02T02:30:00Z') / 1000)
  expect(metrics.get('unmet_ready{part="database"}')).toBe(1)
  expect(metrics.get('unmet_disk_free_bytes')).toBeGreaterThan(0)
  expect(metrics.get('unmet_database_bytes')).toBeGreaterThan(0)
  expect(metrics.get('unmet_database_connections{state="waited_for"}')).toBe(0)
})

test('what cannot be read is counted, and everything else is told', async () => {
  await product.database.pool.query('alter table archive_sources rename to hidden')
  const metrics = await readMetrics()
  await product.database.pool.query('alter table hidden rename to archive_sources')
  expect(metrics.get('unmet_metrics_failures_total{metric="unmet_archive_posts"}')).toBe(1)
  expect(metrics.has('unmet_archive_posts{source="reddit"}')).toBe(false)
  expect(metrics.get('unmet_metrics_failures_total{metric="unmet_database_bytes"}')).toBe(0)
  expect(metrics.get('unmet_ready{part="database"}')).toBe(1)
})

const namesIn = (text: string) => new Set(text.match(/\b(?:unmet|nodejs|process)_[a-z0-9_]+/gu) ?? [])

test('every metric that the dashboard and the alerts name is told', async () => {
  const told = new Set([...(await readMetrics()).keys()].map((name) => name.replace(/\{.*/u, '')))
  for (const file of ['alerts.yml', 'alerts.test.yml', 'dashboard.json']) {
    const named = namesIn(await readFile(join(deploy, file), 'utf8'))
    expect(named.size).toBeGreaterThan(5)
    expect(
      [...named].filter((name) => !told.has(name)),
      file,
    ).toEqual([])
  }
})

test('each of the ten alerts is tried on a fault and on normal load', async () => {
  const rules = await readFile(join(deploy, 'alerts.yml'), 'utf8')
  const tries = await readFile(join(deploy, 'alerts.test.yml'), 'utf8')
  const alerts = [...rules.matchAll(/- alert: (\w+)/gu)].map(([, name = '']) => name)
  expect(alerts.length).toBe(10)
  for (const name of alerts) {
    expect(tries).toContain(`- { alertname: ${name}, eval_time: 120m, exp_alerts: [] }`)
    expect(tries).toMatch(
      new RegExp(`alertname: ${name}\\n +eval_time: 120m\\n +exp_alerts:\\n +- exp_labels`, 'u'),
    )
  }
})
