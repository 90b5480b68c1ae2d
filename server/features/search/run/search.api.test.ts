import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePost } from '#tests/harness/make-post.ts'
import { openInvoicingApp, search, searchOnce } from '#tests/harness/search-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

let product: TestApp

beforeAll(async () => {
  product = await openInvoicingApp()
})
afterAll(() => product.close())

describe('an answer', () => {
  test('holds every matching post once, best first, with the words that earned its points', async () => {
    const answer = await searchOnce(product.app, 'invoicing')
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

  test('is the same however it is compressed, and is not sent when it could not be saved', async () => {
    const { sessionId: _, ...plain } = await searchOnce(product.app, 'invoicing')
    const read: [string, (body: Buffer) => Buffer][] = [
      ['zstd', zstdDecompressSync],
      ['gzip', gunzipSync],
      ['zstd;q=0, br', brotliDecompressSync],
    ]
    for (const [accepted, unpack] of read) {
      const reply = await search(product.app, 'invoicing', { 'accept-encoding': accepted })
      const { sessionId, ...answer } = JSON.parse(unpack(reply.rawPayload).toString())
      expect([reply.statusCode, answer]).toEqual([200, plain])
      expect(reply.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'content-encoding': accepted.replace(/.* /u, ''),
        'content-length': String(reply.rawPayload.length),
        vary: 'accept-encoding',
        'cache-control': 'no-store',
      })
      const saved = await product.app.inject({ url: `/api/search-results/${sessionId}` })
      expect(saved.json().results).toEqual(plain.results)
    }
    await product.database.pool.query('alter table search_results rename to search_results_away')
    const failed = await search(product.app, 'invoicing', { 'accept-encoding': 'zstd' })
    await product.database.pool.query('alter table search_results_away rename to search_results')
    expect([failed.statusCode, failed.headers['content-encoding']]).toEqual([500, undefined])
    expect(failed.json().code).toBe('internal')
  })

  test('leaves upvotes and comments null where the source does not give them, and a link that is not http(s)', async () => {
    const odd = (await searchOnce(product.app, 'invoicing')).results.find((one) => one.id === 'odd1')
    expect(odd).toMatchObject({ score: null, comments: null, url: null })
  })

  test('finds other forms of a word, and not posts without it', async () => {
    expect((await searchOnce(product.app, 'invoices')).results.map((one) => one.id)).toContain('need1')
    expect((await searchOnce(product.app, 'hive')).results.map((one) => one.id)).toEqual(['bees1'])
  })

  test('keeps a phrase together and leaves excluded words out', async () => {
    expect((await searchOnce(product.app, '"quarterly news"')).results.map((one) => one.id)).toEqual([
      'news1',
    ])
    expect((await searchOnce(product.app, '"news quarterly"')).results.map((one) => one.match)).toEqual([
      'related',
    ])
    expect((await searchOnce(product.app, 'invoicing -tool')).results.map((one) => one.id)).not.toContain(
      'need1',
    )
  })

  test('is widened to posts with most of the words, marked as related', async () => {
    const answer = await searchOnce(product.app, 'honey shed invoicing')
    expect(answer.results.map((one) => [one.id, one.match])).toEqual([['bees1', 'related']])
  })

  test('shows the keyword wherever in a post it stands, and again when it is read later', async () => {
    const selftext = `I hate our invoices. ${'Nothing of that here. '.repeat(40)}My zither is broken.`
    const test = await openTestApp()
    await test.storePosts([makePost({ title: 'A long story', selftext })])
    const { results, sessionId } = await searchOnce(test.app, 'zither')
    const [shown] = results
    expect(shown?.excerpt).toMatch(/^\S.*My zither is broken\.$/u)
    const read = await test.app.inject({ url: `/api/search-results/${sessionId}` })
    expect(read.json().results[0]).toEqual(shown)
    const seen = await searchOnce(test.app, 'story')
    expect(seen.results[0]?.excerpt).toContain('I hate our invoices.')
    await test.close()
  })

  test('says what was searched and what to try when nothing matches', async () => {
    const answer = await searchOnce(product.app, 'xylophone')
    expect(answer).toMatchObject({ results: [], count: 0 })
    expect(answer.explanation).toContain('"xylophone"')
    expect(answer.explanation).toContain('5 posts')
  })

  test('says so when nothing in the keyword can be searched for', async () => {
    for (const keyword of ['the and of', '-invoicing']) {
      expect((await searchOnce(product.app, keyword)).explanation).toContain('Nothing was searched')
    }
  })

  test('takes a hyphen for a space between words that belong together', async () => {
    const ids = async (keyword: string) =>
      (await searchOnce(product.app, keyword)).results.map((one) => one.id)
    expect(await ids('quarterly-news')).toEqual(['news1'])
  })

  test('is the same for a keyword in full-width letters, whoever asks first', async () => {
    const test = await openTestApp({}, { SEARCH_CACHE_SECONDS: '3600' })
    await test.storePosts([makePost({ title: 'About invoicing' })])
    expect((await searchOnce(test.app, 'ｉｎｖｏｉｃｉｎｇ')).count).toBe(1)
    expect((await searchOnce(test.app, 'invoicing')).count).toBe(1)
    await test.close()
  })

  test('does not contain the starter collection once real posts answer', async () => {
    const { results } = await searchOnce(product.app, 'invoicing')
    expect(results.some(({ sample }) => sample)).toBe(false)
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
    ['in\u200bvisible', 'control characters'],
    ['later\u0080', 'control characters'],
    [42, 'Enter a keyword'],
  ]
  const named = refused.map(([keyword, reason]) => ({ keyword, reason, shown: String(keyword).slice(0, 40) }))
  test.each(named)('$shown is refused with the reason', async ({ keyword, reason }) => {
    const reply = await search(product.app, keyword)
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({
      code: 'invalid_keyword',
      userMessage: expect.stringContaining(reason),
    })
  })

  test.each([
    "'; drop table archive_posts; --",
    'a:* & !b',
    "it's \\ here",
    '<-> x',
    'the and of',
    '-only',
    '"open',
  ])('%j is searched like any other', async (keyword) => {
    expect((await search(product.app, keyword)).statusCode).toBe(200)
  })

  test('of eight words is searched', async () => {
    expect((await search(product.app, 'one two three four five six seven eight')).statusCode).toBe(200)
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
