import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchReply } from '#contract/search.ts'
import { IndexWriter } from '#server/features/archive/find/index/follow-archive.ts'
import { makeIndexedPostsStore } from '#server/features/archive/find/index/indexed-posts-store.ts'
import { makeArchiveStore } from '#server/features/archive/store/archive-store.ts'
import { dropMonths, readMonth } from '#server/features/archive/store/drop-months.ts'
import { makeDropMonthsStore } from '#server/features/archive/store/drop-months-store.ts'
import { post, type SignedUp, signUp } from '#tests/harness/account-calls.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { addNews, makeWatch } from '#tests/harness/make-watch.ts'
import { readWholeIndex } from '#tests/harness/read-whole-index.ts'
import { runScript } from '#tests/harness/run-script.ts'
import { runScriptHere } from '#tests/harness/run-script-here.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

let product: TestApp
let ann: SignedUp
let watchId = ''
let searchId = ''
const { signal } = new AbortController()

const at = (month: string, sourceId: string, community = 'smallbusiness') =>
  makePost({
    sourceId,
    community,
    title: `Is there a tool for invoices of ${sourceId}?`,
    createdAt: new Date(`${month}-15T12:00:00Z`),
  })

beforeAll(async () => {
  product = await openTestApp()
  await product.storePosts([
    at('2024-03', 'oldest'),
    ...Array.from({ length: 450 }, (_, each) => at('2024-11', `old${each}`)),
    at('2024-11', 'elsewhere', 'SaaS'),
    at('2025-01', 'first-that-stays'),
    at('2026-01', 'newest'),
  ])
  ann = await signUp(product.app)
  watchId = await makeWatch(product.database.pool, ann.user.id, { query: 'invoices' })
  await addNews(product.database.pool, watchId)
  const found = await post(product.app, '/api/search', { keyword: 'invoices' }, ann)
  searchId = searchReply.parse(found.json()).sessionId
})
afterAll(() => product.close())

const settings = () => ({ DATABASE_URL: product.database.url, DATA_DIR: product.dataDir })
const run = (...args: string[]) => runScriptHere('archive-drop-months.ts', args, settings())
const get = (url: string) => product.app.inject({ url, headers: { cookie: ann.cookie } })
const listIds = async () =>
  (
    await product.database.pool.query('select source_id from archive_posts where not sample order by 1')
  ).rows.map((row) => row.source_id)

test('without --drop it only counts, by month and source', async () => {
  expect(await runScript('archive-drop-months.ts', ['--before', '2025-01'], settings())).toEqual({
    code: 0,
    stdout:
      '2024-03 reddit: 1\n2024-11 reddit: 451\n452 posts are older than 2025-01.\nNothing was dropped. Add --drop to drop them.\n',
    stderr: '',
  })
  expect(await listIds()).toHaveLength(454)
})

test.each([[['--before', '2025-13']], [['--fast']]])(
  '%j ends with 2 and says why, and drops nothing',
  async (args) => {
    const { code, stderr } = await run(...args)
    expect(code).toBe(2)
    expect(stderr).toMatch(/See --help\.\n$/u)
  },
)

test('one that was stopped in the middle is run again for the rest; saved results and watches open, and counts, coverage and index follow', async () => {
  const { database, dataDir } = product
  const index = new IndexWriter(makeIndexedPostsStore(database.pool), dataDir)
  await index.open(signal)
  const before = readMonth('2025-01')
  if (before === undefined) throw new Error('not a month')
  const stop = new AbortController()
  const tally = { dropped: 0, total: 0 }
  const stopped = await dropMonths(
    {
      store: makeDropMonthsStore(database.db),
      removePosts: (deleted) => makeArchiveStore(database.db).save({ scored: [], restated: [], deleted }),
      pause: async () => stop.abort(),
      tally,
    },
    { before, sources: ['reddit'], communities: ['SmallBusiness'] },
    stop.signal,
  )
  expect([stopped, tally]).toEqual(['stopped', { dropped: 200, total: 451 }])
  expect(await listIds()).toHaveLength(254)

  const rest = await run('--before', '2025-01', '--community', 'smallbusiness', '--drop')
  expect(rest).toMatchObject({ code: 0 })
  expect(rest.stdout).toContain('Dropped 251 of 251 posts.')
  expect(await listIds()).toEqual(['elsewhere', 'first-that-stays', 'newest'])

  const saved = await get(`/api/search-results/${searchId}`)
  expect(saved.statusCode).toBe(200)
  expect((await get(`/api/search-results/${searchId}/brief`)).statusCode).toBe(200)
  const news = await get(`/api/watches/${watchId}/posts`)
  expect(news.statusCode).toBe(200)
  for (const { body } of [saved, news]) expect(body).not.toContain('of old')
  expect(news.body).toContain('first-that-stays')

  const { rows } = await database.pool.query(
    `select posts, oldest_post_at from archive_sources where source = 'reddit'`,
  )
  expect(rows).toEqual([{ posts: 3, oldest_post_at: new Date('2024-11-15T12:00:00Z') }])
  await run('--before', '2025-01', '--drop')
  const again = searchReply.parse(
    (await post(product.app, '/api/search', { keyword: 'invoices' }, ann)).json(),
  )
  expect(again.coverage.find(({ source }) => source === 'archive')).toMatchObject({
    posts: 2,
    oldestPostAt: '2025-01-15T12:00:00.000Z',
  })
  await index.follow(signal)
  await index.close()
  expect((await readWholeIndex(dataDir)).size).toBe(2)
})
