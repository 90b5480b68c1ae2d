import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type AdminSource, adminSourcesEndpoint, trySourceEndpoint } from '#contract/admin-sources.ts'
import { searchReply } from '#contract/search.ts'
import { makeRescoreStore } from '#server/features/archive/store/archive-rescore-store.ts'
import { rescorePosts } from '#server/features/archive/store/rescore-posts.ts'
import { runScan } from '#server/features/scan/work-on-scan.ts'
import { purgeSource } from '#server/features/sources/purge-source.ts'
import { wireScan } from '#server/wiring/wire-scan.ts'
import { wirePurging, wireSources } from '#server/wiring/wire-sources.ts'
import { workersHere as workers } from '#server/wiring/wire-workers.ts'
import { adminPost, readAuditLog, setUpOperator } from '#tests/harness/admin-calls.ts'
import { makeTopic, startFakeDiscourse } from '#tests/harness/fake-discourse.ts'
import { makePiefedView, makePostView, startFakeLemmy } from '#tests/harness/fake-lemmy.ts'
import { type FakeReply, startFakeSource } from '#tests/harness/fake-source.ts'
import { findTraces } from '#tests/harness/find-traces.ts'
import { loadTestConfig } from '#tests/harness/load-test-config.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { scorePost } from '#tests/harness/scorer.ts'
import { cookieOf, search } from '#tests/harness/search-calls.ts'
import { openTestApp } from '#tests/harness/test-app.ts'

vi.setConfig({ testTimeout: 60_000 })

const cooked = '<p>I waste hours on invoicing every week and would pay for a tool.</p>'
const logger = pino({ level: 'silent' })

async function open(environment: Record<string, string> = {}) {
  let now = new Date()
  const own = { PRIVATE_HOSTS: '127.0.0.1', SOURCE_TIME_LIMIT_MS: '60000', ...environment }
  const product = await openTestApp({}, own)
  onTestFinished(() => product.close())
  const cookie = await setUpOperator(product.app)
  const { app, database } = product
  const clock = () => now
  const send = (method: 'PUT' | 'DELETE', id: string | null, payload: object = {}) =>
    app.inject({ method, url: `/api/admin/sources/${id}`, headers: { cookie }, payload })
  const list = async (of: FastifyInstance = app) =>
    adminSourcesEndpoint.output.parse(
      (await of.inject({ url: '/api/admin/sources', headers: { cookie } })).json(),
    )
  return {
    ...product,
    cookie,
    list,
    one: async (name: string): Promise<AdminSource> => {
      const found = (await list()).sources.find((source) => source.name === name)
      if (found === undefined) throw new Error(`There is no source ${name}`)
      return found
    },
    add: (url: string) => adminPost(app, 'sources', { url }, cookie),
    tryOut: (url: string) => adminPost(app, 'sources/try', { url }, cookie),
    change: (id: string | null, change: object) => send('PUT', id, change),
    remove: (id: string | null) => send('DELETE', id),
    answerOf: async (keyword: string, of: FastifyInstance = app) =>
      searchReply.parse((await search(of, keyword)).json()),
    /** Runs the background jobs like another process. */
    scan: async () => {
      const config = loadTestConfig({ ...own, HACKER_NEWS: environment.HACKER_NEWS ?? 'off' })
      const parts = { config, database: { ...database, where: 'test' }, logger, clock, workers }
      const { live } = await wireSources({ ...parts, publicUrl: 'https://unmet.test', stoppedClock: null })
      const { scanning } = wireScan({ ...parts, live })
      const ending = { wait: async () => {}, onTarget: () => {} }
      return runScan({ ...scanning, ...ending }, new AbortController().signal)
    },
    purge: async (id: string | null, afterMs = 0) => {
      now = new Date(Date.now() + afterMs)
      const purging = { ...wirePurging({ database, clock }), pause: async () => {} }
      await purgeSource(purging, id ?? '', new AbortController().signal)
    },
  }
}

