import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { savedResultsReply, searchReply } from '#contract/search.ts'
import type { DiscussionSource } from '#server/ports.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

const need = (words: string) => ({
  title: `Is there a tool for ${words}?`,
  selftext: `I waste hours every week on ${words} in a spreadsheet. I would pay for something that works.`,
})

let product: TestApp

beforeAll(async () => {
  product = await openTestApp({}, { ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '1000000' })
  await product.keep([
    makePost({ ...need('invoicing'), sourceId: 'need1' }),
    makePost({ title: 'Our quarterly news', selftext: 'We mention invoicing once.', sourceId: 'news1' }),
    makePost({
      title: 'A link with odd text \u{1F600} =SUM(A1) invoicing',
      selftext: 'Line one, with "quotes"\r\nand invoicing — über 𝒳.',
      url: null,
      upvotes: null,
      comments: null,
      sourceId: 'odd1',
    }),
    makePost({ title: '=cmd|calc invoicing', selftext: '@here', sourceId: 'formula1' }),
    makePost({ sample: true, source: 'sample', sourceId: 'sample1', title: 'Sample about invoicing' }),
    makePost({ title: 'Beekeeping and honey', selftext: 'A shed full of hives.', sourceId: 'bees1' }),
  ])
})
afterAll(() => product.close())

const search = (keyword: unknown, headers: Record<string, string> = {}, app = product.app) =>
  app.inject({ method: 'POST', url: '/api/search', payload: { keyword }, headers })

async function searchOnce(keyword: string) {
  const reply = await search(keyword)
  expect(reply.statusCode, reply.body).toBe(200)
  return searchReply.parse(reply.json())
}

const cookieOf = (reply: { cookies: { name: string; value: string }[] }) => {
  const cookie = reply.cookies.find((one) => one.name === 'visitor')
  return `visitor=${encodeURIComponent(cookie?.value ?? '')}`
}

describe('an answer', () => {
  test('holds every matching post once, best first, with the words that earned its points', async () => {
    const answer = await searchOnce('invoicing')
    expect(answer.count).toBe(answer.results.length)
    expect(new Set(answer.results.map((one) => one.id))).toEqual(
      new Set(['need1', 'news1', 'odd1', 'formula1']),
    )
    expect(answer.results[0]?.id).toBe('need1')
    const best = answer.results[0]
    expect(best?.evidence.length).toBeGreaterThan(0)
    expect(answer.coverage).toMatchObject([{ source: 'archive', posts: 5, sample: false, failed: null }])
    expect(answer.scorerVersion).not.toBe('')
  })

  test('leaves upvotes and comments null where the source does not tell them, and a link that is not http(s)', async () => {
    const odd = (await searchOnce('invoicing')).results.find((one) => one.id === 'odd1')
    expect(odd).toMatchObject({ score: null, comments: null, url: null })
  })

  test('finds other forms of a word, and not posts without it', async () => {
    expect((await searchOnce('invoices')).results.map((one) => one.id)).toContain('need1')
    expect((await searchOnce('hive')).results.map((one) => one.id)).toEqual(['bees1'])
  })

  test('keeps a phrase together and leaves excluded words out', async () => {
    expect((await searchOnce('"quarterly news"')).results.map((one) => one.id)).toEqual(['news1'])
    expect((await searchOnce('"news quarterly"')).results).toEqual([])
    expect((await searchOnce('invoicing -tool')).results.map((one) => one.id)).not.toContain('need1')
  })

  test('is widened to posts with most of the words, marked as related and after the others', async () => {
    const answer = await searchOnce('honey shed invoicing')
    expect(answer.results.map((one) => [one.id, one.match])).toEqual([['bees1', 'related']])
  })

  test('says what was searched and what to try when nothing matches', async () => {
    const answer = await searchOnce('xylophone')
    expect(answer).toMatchObject({ results: [], count: 0 })
    expect(answer.explanation).toContain('"xylophone"')
    expect(answer.explanation).toContain('5 posts')
  })

  test('does not contain the starter collection once there are real posts', async () => {
    expect((await searchOnce('sample')).results).toEqual([])
  })
})

