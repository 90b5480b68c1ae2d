import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { searchReply } from '#contract/search.ts'
import { loadConfig } from '#server/config/config.ts'
import { IndexWriter } from '#server/features/archive/find/index/follow-archive.ts'
import { makeIndexedPostsStore } from '#server/features/archive/find/index/indexed-posts-store.ts'
import { makeDeletionStore } from '#server/features/archive/store/deletion-store.ts'
import { purgePosts } from '#server/features/archive/store/purge-posts.ts'
import { beginPurgeList, purgeListName } from '#server/operations/purge-list.ts'
import { restoreBackup } from '#server/operations/restore-backup.ts'
import type { DeletionCheck } from '#server/source-ports.ts'
import { wireDeletion } from '#server/wiring/wire-deletion.ts'
import { wireRestore } from '#server/wiring/wire-restore.ts'
import { wireScan } from '#server/wiring/wire-scan.ts'
import { workersHere as workers } from '#server/wiring/wire-workers.ts'
import { post, type SignedUp } from './harness/account-calls.ts'
import { adminGet, adminPost, setUpOperator } from './harness/admin-calls.ts'
import { callByKey, makeKeyOf, signUpPro } from './harness/key-calls.ts'
import { makePost } from './harness/make-post.ts'
import { addNews, makeWatch } from './harness/make-watch.ts'
import { agentClients } from './harness/mcp-clients.ts'
import { runScriptHere } from './harness/run-script-here.ts'
import { stillLive } from './harness/still-live.ts'
import { openTestApp, type TestApp } from './harness/test-app.ts'
import { openTestDatabase, type TestDatabase } from './harness/test-database.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const environment = { PRIVATE_HOSTS: '127.0.0.1', ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '1000' }
/**
 * Four posts: one deleted at its source after the backup, one that still exists, one checked an hour ago, and
 * one from a file, which has no source to ask.
 */
const markers = ['zebrafolk', 'walrusfolk', 'ospreyfolk', 'lemurfolk'] as const
const [gone, staying, fresh, filed] = markers

const about = (marker: string, source = 'reddit') =>
  makePost({
    source,
    sourceId: `id-${marker}`,
    title: `Is there a tool for invoices of ${marker}?`,
    selftext: `I waste hours every week on ${marker} invoices. I would pay for something that works.`,
  })

const check: DeletionCheck = {
  source: 'reddit',
  idsPerCall: 100,
  findGone: async (ids) => ids.filter((id) => id === `id-${gone}`),
}

let folder: string
let original: TestApp
let ann: SignedUp
let watchId = ''
let key = ''
let searchId = ''
let feedPath = ''
let operatorCookie = ''
const backup = () => join(folder, 'backup')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unmet-held-'))
  original = await openTestApp({}, environment)
  const { app, database, dataDir } = original
  await beginPurgeList(join(dataDir, purgeListName), new Date())
  await original.storePosts([about(gone), about(staying), about(fresh), about(filed, 'dump.example')])
  const { pool } = database
  await makeDeletionStore(database.db).enlistAll('reddit')
  await pool.query(
    `update post_checks set checked_at = now() - case source_id when $1 then interval '1 hour'
    else interval '30 hours' end from archive_posts where id = post_id`,
    [`id-${fresh}`],
  )
  ann = await signUpPro(original)
  key = (await makeKeyOf(app, ann)).secret
  watchId = await makeWatch(pool, ann.user.id, { query: 'invoices' })
  await addNews(pool, watchId)
  const { feed } = (await post(app, `/api/watches/${watchId}/feed`, {}, ann)).json()
  feedPath = new URL(feed.rss).pathname
  const found = await post(app, '/api/search', { keyword: 'invoices' }, ann)
  searchId = searchReply.parse(found.json()).sessionId
  operatorCookie = await setUpOperator(app)
  const run = await runScriptHere('backup.ts', [backup()], { DATABASE_URL: database.url, DATA_DIR: dataDir })
  expect(run, run.stderr).toMatchObject({ code: 0 })
})
afterAll(async () => {
  await original.close()
  await rm(folder, { recursive: true })
})

