import { once } from 'node:events'
import { describe, expect, onTestFinished, test } from 'vitest'
import { errorReply } from '#contract/error.ts'
import { type SearchResult, savedResultsReply, searchReply, searchStreamEndpoint } from '#contract/search.ts'
import { type FoundPost, type Post, SourceError } from '#server/source-ports.ts'
import type { Replacements } from '#server/wiring/wired.ts'
import { signUp } from '#tests/harness/account-calls.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { cookieOf, search } from '#tests/harness/search-calls.ts'
import {
  deleteFromArchive,
  gatedSource,
  openStream,
  strongNeed,
  unknownCoverage,
} from '#tests/harness/stream-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

const archived = () => makePost({ title: 'Notes of the week', selftext: 'Some invoicing.', sourceId: 'old1' })
const live = (own: Partial<Post> = {}) =>
  makePost({ ...strongNeed('invoicing'), source: 'hacker-news', sourceId: 'live1', upvotes: null, ...own })
const found = (): FoundPost => ({ post: live() })
const slowHackerNews = () =>
  gatedSource('hacker-news', async () => ({ posts: [found()], coverage: unknownCoverage }))

async function open(
  sources: NonNullable<Replacements['sources']>,
  environment: Record<string, string> = {},
): Promise<TestApp> {
  const product = await openTestApp({ sources }, environment)
  onTestFinished(() => product.close())
  await product.storePosts([archived()])
  return product
}

const idsOf = (posts: readonly { id: string }[]) => posts.map(({ id }) => id)
const names = (events: readonly { event: string }[]) => events.map(({ event }) => event)

async function readSaved(product: TestApp, sessionId: string, cookie = '') {
  const reply = await product.app.inject({ url: `/api/search-results/${sessionId}`, headers: { cookie } })
  return savedResultsReply.parse(reply.json())
}