describe('a keyword', () => {
  const refused: [keyword: unknown, reason: string][] = [
    ['', 'Enter a keyword'],
    ['   ', 'Enter a keyword'],
    ['one two three four five six seven eight nine', 'max 8 words'],
    ['10 kB '.repeat(1700), 'at most 200 characters'],
    ['<-> (', 'at least one letter or digit'],
    ['\u{1F600}\u{1F680}', 'at least one letter or digit'],
    ['""', 'at least one letter or digit'],
    ['tab\tbed', 'control characters'],
    ['nul\u0000', 'control characters'],
    ['half \ud83d pair', 'control characters'],
    [42, 'Enter a keyword'],
  ]
  const named = refused.map(([keyword, reason]) => ({ keyword, reason, shown: String(keyword).slice(0, 40) }))
  test.each(named)('$shown is refused with the reason', async ({ keyword, reason }) => {
    const reply = await search(keyword)
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({
      code: 'invalid_keyword',
      userMessage: expect.stringContaining(reason),
    })
  })

  test.each([
    "'; drop table posts; --",
    'a:* & !b',
    "it's \\ here",
    '<-> (x',
    'the and of',
    '-only',
    '"open',
  ])('%j is searched like any other', async (keyword) => {
    expect((await search(keyword)).statusCode).toBe(200)
  })

  test('of eight words is searched', async () => {
    expect((await search('one two three four five six seven eight')).statusCode).toBe(200)
  })
})

