import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import { codeOfStep, stepAt } from '#server/features/admin/one-time-code.ts'
import { smallServer } from '#tests/harness/small-server.ts'
import { post, type SignedUp, signUp } from './harness/account-calls.ts'
import { adminPost, operator, setUpOperator } from './harness/admin-calls.ts'
import { makePost } from './harness/make-post.ts'
import { makeWatch } from './harness/make-watch.ts'
import { startProductProgram } from './harness/product-program.ts'
import { runScript } from './harness/run-script.ts'
import { runScriptHere } from './harness/run-script-here.ts'
import { readTableHashes } from './harness/table-hashes.ts'
import { makeTemporaryDataDir, type TemporaryDataDir } from './harness/temporary-data-dir.ts'
import { openTestApp, type TestApp } from './harness/test-app.ts'
import { openTestDatabase } from './harness/test-database.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

let product: TestApp
let restored: TemporaryDataDir
let folder: string
let ann: SignedUp
let secret: string
beforeAll(async () => {
  product = await openTestApp({}, { PRIVATE_HOSTS: '127.0.0.1', SELF_HOSTED: 'on' })
  restored = await makeTemporaryDataDir()
  folder = await mkdtemp(join(tmpdir(), 'unmet-backup-'))
  await product.storePosts(Array.from({ length: 300 }, (_, at) => makePost({ sourceId: `before${at}` })))
  ann = await signUp(product.app)
  const watchId = await makeWatch(product.database.pool, ann.user.id, { query: 'invoices' })
  const hook = { watchId, url: 'http://127.0.0.1:9/hook', format: 'standard' }
  const added = await post(product.app, '/api/webhooks', hook, ann)
  expect(added.statusCode, added.body).toBe(200)
  const cookie = await setUpOperator(product.app)
  const { password } = operator
  const begun = await adminPost(product.app, 'second-factor/start', { password }, cookie)
  secret = begun.json<{ secret: string }>().secret
  const code = codeOfStep(secret, stepAt(new Date(Date.now() - 30_000)))
  const confirmed = await adminPost(product.app, 'second-factor/confirm', { code }, cookie)
  expect(confirmed.statusCode, confirmed.body).toBe(200)
})
afterAll(async () => {
  await product.close()
  await restored.remove()
  await rm(folder, { recursive: true })
})

const source = () => ({ DATABASE_URL: product.database.url, DATA_DIR: product.dataDir })

/** Stores posts and searches until it is stopped. Returns the acknowledged writes. */
function keepWriting() {
  const acknowledged: string[] = []
  let stopped = false
  const write = async () => {
    for (let at = 0; !stopped; at += 1) {
      const ids = Array.from({ length: 5 }, (_, each) => `under-load${at}-${each}`)
      await product.storePosts(ids.map((sourceId) => makePost({ sourceId })))
      acknowledged.push(...ids)
      await post(product.app, '/api/search', { keyword: `load ${at}` }, ann)
    }
  }
  const written = write()
  return {
    acknowledged,
    async stop() {
      stopped = true
      await written
    },
  }
}

const openRestored = (dataDir: string) =>
  openDatabase({ databaseUrl: null, dataDir, serverSettings: smallServer }, 'command', () => {})

test('a backup under load contains every write acknowledged before it began, and can be restored', async () => {
  const load = keepWriting()
  await vi.waitFor(() => expect(load.acknowledged.length).toBeGreaterThan(50), {
    timeout: 30_000,
    interval: 10,
  })
  const before = [...load.acknowledged]
  const file = join(folder, 'under-load')
  const backup = await runScript('backup.ts', [file], source())
  await load.stop()
  expect(backup).toMatchObject({ code: 0, stderr: '' })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const place = await openTestDatabase()
  const dataDir = join(folder, 'data')
  try {
    const restore = await runScript('restore.ts', [file], { DATABASE_URL: place.url, DATA_DIR: dataDir })
    expect(restore, restore.stderr).toMatchObject({ code: 0, stderr: '' })
    const { rows } = await place.pool.query<{ id: string }>('select source_id as id from archive_posts')
    const stored = new Set(rows.map(({ id }) => id))
    expect(before.filter((id) => !stored.has(id))).toEqual([])
    expect(load.acknowledged.length).toBeGreaterThan(before.length)
  } finally {
    await place.close()
  }
})

test('every table is restored row by row, and new rows get new ids', async () => {
  const file = join(folder, 'quiet')
  expect((await runScriptHere('backup.ts', [file], source())).code).toBe(0)
  const restore = await runScript('restore.ts', [file], { DATA_DIR: restored.path })
  expect(restore, restore.stderr).toMatchObject({ code: 0 })
  const database = await openRestored(restored.path)
  expect(await readTableHashes(database.pool)).toEqual(await readTableHashes(product.database.pool))
  const { rows } = await database.pool.query(
    `select (select last_value from archive_posts_id_seq) >= (select max(id) from archive_posts) as ahead,
      (select count(*) from pg_indexes where schemaname = 'public')::int as indexes,
      (select count(*) from pg_trigger where tgenabled = 'D')::int as disabled`,
  )
  const original = await product.database.pool.query(
    `select count(*)::int as indexes from pg_indexes where schemaname = 'public'`,
  )
  expect(rows[0]).toEqual({ ahead: true, indexes: original.rows[0].indexes, disabled: 0 })
  await database.close()
  const name = 'cookie-secret'
  expect(await readFile(join(restored.path, name))).toEqual(await readFile(join(product.dataDir, name)))
})

test('a restored product works: sessions, the second factor and searches', async () => {
  const running = await startProductProgram({ DATA_DIR: restored.path, SELF_HOSTED: 'on' })
  const call = (path: string, body?: object, cookie = '') =>
    fetch(`${running.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  try {
    expect(await (await call('/api/user', undefined, ann.cookie)).json()).toMatchObject({ email: ann.email })
    const hooks = await (await call('/api/webhooks', undefined, ann.cookie)).json()
    expect(JSON.stringify(hooks)).toContain('http://127.0.0.1:9/hook')
    expect((await call('/api/admin/login', operator)).status).toBe(401)
    const code = codeOfStep(secret, stepAt(new Date()))
    expect((await call('/api/admin/login', { ...operator, code })).status).toBe(200)
    expect((await call('/api/search', { keyword: 'invoice' }, ann.cookie)).status).toBe(200)
  } finally {
    expect(await running.stop()).toBe(0)
  }
})

test('a restore into a non-empty place is refused and changes nothing', async () => {
  const file = join(folder, 'quiet')
  const hashes = await readTableHashes(product.database.pool)
  const refused = await runScriptHere('restore.ts', [file], source())
  expect([refused.code, refused.stdout]).toEqual([1, ''])
  expect(refused.stderr).toMatch(/is not empty: its table \w+ has rows, and restoring would replace them\./u)
  expect(await readTableHashes(product.database.pool)).toEqual(hashes)
})