const hostOf = (url: string) => new URL(url).host.replace(':', '-')
const feedText = (...ids: string[]) =>
  `<rss><channel><title>Wishes &amp; more</title>${ids
    .map(
      (id) =>
        `<item><title>A tool for ${id}?</title><link>https://one.test/${id}</link><description>I would pay for it.</description></item>`,
    )
    .join('')}</channel></rss>`
const sendsFeed = (text: string): FakeReply => ({
  headers: { 'content-type': 'application/rss+xml' },
  body: text,
})

test('the preview of an address shows its kind and five scored posts, before anything is stored', async () => {
  const topics = Array.from({ length: 9 }, (_, at) => makeTopic({ id: at + 1 }, { cooked }))
  const forum = await startFakeDiscourse(() => topics)
  const lemmy = await startFakeLemmy(
    () => [makePostView({ id: 1 })],
    ({ path }) =>
      path === '/api/v3/site' ? { body: { site_view: { site: { name: 'A Lemmy' } } } } : undefined,
  )
  const piefed = await startFakeLemmy(
    () => [makePiefedView({ id: 1 })],
    ({ path }) => {
      if (path === '/api/alpha/site') return { body: { version: '1.2', site: { name: 'A Pie' } } }
      return path.startsWith('/api/v3') ? { status: 404 } : undefined
    },
  )
  const site = await startFakeSource(({ path }) =>
    path === '/feed'
      ? sendsFeed(feedText('a', 'b'))
      : path === '/'
        ? {
            headers: { 'content-type': 'text/html' },
            body: '<link rel="alternate" type="application/rss+xml" href="/feed">',
          }
        : { status: 404 },
  )
  const product = await open()
  const tried = async (url: string) => {
    const reply = await product.tryOut(url)
    expect(reply.statusCode, reply.body).toBe(200)
    return trySourceEndpoint.output.parse(reply.json())
  }
  const atForum = await tried(`${forum.url}/c/features/5`)
  expect(atForum).toMatchObject({ kind: 'discourse', communities: ['features/5'], conflict: null })
  expect(atForum.posts).toHaveLength(5)
  expect(atForum.posts[0]?.score).toBeGreaterThan(0)
  expect(atForum.posts[0]?.sentence).toBe('Is there a tool for task 1?')
  expect(forum.requests.filter(({ path }) => path.startsWith('/t/'))).toHaveLength(5)
  expect(await tried(`${lemmy.url}/c/smallbusiness`)).toMatchObject({
    kind: 'lemmy',
    title: 'A Lemmy',
    communities: ['smallbusiness'],
  })
  expect(await tried(piefed.url)).toMatchObject({ kind: 'piefed', title: 'A Pie' })
  const found = { kind: 'feed', address: `${site.url}/feed`, title: 'Wishes & more' }
  expect(await tried(site.url)).toMatchObject({ ...found, posts: [{ title: 'A tool for a?' }, {}] })
  expect(await tried(`${site.url}/feed`)).toMatchObject(found)
  const { rows } = await product.database.pool.query(
    'select 1 from archive_posts union all select 1 from sources union all select 1 from feed_reads',
  )
  expect(rows).toEqual([])
})

test.each([
  ['https://www.reddit.com/r/saas', /Reddit, which gives no new access/u],
  ['http://10.0.0.1/feed', /PRIVATE_HOSTS/u],
  ['ftp://one.test/feed', /not http/u],
  ['http://[', /not valid/u],
])('an unreadable address is refused with the reason: %s', async (url, reason) => {
  const product = await open()
  const reply = await product.add(url)
  expect([reply.statusCode, reply.json()]).toEqual([
    422,
    { code: 'source_unreadable', message: expect.stringMatching(reason), userMessage: expect.any(String) },
  ])
  expect((await product.list()).sources).toEqual([])
})

test('a source is added, read, paused, changed and removed without a restart, in every instance', async () => {
  const forum = await startFakeDiscourse(() => [
    makeTopic({ id: 7, title: 'A tool for invoicing?' }, { cooked }),
  ])
  const product = await open()
  const other = await product.another()
  const name = hostOf(forum.url)
  expect((await product.answerOf('invoicing')).coverage.map(({ source }) => source)).toEqual(['archive'])

  expect((await product.add(forum.url)).statusCode).toBe(200)
  expect((await product.add(forum.url)).json()).toMatchObject({ code: 'source_conflict' })
  expect(await product.one(name)).toMatchObject({ state: 'on', waiting: true, posts: 0, addedBy: 'operator' })
  await product.scan()
  const read = await product.one(name)
  expect(read).toMatchObject({ posts: 1, waiting: false, reason: null, overdue: 0, everyHours: 24 })
  expect(read.lastSuccessAt).not.toBeNull()
  expect(read.callsLeft).toBeLessThan(120)
  const found = await product.answerOf('invoicing', other)
  expect(found.results.map(({ source }) => source)).toEqual([name])
  expect(found.coverage.map(({ source }) => source)).toEqual(['archive', name])

  const wrong = await product.change(read.id, { communities: ['anything'] })
  expect([wrong.statusCode, wrong.json().userMessage]).toEqual([400, expect.stringContaining('features/5')])
  const changed = { enabled: false, everyHours: 6, communities: ['features/5'] }
  expect((await product.change(read.id, changed)).statusCode).toBe(200)
  expect(await product.one(name)).toMatchObject({
    state: 'paused',
    everyHours: 6,
    communities: ['features/5'],
  })
  expect((await product.answerOf('invoicing', other)).coverage).toHaveLength(1)

  expect((await product.remove(read.id)).statusCode).toBe(200)
  expect(await product.one(name)).toMatchObject({ state: 'removing' })
  expect((await product.remove(read.id)).json()).toMatchObject({ code: 'not_found' })
  expect((await readAuditLog(product.app, product.cookie)).map(({ action }) => action).slice(0, 3)).toEqual([
    'source_removed',
    'source_changed',
    'source_added',
  ])
})

test('a removed source leaves no posts behind, and may be added again', async () => {
  const marker = 'zebrafolk'
  const forum = await startFakeDiscourse(() => [
    makeTopic({ id: 7, title: `Invoicing for ${marker}?` }, { cooked }),
  ])
  const product = await open()
  const name = hostOf(forum.url)
  await product.add(forum.url)
  await product.scan()
  const { id } = await product.one(name)
  expect((await product.answerOf('invoicing')).results).toHaveLength(1)
  await product.remove(id)
  await product.purge(id)
  const traces = () => findTraces(product.database.pool, product.dataDir, marker)
  expect(await traces()).toEqual([])
  expect(await product.one(name)).toMatchObject({ state: 'removing', posts: 0 })
  await product.purge(id, 6 * 60_000)
  expect((await product.list()).sources).toEqual([])
  const named = await findTraces(product.database.pool, product.dataDir, name)
  // The audit log, and the coverage of earlier searches.
  const expected = ['public.audit_log.details', 'public.search_results.coverage']
  expect(named.filter((place) => !expected.includes(place))).toEqual([])

  await product.add(forum.url)
  await product.scan()
  expect((await product.answerOf('invoicing')).results).toHaveLength(1)
})

test('posts that two feeds contain stay until both are removed; a removed source that a variable names is not added again', async () => {
  const site = await startFakeSource(({ path }) =>
    sendsFeed(path === '/one' ? feedText('both', 'one') : feedText('both', 'two')),
  )
  const environment = { FEEDS: `${site.url}/one ${site.url}/two` }
  const product = await open(environment)
  await product.scan()
  const [one, two] = (await product.list()).sources
  expect([one, two]).toMatchObject([
    { address: `${site.url}/one`, posts: 2, addedBy: 'environment' },
    { posts: 2 },
  ])
  await product.remove(one?.id ?? '')
  await product.purge(one?.id ?? '', 6 * 60_000)
  const { rows } = await product.database.pool.query('select title from archive_posts order by title')
  expect(rows).toEqual([{ title: 'A tool for both?' }, { title: 'A tool for two?' }])
  await product.another()
  expect((await product.list()).sources.map(({ address }) => address)).toEqual([`${site.url}/two`])
})

test('posts that a search stored while its source was being removed are deleted too', async () => {
  const forum = await startFakeDiscourse(() => [makeTopic({ id: 7 }, { cooked })])
  const product = await open()
  await product.add(forum.url)
  const name = hostOf(forum.url)
  const { id } = await product.one(name)
  await product.remove(id)
  await product.purge(id)
  await product.storePosts([makePost({ source: name, sourceId: '7' })])
  await product.purge(id, 4 * 60_000)
  expect(await product.one(name)).toMatchObject({ state: 'removing', posts: 0 })
  await product.storePosts([makePost({ source: name, sourceId: '8' })])
  await product.purge(id, 6 * 60_000)
  const { rows } = await product.database.pool.query(
    'select 1 from archive_posts union all select 1 from sources',
  )
  expect(rows).toEqual([])
})

test('a repository is added by its address, and its issues are read by label', async () => {
  const issue = {
    number: 7,
    title: 'A tool for invoicing?',
    body: 'I waste hours on invoicing every week and would pay for a tool.',
    created_at: '2026-01-02T03:04:05Z',
  }
  const site = await startFakeSource(({ path }) => ({
    body: path.endsWith('/issues')
      ? [issue]
      : path.startsWith('/repos/')
        ? { private: false }
        : { items: [] },
  }))
  const product = await open({ GITHUB_ISSUES_URL: site.url })
  expect((await product.tryOut('github.com/acme')).json().userMessage).toContain('address of a repository')
  expect((await product.add('github.com/Acme/Ledger/labels/wish')).json()).toMatchObject({
    title: 'Acme/Ledger',
  })
  await product.scan()
  const read = await product.one('github.com-acme_ledger')
  expect(read).toMatchObject({ kind: 'github', communities: ['wish'], posts: 1, reason: null })
  const { results } = await product.answerOf('invoicing')
  expect(results).toMatchObject([
    { subreddit: 'Acme/Ledger', url: 'https://github.com/Acme/Ledger/issues/7' },
  ])
  // GitHub limits searches separately, so an exhausted search limit does not delay reads.
  const { rows } = await product.database.pool.query(
    `select distinct identifier from rate_limits where identifier like 'source:github%' order by identifier`,
  )
  expect(rows.map(({ identifier }) => identifier)).toEqual(['source:github', 'source:github search'])
  const labels = ['🚀 wish! (later)', "won't do & *"]
  expect((await product.change(read.id, { communities: labels })).statusCode).toBe(200)
  expect((await product.change(read.id, { communities: ['a"b'] })).statusCode).toBe(400)
  expect((await product.one('github.com-acme_ledger')).communities).toEqual(labels)
})

test('after a failing part of a source is removed, the source no longer shows the failure', async () => {
  const forum = await startFakeDiscourse(
    () => [makeTopic({ id: 7 }, { cooked })],
    ({ path }) => (path.startsWith('/c/help/6') ? { status: 404 } : undefined),
  )
  const product = await open()
  await product.add(`${forum.url}/c/features/5`)
  const name = hostOf(forum.url)
  const { id } = await product.one(name)
  await product.change(id, { communities: ['features/5', 'help/6'] })
  await product.scan()
  await product.scan()
  expect((await product.one(name)).reason).toMatch(/^help\/6: .*404/u)
  await product.change(id, { communities: ['features/5'] })
  const mended = await product.one(name)
  expect(mended).toMatchObject({ state: 'on', reason: null, waiting: false })
  expect(mended.lastSuccessAt).not.toBeNull()
})

test('posts of Hacker News are still checked and can be removed after a variable turns it off', async () => {
  const stories = await startFakeSource(() => ({ body: { hits: [], nbHits: 0 } }))
  const at = { HACKER_NEWS_SEARCH_URL: stories.url }
  const product = await open({ ...at, HACKER_NEWS: 'off' })
  await product.add('https://news.ycombinator.com')
  await product.storePosts([makePost({ source: 'hacker-news', sourceId: '17' })])
  const off = await product.one('hacker-news')
  expect(off).toMatchObject({ state: 'off', posts: 1 })
  const config = loadTestConfig({ ...at, HACKER_NEWS: 'off' })
  const parts = {
    config,
    database: { ...product.database, where: 'test' },
    logger,
    clock: () => new Date(),
    workers,
  }
  const { live } = await wireSources({ ...parts, publicUrl: 'https://unmet.test', stoppedClock: null })
  expect((await live.listChecks()).map(({ source }) => source)).toEqual(['hacker-news'])
  expect([await live.listSources(), await live.listFeeds()]).toEqual([[], []])
  expect((await product.remove(off.id)).statusCode).toBe(200)
  await product.purge(off.id, 6 * 60_000)
  expect((await product.list()).sources).toEqual([])
})

test('Hacker News is on in new installations, and off in older ones or if the variable says so', async () => {
  const stories = await startFakeSource(() => ({ body: { hits: [], nbHits: 0 } }))
  const at = { HACKER_NEWS_SEARCH_URL: stories.url }
  const fresh = await open({ ...at, HACKER_NEWS: '' })
  expect(await fresh.one('hacker-news')).toMatchObject({ state: 'on', communities: ['Ask HN', 'Show HN'] })
  expect((await fresh.answerOf('invoicing')).coverage.map(({ source }) => source)).toContain('hacker-news')

  await fresh.database.pool.query('delete from sources')
  await fresh.another()
  expect((await fresh.list()).sources).toEqual([])

  const without = await open({ ...at, HACKER_NEWS: 'off' })
  expect((await without.list()).sources).toEqual([])
})

test("a Stack Exchange question is shown and exported with author and licence, and the author's name is not searchable", async () => {
  const item = {
    question_id: 9,
    title: 'A tool for invoicing?',
    body: cooked,
    score: 3,
    answer_count: 1,
    creation_date: 1_790_000_000,
    content_license: 'CC BY-SA 4.0',
    owner: { display_name: 'Quillon Zebrafolk', link: 'https://superuser.com/users/9' },
  }
  const site = await startFakeSource(() => ({ body: { items: [item], has_more: false } }))
  const product = await open({ STACK_EXCHANGE_URL: site.url })
  await product.add('superuser.com')
  await product.scan()
  const attribution = { author: 'Quillon Zebrafolk', license: 'CC BY-SA 4.0' }
  const reply = await search(product.app, 'invoicing')
  const { results, sessionId } = searchReply.parse(reply.json())
  expect(results).toMatchObject([{ source: 'superuser.com', attribution }])
  const headers = { cookie: cookieOf(reply) }
  const csv = await product.app.inject({ url: `/api/download/${sessionId}`, headers })
  expect(csv.body).toContain('Quillon Zebrafolk, https://superuser.com/users/9, CC BY-SA 4.0')
  const { id } = await product.one('superuser.com')
  await product.change(id, { enabled: false })
  expect((await product.answerOf('zebrafolk')).results).toEqual([])

  const rescoring = {
    store: makeRescoreStore(product.database.db),
    scorer: { scorePost, version: 'another' },
  }
  await rescorePosts(rescoring, { posts: 0, total: 0 }, new AbortController().signal)
  expect((await product.answerOf('invoicing')).results).toMatchObject([{ attribution }])
})

test('a list of feeds is imported and exported, and unreadable entries are reported', async () => {
  const site = await startFakeSource(() => sendsFeed(feedText('a')))
  const product = await open()
  const opml = `<?xml version="1.0"?><opml version="2.0"><head><title>Mine</title></head><body>
    <outline text="Folder"><outline text="One &amp; all" type="rss" xmlUrl="${site.url}/one"/></outline>
    <outline text="Two" xmlUrl="${site.url}/two"/><outline text="Two again" xmlUrl="${site.url}/two#x"/>
    <outline text="Script" xmlUrl="javascript:alert(1)"/>
    <outline text="Reddit" xmlUrl="https://www.reddit.com/r/saas/.rss"/></body></opml>`
  const send = (text: string) => adminPost(product.app, 'sources/opml', { opml: text }, product.cookie)
  expect((await send(opml)).json()).toEqual({
    added: 2,
    known: 0,
    refused: [
      { address: 'javascript:alert(1)', reason: 'is no http or https address' },
      { address: 'https://www.reddit.com/r/saas/.rss', reason: expect.stringContaining('Reddit') },
    ],
    refusedCount: 2,
  })
  expect((await product.list()).sources.map(({ title, waiting }) => [title, waiting])).toEqual([
    ['One & all', true],
    ['Two', true],
  ])
  expect((await send(opml)).json()).toMatchObject({ added: 0, known: 2 })
  const exported = await product.app.inject({
    url: '/api/admin/sources/opml',
    headers: { cookie: product.cookie },
  })
  expect(exported.headers['content-disposition']).toContain('unmet-feeds.opml')
  for (const { id } of (await product.list()).sources) await product.remove(id)
  expect((await send(exported.body)).json()).toMatchObject({ added: 2, known: 0, refusedCount: 0 })
  const bad = await send('<html>')
  expect([bad.statusCode, bad.json().userMessage]).toEqual([
    422,
    'This file is no list of feeds (OPML), or is broken.',
  ])
})

test('of ten forums and five instances, only the misbehaving ones lose posts, and they are reported', async () => {
  const misbehave: Record<string, FakeReply> = {
    hangs: { instead: 'hangs' },
    lies: { body: '{}', instead: 'falls silent' },
    waits: { status: 429, headers: { 'retry-after': '600' } },
    refuses: { status: 403, body: { errors: ['no'] } },
    fails: { status: 500 },
  }
  const good = () => [makeTopic({ id: 7, title: 'A tool for invoicing?' }, { cooked })]
  const forums = [
    ...(await Promise.all(Object.values(misbehave).map((reply) => startFakeDiscourse(good, () => reply)))),
    ...(await Promise.all(Array.from({ length: 5 }, () => startFakeDiscourse(good)))),
  ]
  const view = makePostView({ id: 1, name: 'Invoicing by hand?' })
  const instances = await Promise.all([
    ...Array.from({ length: 3 }, () => startFakeLemmy(() => [view])),
    startFakeLemmy(() => []),
    startFakeLemmy(
      () => [],
      () => ({ body: '<html>' }),
    ),
  ])
  const product = await open({
    DISCOURSE_FORUMS: forums.map(({ url }) => url).join(' '),
    LEMMY_INSTANCES: instances.map(({ url }) => url).join(' '),
    SOURCE_TIME_LIMIT_MS: '10000',
  })
  const { coverage } = await product.answerOf('invoicing')
  const troubleOf = ({ url }: { url: string }) =>
    coverage.find(({ source }) => source === hostOf(url))?.failed ?? null
  const troubles = forums.map(troubleOf)
  expect(troubles.slice(0, 5)).toEqual([
    expect.stringContaining('did not answer in time'),
    expect.stringContaining('did not answer in time'),
    expect.stringContaining('asked us to wait 600 s'),
    expect.stringContaining('refused (status 403)'),
    expect.stringMatching(/failed \(status 500|did not answer in time/u),
  ])
  expect(troubles.slice(5)).toEqual([null, null, null, null, null])
  expect(instances.map(troubleOf)).toEqual([null, null, null, null, expect.any(String)])
})