/** For each place where the product shows posts, the markers of the posts in it. */
async function readPlaces({ app, database }: TestApp): Promise<Record<string, string[]>> {
  const get = async (url: string) => (await app.inject({ url, headers: { cookie: ann.cookie } })).body
  const byKey = async (path: string, payload?: object) =>
    (await callByKey(app, path, { key, ...(payload && { payload }) })).body
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const url = new URL(`http://127.0.0.1:${port}/mcp`)
  const agent = await agentClients['the 2.x client'](url, key)
  const index = new IndexWriter(makeIndexedPostsStore(database.pool), join(folder, database.url.slice(-12)))
  await index.open(new AbortController().signal)
  await index.close()
  const said = {
    search: (await post(app, '/api/search', { keyword: 'invoices' })).body,
    'own search': (await post(app, '/api/search', { keyword: 'invoices' }, ann)).body,
    'saved results': await get(`/api/search-results/${searchId}`),
    'page of saved results': await get(`/results/${searchId}`),
    brief: await get(`/api/search-results/${searchId}/brief`),
    download: await get(`/api/download/${searchId}`),
    watch: await get(`/api/watches/${watchId}/posts`),
    feed: await get(feedPath),
    'JSON feed': await get(feedPath.replace(/rss/gu, 'json')),
    'API search': await byKey('/search', { keyword: 'invoices' }),
    'API saved search': await byKey(`/search/${searchId}`),
    'API watch': await byKey(`/watches/${watchId}/posts`),
    'API brief': await byKey('/brief', { keyword: 'invoices' }),
    'agent search': JSON.stringify(await agent.callTool('search_posts', { keyword: 'invoices' })),
    'agent news': JSON.stringify(await agent.callTool('whats_new', { watchId })),
    sitemap: await get('/sitemap.xml'),
    archive: JSON.stringify((await database.pool.query('select * from archive_posts')).rows),
  }
  await agent.close()
  return Object.fromEntries(
    Object.entries(said).map(([place, text]) => [place, markers.filter((marker) => text.includes(marker))]),
  )
}

/** Restores as the command does. */
async function restore(place: TestDatabase, dataDir: string, ...purgeLists: string[]) {
  const config = loadConfig({ DATABASE_URL: place.url, DATA_DIR: dataDir })
  const deps = wireRestore(config, () => {})
  const { settled } = await restoreBackup(deps, { path: backup(), purgeLists }, new AbortController().signal)
  return settled
}

function heldDutyOf({ database, dataDir }: TestApp) {
  const config = loadConfig({ DATA_DIR: dataDir })
  const logger = pino({ level: 'silent' })
  const live = stillLive([], [check])
  const scan = wireScan({ config, database, logger, clock: () => new Date(), workers, live })
  const duty = scan.duties.find(({ name }) => name === 'held-posts')
  if (duty === undefined || !('listDue' in duty)) throw new Error('There is no such work')
  return duty
}