describe('a request that cannot be read', () => {
  test.each([
    ['malformed JSON', '{"keyword":', 'application/json', 400, 'invalid_json'],
    ['an empty body', '', 'application/json', 400, 'invalid_json'],
    ['a list', '[]', 'application/json', 400, 'invalid_input'],
    ['plain text', 'keyword=x', 'text/plain', 415, 'unsupported_media_type'],
    ['a form', 'keyword=x', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    ['a body over 64 kB', `"${'x'.repeat(70_000)}"`, 'application/json', 413, 'body_too_large'],
  ])('%s is answered with its reason and costs nothing', async (_name, payload, type, status, code) => {
    const reply = await product.app.inject({
      method: 'POST',
      url: '/api/search',
      payload,
      headers: { 'content-type': type },
    })
    expect(reply.statusCode).toBe(status)
    expect(reply.json()).toMatchObject({ code, message: expect.any(String) })
  })
})

describe('a kept search', () => {
  test('is read again by its token, at no cost, and by no other', async () => {
    const first = await search('invoicing')
    const { sessionId, results } = searchReply.parse(first.json())
    const cookie = cookieOf(first)
    for (let round = 0; round < 5; round += 1) {
      const saved = await product.app.inject({ url: `/api/search-results/${sessionId}`, headers: { cookie } })
      expect(savedResultsReply.parse(saved.json())).toMatchObject({
        sessionId,
        keyword: 'invoicing',
        results,
      })
    }
    expect((await search('invoicing', { cookie })).statusCode).toBe(200)
    const wrong = `${sessionId.slice(0, -1)}${sessionId.endsWith('A') ? 'B' : 'A'}`
    for (const token of [wrong, 'x', '%00', 'a'.repeat(190)]) {
      const reply = await product.app.inject({ url: `/api/search-results/${token}` })
      expect([400, 404]).toContain(reply.statusCode)
    }
  })

  test('that has expired answers with what to do next time', async () => {
    const { sessionId } = await searchOnce('invoicing')
    await product.database.pool.query("update search_results set expires_at = now() - interval '1 second'")
    const reply = await product.app.inject({ url: `/api/search-results/${sessionId}` })
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toMatchObject({
      code: 'results_expired',
      userMessage:
        'Original results may have expired. Please download CSV immediately after future searches.',
    })
  })

  test('that belongs to an account does not answer to a visitor', async () => {
    const { sessionId } = await searchOnce('invoicing')
    const { rows } = await product.database.pool.query(
      "insert into users (email, password) values ('owner@example.com', 'x') returning id",
    )
    await product.database.pool.query('update search_sessions set user_id = $1 where session_token = $2', [
      rows[0].id,
      sessionId,
    ])
    expect((await product.app.inject({ url: `/api/search-results/${sessionId}` })).statusCode).toBe(404)
    expect((await product.app.inject({ url: `/api/download/${sessionId}` })).statusCode).toBe(404)
  })

  test('loses a post that is deleted from the archive', async () => {
    await product.keep([makePost({ title: 'Zeppelin rental invoicing', sourceId: 'zep1' })])
    const { sessionId, count } = await searchOnce('zeppelin')
    expect(count).toBe(1)
    await product.database.pool.query("delete from posts where source_id = 'zep1'")
    const saved = await product.app.inject({ url: `/api/search-results/${sessionId}` })
    expect(savedResultsReply.parse(saved.json()).results).toEqual([])
  })
})

describe('the download', () => {
  test('is a CSV of the search with its fixed name, exact text, and no cell that a spreadsheet would run', async () => {
    const { sessionId, results } = await searchOnce('invoicing')
    const reply = await product.app.inject({ url: `/api/download/${sessionId}` })
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(reply.headers['content-disposition']).toBe(
      `attachment; filename="unmet_problems_${sessionId}.csv"`,
    )
    const rows = parse(reply.rawPayload, { bom: true, columns: true, record_delimiter: '\r\n' }) as Record<
      string,
      string
    >[]
    expect(rows.map((row) => row.id)).toEqual(results.map((one) => one.id))
    const byId = new Map(rows.map((row) => [row.id, row]))
    expect(byId.get('formula1')?.title).toBe("'=cmd|calc invoicing")
    expect(byId.get('formula1')?.text).toBe("'@here")
    expect(byId.get('odd1')).toMatchObject({
      text: 'Line one, with "quotes"\r\nand invoicing — über 𝒳.',
      upvotes: '',
      url: '',
    })
    expect(reply.body.replaceAll('\r\n', '').split('\n').length).toBe(1)
  })
})

describe('the sources of a search', () => {
  const stub = (name: string, search: DiscussionSource['search'], timeLimitMs = 2000): DiscussionSource => ({
    name,
    timeLimitMs,
    search,
  })
  const coverage = { posts: null, oldestPostAt: null, newestPostAt: null, sample: false }

  test('that fail or hang leave the results of the others and a line in coverage', async () => {
    const never = new Promise<never>(() => {})
    const test = await openTestApp({
      sources: (archive) => [
        archive,
        stub('broken', async () => {
          throw new Error('refused our key')
        }),
        stub('hanging', () => never, 50),
      ],
    })
    await test.keep([makePost(need('invoicing'))])
    const answer = searchReply.parse((await search('invoicing', {}, test.app)).json())
    expect(answer.count).toBe(1)
    expect(answer.coverage.map(({ source, failed }) => [source, failed])).toEqual([
      ['archive', null],
      ['broken', 'refused our key'],
      ['hanging', 'did not answer in time'],
    ])
    await test.close()
  })

  test('that all fail make a failed search, which costs nothing', async () => {
    let working = false
    const test = await openTestApp({
      sources: (archive) => [
        stub('only', async (...asked) => {
          if (!working) throw new Error('is away')
          return archive.search(...asked)
        }),
      ],
    })
    const first = await search('invoicing', {}, test.app)
    expect(first.statusCode).toBe(502)
    expect(first.json()).toMatchObject({
      code: 'search_failed',
      userMessage: 'Something went wrong with your search',
    })
    const cookie = cookieOf(first)
    for (let round = 0; round < 3; round += 1) await search('invoicing', { cookie }, test.app)
    working = true
    const statuses = []
    for (let round = 0; round < 3; round += 1) {
      statuses.push((await search('invoicing', { cookie }, test.app)).statusCode)
    }
    expect(statuses).toEqual([200, 200, 429])
    await test.close()
  })

  test('outside the archive bring posts that are scored, kept and found again', async () => {
    const live = makePost({ ...need('invoicing'), source: 'hacker-news', sourceId: 'live1' })
    const test = await openTestApp({
      sources: (archive) => [archive, stub('live', async () => ({ posts: [{ post: live }], coverage }))],
    })
    const sample = makePost({ sample: true, source: 'sample', title: 'Sample about invoicing' })
    await test.keep([sample])
    const answer = searchReply.parse((await search('invoicing', {}, test.app)).json())
    expect(answer.results.map((one) => one.id)).toEqual(['live1'])
    const saved = await test.app.inject({ url: `/api/search-results/${answer.sessionId}` })
    expect(savedResultsReply.parse(saved.json()).results).toEqual(answer.results)
    await test.close()
  })

  test('are asked once for fifty equal keywords at the same moment', async () => {
    let asked = 0
    const test = await openTestApp(
      {
        sources: (archive) => [
          stub('counted', (...query) => {
            asked += 1
            return archive.search(...query)
          }),
        ],
      },
      { ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '100' },
    )
    await test.keep([makePost(need('invoicing'))])
    const forms = ['invoicing', ' Invoicing ', 'INVOICING']
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) => search(forms[index % 3], {}, test.app)),
    )
    expect(replies.every((reply) => reply.statusCode === 200)).toBe(true)
    expect(new Set(replies.map((reply) => reply.json().sessionId)).size).toBe(50)
    expect(asked).toBe(1)
    await test.close()
  })

  test('are asked again for a kept answer once the archive has changed', async () => {
    let now = new Date('2026-05-01T12:00:00Z').getTime()
    const test = await openTestApp({ clock: () => new Date(now) }, { SEARCH_CACHE_SECONDS: '3600' })
    await test.keep([makePost(need('invoicing'))])
    expect((await search('invoicing', {}, test.app)).json().count).toBe(1)
    await test.keep([makePost(need('invoicing'))])
    now += 2000
    expect((await search('invoicing', {}, test.app)).json().count).toBe(2)
    await test.close()
  })
})