describe('a stream without live sources', () => {
  test('sends the results of the plain search and that this is all, at once', async () => {
    const product = await open((archive) => [archive])
    const stream = await openStream(product.app, 'invoicing')
    expect(stream.reply.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(stream.reply.headers.get('x-accel-buffering')).toBe('no')
    const events = await stream.rest()
    expect(names(events)).toEqual(['results', 'done'])
    const plain = searchReply.parse((await search(product.app, 'invoicing')).json())
    expect({ ...Object(events[0]?.data), sessionId: '' }).toEqual({ ...plain, sessionId: '' })
    expect(events[1]?.data).toMatchObject({ results: [], count: 1, coverage: plain.coverage })
  })

  test('explains an empty answer as the plain search does', async () => {
    const product = await open((archive) => [archive])
    const stream = await openStream(product.app, 'xylophone')
    const events = await stream.rest()
    expect(events[0]?.data).toMatchObject({ count: 0, explanation: expect.stringContaining('"xylophone"') })
    expect(events[1]?.data).toMatchObject({ count: 0, explanation: expect.stringContaining('"xylophone"') })
  })
})

describe('a stream with a live source', () => {
  test('sends the archive at once, then what the source brings, in one order, and saves it', async () => {
    const slow = slowHackerNews()
    const product = await open((archive) => [archive, slow.source])
    const stream = await openStream(product.app, 'invoicing')

    const first = await stream.next()
    if (first.event !== 'results') throw new Error(first.event)
    expect(idsOf(first.data.results)).toEqual(['old1'])
    expect(first.data.coverage.map(({ source }) => source)).toEqual(['archive'])
    expect(await stream.next()).toEqual({
      event: 'progress',
      data: { source: 'hacker-news', state: 'asking' },
    })
    // Exactly the posts that were sent so far are saved.
    expect((await readSaved(product, first.data.sessionId)).results).toEqual(first.data.results)

    slow.open()
    expect(await stream.next()).toEqual({
      event: 'progress',
      data: { source: 'hacker-news', state: 'answered', posts: 1 },
    })
    const posts = await stream.next()
    if (posts.event !== 'posts') throw new Error(posts.event)
    expect(idsOf(posts.data.results)).toEqual(['live1'])
    expect(posts.data.results[0]).toMatchObject({ score: null, match: 'title' })
    expect(posts.data.results[0]).not.toHaveProperty('advancedScore')
    expect(posts.data.results[0]?.evidence.length).toBeGreaterThan(0)
    expect(idsOf(posts.data.order)).toEqual(['live1', 'old1'])

    const [done] = await stream.rest()
    if (done?.event !== 'done') throw new Error(done?.event)
    expect(done.data).toMatchObject({ results: [], count: 2, order: posts.data.order })
    expect(done.data.coverage.map(({ source, failed }) => [source, failed])).toEqual([
      ['archive', null],
      ['hacker-news', null],
    ])
    const saved = await readSaved(product, first.data.sessionId)
    expect(saved.results).toEqual([...posts.data.results, ...first.data.results])
    expect(saved.coverage).toEqual(done.data.coverage)
    const csv = await product.app.inject({ url: `/api/download/${first.data.sessionId}` })
    expect(csv.body.trimEnd().split('\r\n').length).toBe(3)
  })

  test('leaves compressed at once as well', async () => {
    const slow = gatedSource('slow', async () => ({ posts: [], coverage: unknownCoverage }))
    const product = await open((archive) => [archive, slow.source])
    for (const encoding of ['zstd', 'br', 'gzip', 'identity']) {
      const stream = await openStream(product.app, 'invoicing', { 'accept-encoding': encoding })
      expect(stream.reply.headers.get('content-encoding') ?? 'identity').toBe(encoding)
      expect(await stream.next()).toMatchObject({ event: 'results' })
      expect(await stream.next()).toMatchObject({ event: 'progress' })
      stream.leave()
    }
    slow.open()
  })

  test('says why a source failed, and saves that with the results', async () => {
    const product = await open((archive) => [
      archive,
      {
        name: 'reddit',
        timeLimitMs: 20_000,
        search: async () => {
          throw new SourceError('refused our key')
        },
      },
      { name: 'hanging', timeLimitMs: 40, search: () => new Promise<never>(() => {}) },
    ])
    const stream = await openStream(product.app, 'invoicing')
    const [results, ...events] = await stream.rest()
    expect(events).toMatchObject([
      { event: 'progress', data: { source: 'reddit', state: 'asking' } },
      { event: 'progress', data: { source: 'hanging', state: 'asking' } },
      { event: 'progress', data: { source: 'reddit', state: 'failed', reason: 'refused our key' } },
      { event: 'progress', data: { source: 'hanging', state: 'failed', reason: 'did not answer in time' } },
      { event: 'done', data: { count: 1 } },
    ])
    if (results?.event !== 'results') throw new Error(results?.event)
    const saved = await readSaved(product, results.data.sessionId)
    expect(saved.coverage.map(({ failed }) => failed)).toEqual([
      null,
      'refused our key',
      'did not answer in time',
    ])
  })

  test('goes on with the first source that answers when the archive does not', async () => {
    const slow = gatedSource('slow', async () => ({ posts: [], coverage: unknownCoverage }))
    const product = await open((archive) => [
      { ...archive, search: () => Promise.reject(new SourceError('is away')) },
      {
        name: 'quick',
        timeLimitMs: 20_000,
        search: async () => ({ posts: [found()], coverage: unknownCoverage }),
      },
      slow.source,
    ])
    const stream = await openStream(product.app, 'invoicing')
    const first = await stream.next()
    if (first.event !== 'results') throw new Error(first.event)
    expect(idsOf(first.data.results)).toEqual(['live1'])
    slow.open()
    expect(names(await stream.rest())).toEqual(['progress', 'progress', 'done'])
  })

  test('shows each plan what it may see, of live posts too', async () => {
    const slow = slowHackerNews()
    const product = await open((archive) => [archive, slow.source])
    const pro = await signUp(product.app)
    await product.database.pool.query("update users set subscription_tier = 'pro'")
    const stream = await openStream(product.app, 'invoicing', { cookie: pro.cookie })
    const first = await stream.next()
    if (first.event !== 'results') throw new Error(first.event)
    const results: SearchResult[] = [...first.data.results]
    slow.open()
    for (const { event, data } of await stream.rest()) {
      if (event === 'posts') results.push(...data.results)
    }
    expect(idsOf(results)).toEqual(['old1', 'live1'])
    expect(results.every(({ advancedScore }) => advancedScore !== undefined)).toBe(true)
    const saved = await readSaved(product, first.data.sessionId, pro.cookie)
    expect(saved.results).toEqual([results[1], results[0]])
  })
})

describe('a person who leaves', () => {
  test('has a search that was counted once and is saved whole', async () => {
    const slow = slowHackerNews()
    const product = await open((archive) => [archive, slow.source])
    const stream = await openStream(product.app, 'invoicing')
    const first = await stream.next()
    if (first.event !== 'results') throw new Error(first.event)
    stream.leave()
    const saved = () => readSaved(product, first.data.sessionId)
    const failed = async () => (await saved()).coverage.map((one) => one.failed)
    expect(await failed()).toEqual([null, 'it had not answered yet; reload the page'])
    slow.open()
    await expect.poll(async () => idsOf((await saved()).results)).toEqual(['live1', 'old1'])
    expect(await failed()).toEqual([null, null])
    const { rows } = await product.database.pool.query('select results_count from search_sessions')
    expect(rows).toEqual([{ results_count: 2 }])
  })
})

test('a person who leaves before the first event has a search that is saved whole', async () => {
  const slow = slowHackerNews()
  const early = gatedSource('archive', async () => ({ posts: [], coverage: unknownCoverage }))
  const product = await open((archive) => [
    {
      ...archive,
      search: async (...query) => {
        await early.source.search(...query)
        return archive.search(...query)
      },
    },
    slow.source,
  ])
  const leaving = new AbortController()
  const base = await product.app.listen({ host: '127.0.0.1', port: 0 })
  const connected = once(product.app.server, 'connection')
  const gone = connected.then(([socket]) => once(socket, 'close'))
  const asked = fetch(`${base}${searchStreamEndpoint.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ keyword: 'invoicing' }),
    signal: leaving.signal,
  })
  asked.catch(() => {})
  await expect.poll(early.asked).toBe(1)
  leaving.abort()
  await expect(asked).rejects.toThrow()
  await gone
  early.open()
  const counts = async () =>
    (await product.database.pool.query('select results_count as posts from search_sessions')).rows
  await expect.poll(counts).toEqual([{ posts: 1 }])
  slow.open()
  await expect.poll(counts).toEqual([{ posts: 2 }])
})

test('a product that stops does not wait for live sources, and what was sent is saved', async () => {
  const slow = slowHackerNews()
  const product = await open((archive) => [archive, slow.source])
  const other = await product.another()
  for (const encoding of ['zstd', 'identity']) {
    const stopping = encoding === 'zstd' ? other : product.app
    const stream = await openStream(stopping, 'invoicing', { 'accept-encoding': encoding })
    expect(await stream.next()).toMatchObject({ event: 'results' })
    await stopping.close()
    await expect(stream.rest()).rejects.toThrow()
  }
  const { rows } = await product.database.pool.query('select results_count from search_sessions')
  expect(rows).toEqual([{ results_count: 1 }, { results_count: 1 }])
  slow.open()
})

describe('what fails before the first event', () => {
  test('is an ordinary error reply with its words', async () => {
    const product = await open((archive) => [archive])
    const refused = await openStream(product.app, 'one two three four five six seven eight nine')
    expect(refused.reply.status).toBe(400)
    expect(errorReply.parse(await refused.reply.json()).code).toBe('invalid_keyword')
    const elsewhere = await openStream(product.app, 'invoicing', { 'sec-fetch-site': 'cross-site' })
    expect(elsewhere.reply.status).toBe(403)
  })

  test('costs nothing when all sources failed; after two searches the day is used up', async () => {
    let works = false
    const product = await open((archive) => [
      { ...archive, search: (...asked) => (works ? archive.search(...asked) : Promise.reject(new Error())) },
    ])
    const failed = await openStream(product.app, 'invoicing')
    expect(failed.reply.status).toBe(503)
    expect(errorReply.parse(await failed.reply.json())).toMatchObject({
      code: 'search_failed',
      userMessage: 'Something went wrong with your search',
    })
    const cookie = failed.reply.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    works = true
    const statuses = []
    for (let round = 0; round < 3; round += 1) {
      const stream = await openStream(product.app, 'invoicing', { cookie })
      statuses.push(stream.reply.status)
      if (stream.reply.status === 429) {
        expect(errorReply.parse(await stream.reply.json()).code).toBe('visitor_daily_limit')
        expect(Number(stream.reply.headers.get('retry-after'))).toBeGreaterThan(0)
      } else await stream.rest()
    }
    expect(statuses).toEqual([200, 200, 429])
    expect((await search(product.app, 'invoicing', { cookie })).statusCode).toBe(429)
  })

  test('gives the first stream the cookie that the next search is counted by', async () => {
    const product = await open((archive) => [archive])
    const stream = await openStream(product.app, 'invoicing')
    expect(stream.reply.headers.getSetCookie()[0]).toMatch(/^visitor=/u)
    await stream.rest()
    expect(cookieOf(await search(product.app, 'invoicing'))).not.toBe('visitor=')
  })
})

describe('equal keywords', () => {
  test('at the same moment ask each source once, whoever streams and whoever waits for all', async () => {
    const slow = slowHackerNews()
    const product = await open((archive) => [archive, slow.source], { SEARCH_CACHE_SECONDS: '120' })
    const streams = await Promise.all(
      ['invoicing', ' Invoicing ', 'INVOICING'].map((keyword) => openStream(product.app, keyword)),
    )
    for (const stream of streams) expect(await stream.next()).toMatchObject({ event: 'results' })
    const plain = search(product.app, 'invoicing')
    const late = await openStream(product.app, 'invoicing')
    expect(await late.next()).toMatchObject({ event: 'results', data: { count: 1 } })
    slow.open()
    for (const stream of [...streams, late]) {
      expect((await stream.rest()).at(-1)).toMatchObject({ event: 'done', data: { count: 2 } })
    }
    expect(idsOf(searchReply.parse((await plain).json()).results)).toEqual(['live1', 'old1'])
    expect(slow.asked()).toBe(1)
  })

  test('soon after are answered whole at once, though live posts changed the archive', async () => {
    let now = new Date('2026-05-01T12:00:00Z').getTime()
    let asked = 0
    const source = {
      name: 'hacker-news',
      timeLimitMs: 20_000,
      search: async () => {
        asked += 1
        return { posts: [found()], coverage: unknownCoverage }
      },
    }
    const product = await openTestApp(
      { clock: () => new Date(now), sources: (archive) => [archive, source] },
      { SEARCH_CACHE_SECONDS: '3600', ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '100' },
    )
    onTestFinished(() => product.close())
    await product.storePosts([archived()])
    await (await openStream(product.app, 'invoicing')).rest()
    for (let round = 0; round < 2; round += 1) {
      now += 2000
      const events = await (await openStream(product.app, 'invoicing')).rest()
      expect(names(events)).toEqual(['results', 'done'])
      expect(events[0]?.data).toMatchObject({ count: 2 })
    }
    expect(asked).toBe(1)

    // A post that was deleted in the meantime does not come back from the cache.
    await deleteFromArchive(product, { source: 'hacker-news', sourceId: 'live1' })
    now += 2000
    const [results] = await (await openStream(product.app, 'invoicing')).rest()
    expect(results?.data).toMatchObject({ coverage: [{ failed: null }, { failed: null }] })
    expect(JSON.stringify(results)).not.toContain('live1')
    expect(asked).toBe(1)
  })
})