test('restored posts that may have been purged since the backup are hidden until their source confirms them', async () => {
  const before = await readPlaces(original)
  const dataDir = join(folder, 'data')
  const database = await openTestDatabase()
  const settings = { DATABASE_URL: database.url, DATA_DIR: dataDir }
  const run = await runScriptHere('restore.ts', [backup()], settings)
  expect(run, run.stderr).toMatchObject({ code: 0, stderr: '' })
  expect(run.stdout).toContain('2 posts are held back until their source was asked')
  expect(run.stdout).toContain('Sources that cannot be asked are shown: dump.example.')
  const product = await openTestApp(
    { over: database, checks: [check] },
    { ...environment, DATA_DIR: dataDir },
  )
  try {
    const without = (hidden: readonly string[]) =>
      Object.fromEntries(
        Object.entries(before).map(([place, shown]) => [place, shown.filter((one) => !hidden.includes(one))]),
      )
    expect(Object.values(before).filter((shown) => shown.length === markers.length).length).toBeGreaterThan(
      11,
    )
    expect(await readPlaces(product)).toEqual(without([gone, staying]))
    const held = (await adminGet(product.app, 'scan', operatorCookie)).json().held
    expect(held).toMatchObject([{ source: 'reddit', posts: 2, state: 'asking' }])
    const [etag] = [(await product.app.inject(feedPath)).headers.etag]

    const duty = heldDutyOf(product)
    const due = await duty.listDue()
    expect(due.map(({ key: source }) => source)).toEqual(['reddit'])
    for (const { data } of due) await duty.run(data, new AbortController().signal)

    expect(await readPlaces(product)).toEqual(without([gone]))
    expect((await product.app.inject(feedPath)).headers.etag).not.toBe(etag)
    expect((await adminGet(product.app, 'scan', operatorCookie)).json().held).toEqual([])
    expect(await duty.listDue()).toEqual([])
    const { rows } = await database.pool.query('select source_id from tombstones')
    expect(rows).toEqual([{ source_id: `id-${gone}` }])
  } finally {
    await product.close()
  }
})

test("with the former folder's list of purged posts, these are purged again and no post is held", async () => {
  const config = { dataDir: original.dataDir }
  const clock = () => new Date()
  const keys = [
    { source: 'reddit', sourceId: `id-${gone}` },
    { source: 'dump.example', sourceId: `id-${filed}` },
  ]
  await purgePosts(wireDeletion({ database: original.database, clock, config }), keys)
  const database = await openTestDatabase()
  const dataDir = join(folder, 'listed')
  const whole = { purged: 2, held: [], unasked: [] }
  expect(await restore(database, dataDir, join(original.dataDir, purgeListName))).toEqual(whole)
  const { rows } = await database.pool.query('select source_id from archive_posts order by 1')
  expect(rows.map((row) => row.source_id)).toEqual([`id-${fresh}`, `id-${staying}`])
  const counted = await database.pool.query('select posts from archive_sources where posts > 0')
  expect(counted.rows).toEqual([{ posts: 2 }])
  await database.close()

  // The list is continued in the new folder, so it is sufficient for the next restore of the same backup.
  const again = await openTestDatabase()
  expect(await restore(again, join(folder, 'again'), join(dataDir, purgeListName))).toEqual(whole)
  await again.close()
})

test('a list that begins after the backup is not sufficient, so the other posts are held', async () => {
  const late = join(folder, 'late.txt')
  await beginPurgeList(late, new Date())
  const database = await openTestDatabase()
  const { held } = await restore(database, join(folder, 'late'), late)
  expect(held).toMatchObject([{ source: 'reddit', posts: 2 }])
  await database.close()
})

test('the operator can release posts whose source cannot be asked, which the audit log records', async () => {
  const dataDir = join(folder, 'released')
  const database = await openTestDatabase()
  await restore(database, dataDir)
  const product = await openTestApp({ over: database, checks: [] }, { ...environment, DATA_DIR: dataDir })
  try {
    const held = (await adminGet(product.app, 'scan', operatorCookie)).json().held
    expect(held).toMatchObject([{ source: 'reddit', posts: 2, state: 'unasked' }])
    const release = (source: string) =>
      adminPost(product.app, 'held-posts/release', { source }, operatorCookie)
    expect((await release('nowhere')).statusCode).toBe(404)
    expect((await release('reddit')).json()).toEqual({ posts: 2 })
    expect((await release('reddit')).statusCode).toBe(404)
    const duty = heldDutyOf(product)
    for (const { data } of await duty.listDue()) await duty.run(data, new AbortController().signal)
    const { rows } = await database.pool.query('select count(*)::int as posts from archive_posts')
    expect(rows).toEqual([{ posts: 4 }])
    const log = (await adminGet(product.app, 'audit-log', operatorCookie)).json()
    expect(log).toContainEqual(
      expect.objectContaining({
        action: 'held_posts_released',
        details: '2 posts of reddit, which it was not asked about.',
      }),
    )
  } finally {
    await product.close()
  }
})