describe('a visitor', () => {
  test('has exactly two searches a day, also when twenty run at once over two instances', async () => {
    let now = new Date('2026-05-01T12:00:00Z')
    const test = await openTestApp({ clock: () => now })
    await test.keep([makePost(need('invoicing'))])
    const second = await test.another()
    const cookie = cookieOf(await test.app.inject({ url: `/api/search-results/${'a'.repeat(43)}` }))
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        search('invoicing', { cookie }, index % 2 === 0 ? test.app : second),
      ),
    )
    const refused = replies.filter((reply) => reply.statusCode === 429)
    expect(refused.length).toBe(18)
    expect(refused[0]?.json()).toEqual({
      code: 'visitor_daily_limit',
      message: 'Free searches used up today',
      userMessage: 'Sign in to get 2 free searches per month, or upgrade to Pro for unlimited access.',
    })
    expect(refused[0]?.headers['retry-after']).toBe(String(12 * 3600))
    const { rows } = await test.database.pool.query('select count(*)::int as kept from search_sessions')
    expect(rows[0].kept).toBe(2)
    now = new Date('2026-05-02T00:00:01Z')
    expect((await search('invoicing', { cookie }, test.app)).statusCode).toBe(200)
    await test.close()
  })

  test('without a cookie is held to the limit of the address, which a forged header does not change', async () => {
    const test = await openTestApp({}, { ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '3' })
    await test.keep([makePost(need('invoicing'))])
    const replies = []
    for (let round = 0; round < 5; round += 1) {
      replies.push(await search('invoicing', { 'x-forwarded-for': `10.9.8.${round}` }, test.app))
    }
    expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200, 200, 429, 429])
    expect(replies[4]?.json().code).toBe('address_daily_limit')
    await test.close()
  })

  test('with a forged cookie is a new visitor', async () => {
    const reply = await search('invoicing', { cookie: 'visitor=AAAAAAAAAAAAAAAAAAAAAA.forged' })
    expect(reply.cookies.some((cookie) => cookie.name === 'visitor')).toBe(true)
  })

  test('behind a trusted proxy is told apart by the address the proxy names', async () => {
    const test = await openTestApp(
      {},
      { ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '1', TRUSTED_PROXIES: '127.0.0.1' },
    )
    await test.keep([makePost(need('invoicing'))])
    const from = (address: string) => search('invoicing', { 'x-forwarded-for': address }, test.app)
    expect((await from('203.0.113.5')).statusCode).toBe(200)
    expect((await from('203.0.113.5')).statusCode).toBe(429)
    expect((await from('203.0.113.6')).statusCode).toBe(200)
    await test.close()
  })
})
