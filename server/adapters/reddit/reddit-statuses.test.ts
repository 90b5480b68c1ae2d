import { describe, expect, test } from 'vitest'
import type { FoundPost } from '#server/source-ports.ts'
import { makeListing, makeRedditData, startFakeReddit } from '#tests/harness/fake-reddit.ts'
import type { FakeReply } from '#tests/harness/fake-source.ts'
import { makeCallParts, makeQuery, makeRealCallParts, noSignal } from '#tests/harness/source-parts.ts'
import { redditSource } from './reddit-source.ts'

type Reddit = Awaited<ReturnType<typeof startFakeReddit>>

/** A search without time pressure, unless the test sets a limit. */
function search(reddit: Reddit, timeLimitMs = 60_000, signal = noSignal) {
  const { source } = redditSource({ ...reddit, timeLimitMs })
  return source.search(makeQuery('invoicing'), { posts: 100, signal })
}

const good = { body: makeListing([makeRedditData()]) }
const titles = ({ posts }: { posts: FoundPost[] }) => posts.map(({ post }) => 'title' in post && post.title)
const json = (body: object): FakeReply => ({ body })
const html = { 'content-type': 'text/html' }
const bearer = (error: string) => ({ 'www-authenticate': `Bearer realm="reddit", error="${error}"` })

describe('a refusal is reported once and not asked again', () => {
  const elsewhere = { location: 'https://www.reddit.com/subreddits/search?q=doesnotexist' }
  test.each<[string, FakeReply, string]>([
    ['301', { status: 301, headers: elsewhere }, 'has nothing at this address (status 301)'],
    ['302', { status: 302, headers: elsewhere }, 'has nothing at this address (status 302)'],
    [
      '400 with an explanation',
      { status: 400, ...json({ fields: ['q'], explanation: 'no', message: 'Bad Request', reason: 'BAD_Q' }) },
      'refused (status 400, BAD_Q)',
    ],
    ['400', { status: 400, ...json({ message: 'Bad Request', error: 400 }) }, 'refused (status 400)'],
    [
      '400 as text',
      { status: 400, body: 'no', headers: { 'content-type': 'text/plain' } },
      'refused (status 400)',
    ],
    ['403 without a body', { status: 403 }, 'refused (status 403)'],
    ['403', { status: 403, ...json({ error: 403 }) }, 'refused (status 403)'],
    ['403 for its scope', { status: 403, headers: bearer('insufficient_scope') }, 'refused (status 403)'],
    [
      '403 of a quarantined community',
      { status: 403, ...json({ reason: 'quarantined', message: 'Forbidden', error: 403 }) },
      'refused (status 403, quarantined)',
    ],
    [
      '403 of a private one',
      { status: 403, ...json({ reason: 'private', error: 403 }) },
      'refused (status 403, private)',
    ],
    [
      '403 of a gated one',
      { status: 403, ...json({ reason: 'gated', error: 403 }) },
      'refused (status 403, gated)',
    ],
    ['403 as a page', { status: 403, headers: html, body: '<html>blocked</html>' }, 'refused (status 403)'],
    ['404', { status: 404, ...json({ message: 'Not Found', error: 404 }) }, 'refused (status 404)'],
    [
      '404 of a banned one',
      { status: 404, ...json({ reason: 'banned', error: 404 }) },
      'refused (status 404, banned)',
    ],
    ...[409, 413, 414, 415, 451].map((status): [string, FakeReply, string] => [
      `${status}`,
      { status },
      `refused (status ${status})`,
    ]),
  ])('%s', async (_name, reply, message) => {
    const reddit = await startFakeReddit(() => reply)
    await expect(search(reddit)).rejects.toThrow(message)
    expect(reddit.calls).toHaveLength(1)
  })
})

describe('a failure that may pass is tried three times in all', () => {
  const long = JSON.stringify(makeListing([makeRedditData()]))
  const failures: [string, FakeReply, string][] = [
    ...[500, 502, 503, 504, 520, 522].map((status): [string, FakeReply, string] => [
      `${status}, empty`,
      { status },
      `failed (status ${status})`,
    ]),
    ['200 with a body that breaks off', { body: long.slice(0, 200) }, 'is truncated or not JSON'],
    ['200 with an empty body', { body: '' }, 'sent an empty answer'],
    ['200 with a page', { body: '<html>', headers: html }, 'is truncated or not JSON'],
    ['a connection that is dropped', { instead: 'drops' }, 'could not be reached'],
    ['a body that ends before its length', { body: long, instead: 'breaks off' }, 'could not be reached'],
  ]

  test.each(failures)('%s', async (_name, reply, message) => {
    const reddit = await startFakeReddit(() => reply)
    await expect(search(reddit)).rejects.toThrow(message)
    expect(reddit.calls).toHaveLength(3)
    expect(reddit.pauses).toEqual([1000, 3000])
  })

  test.each(failures)('%s, then well', async (_name, reply) => {
    const reddit = await startFakeReddit((_, call) => (call === 1 ? reply : good))
    expect(titles(await search(reddit))).toEqual(['Is there a tool for invoicing?'])
    expect(reddit.calls).toHaveLength(2)
  })

  test('no further than there is time', async () => {
    const reddit = await startFakeReddit(() => ({ status: 503 }))
    await expect(search(reddit, 4000)).rejects.toThrow('failed (status 503)')
    expect(reddit.pauses).toEqual([1000])
    expect(reddit.calls).toHaveLength(2)
  })
})

describe('429', () => {
  test('waits as long as it says, updates the budget, and is asked again', async () => {
    const busy = {
      status: 429,
      headers: { ...html, 'retry-after': '4' },
      body: '<h1>whoa there, pardner!</h1>',
    }
    const reddit = await startFakeReddit((_, call) => (call === 1 ? busy : good))
    expect(titles(await search(reddit))).toHaveLength(1)
    expect(reddit.pauses).toEqual([4500])
    expect(reddit.budget.paused).toEqual([4000])
  })

  test('without a time of its own waits for the reset of its rate limit', async () => {
    const busy = { status: 429, headers: { 'x-ratelimit-reset': '9' } }
    const reddit = await startFakeReddit((_, call) => (call === 1 ? busy : good))
    await search(reddit)
    expect(reddit.pauses).toEqual([9500])
  })

  test('as JSON without any time is bounded', async () => {
    const reddit = await startFakeReddit(() => ({
      status: 429,
      body: { message: 'Too Many Requests', error: 429 },
    }))
    await expect(search(reddit)).rejects.toThrow('asked us to wait 5 s (status 429)')
    expect(reddit.calls).toHaveLength(3)
  })

  test('that would take longer than the search is reported at once', async () => {
    const reddit = await startFakeReddit(() => ({ status: 429, headers: { 'retry-after': '120' } }))
    await expect(search(reddit, 5000)).rejects.toThrow('asked us to wait 120 s')
    expect(reddit.calls).toHaveLength(1)
  })
})

describe('401', () => {
  const expired: FakeReply = { status: 401, headers: bearer('invalid_token'), body: { error: 401 } }

  test.each([expired, { ...expired, body: '<html>Unauthorized</html>' }])(
    'asks for a new token once and tries once more',
    async (reply) => {
      const reddit = await startFakeReddit((_, call) => (call === 1 ? reply : good))
      expect(titles(await search(reddit))).toHaveLength(1)
      expect([reddit.calls.length, reddit.tokenCalls.length]).toEqual([2, 2])
    },
  )

  test('twice in a row stops there', async () => {
    const reddit = await startFakeReddit(() => expired)
    await expect(search(reddit)).rejects.toThrow('refused our token')
    expect([reddit.calls.length, reddit.tokenCalls.length]).toEqual([2, 2])
  })

  test('stops when there is no new token', async () => {
    const reddit = await startFakeReddit(
      () => expired,
      (_, call) => (call === 1 ? { body: { access_token: 'a', expires_in: 60 } } : { status: 401 }),
    )
    await expect(search(reddit)).rejects.toThrow('refused our client id and secret')
    expect([reddit.calls.length, reddit.tokenCalls.length]).toEqual([1, 2])
  })

  test('between failures never makes a fourth try', async () => {
    const reddit = await startFakeReddit((_, call) => (call === 2 ? expired : { status: 500 }))
    await expect(search(reddit)).rejects.toThrow('status 500')
    expect(reddit.calls).toHaveLength(3)
  })
})

describe('ends with the time of the search', () => {
  const hangs: FakeReply = { instead: 'hangs' }

  test.each<[string, FakeReply]>([
    ['an answer that never comes', hangs],
    ['an answer that falls silent', { body: '{"kind":', instead: 'falls silent' }],
  ])('%s', async (_name, reply) => {
    const time = new AbortController()
    const reddit = await startFakeReddit(() => {
      setImmediate(() => time.abort(new DOMException('The time is over', 'TimeoutError')))
      return reply
    })
    await expect(search(reddit, 60_000, time.signal)).rejects.toThrow('did not answer in time')
    expect(reddit.calls).toHaveLength(1)
  })

  test('a token that never comes', async () => {
    const reddit = await startFakeReddit(
      () => good,
      () => hangs,
      makeRealCallParts(),
    )
    await expect(search(reddit, 200)).rejects.toThrow('did not answer in time')
  })

  test('a budget that never answers, and one that says to wait a little each time', async () => {
    for (const take of [() => new Promise<number>(() => {}), async () => 10]) {
      const parts = makeRealCallParts()
      const reddit = await startFakeReddit(() => good, undefined, {
        ...parts,
        budget: { ...parts.budget, take },
      })
      await expect(search(reddit, 200)).rejects.toThrow(/in time|all the calls|call limit/u)
      expect(reddit.calls).toHaveLength(0)
    }
  })
})

test('an answer without end is cut off and not asked for again', async () => {
  const reddit = await startFakeReddit(() => ({ body: ' '.repeat(9 * 1024 * 1024) }))
  await expect(search(reddit)).rejects.toThrow('sent more than 8 MB')
  expect(reddit.calls).toHaveLength(1)
})

describe('what is left of the rate limit', () => {
  test('is learned from the headers, whose numbers may be broken ones', async () => {
    const headers = { 'x-ratelimit-used': '12', 'x-ratelimit-remaining': '988.0', 'x-ratelimit-reset': '354' }
    const reddit = await startFakeReddit(() => ({ ...good, headers }))
    await search(reddit)
    expect(reddit.budget.learned).toEqual([[988, 354_000]])
  })

  test('is only counted where there are none, one for each try', async () => {
    const reddit = await startFakeReddit((_, call) => (call < 3 ? { status: 502 } : good))
    await search(reddit)
    expect(reddit.budget.learned).toEqual([])
    expect(reddit.budget.taken()).toBe(3)
  })

  test.each(['', 'many', '-1', 'NaN'])('is not believed when the header says "%s"', async (remaining) => {
    const headers = { 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': '60' }
    const reddit = await startFakeReddit(() => ({ ...good, headers }))
    await search(reddit)
    expect(reddit.budget.learned).toEqual([])
  })

  test('that is used up for longer than a search may take is reported without a call', async () => {
    const parts = makeCallParts()
    const budget = { ...parts.budget, take: async () => 40_000 }
    const reddit = await startFakeReddit(() => good, undefined, { ...parts, budget })
    await expect(search(reddit, 5000)).rejects.toThrow('has reached its call limit; more calls in 40 s')
    expect(reddit.calls).toHaveLength(0)
  })

  test('that comes back in time is waited for', async () => {
    const parts = makeCallParts()
    const waits = [2000, 0]
    const budget = { ...parts.budget, take: async () => waits.shift() ?? 0 }
    const reddit = await startFakeReddit(() => good, undefined, { ...parts, budget })
    expect(titles(await search(reddit, 5000))).toHaveLength(1)
    expect(reddit.pauses).toEqual([2050])
  })
})

describe('after five failures in a row', () => {
  async function fail(reddit: Reddit) {
    for (let time = 0; time < 5; time += 1) await search(reddit).catch(() => {})
  }

  test('Reddit is left alone, and the reason is given', async () => {
    const reddit = await startFakeReddit(() => ({ status: 503 }))
    await fail(reddit)
    await expect(search(reddit)).rejects.toThrow(
      'is paused for 60 s, because it failed 5 times in a row: it failed (status 503)',
    )
    expect(reddit.calls).toHaveLength(15)
  })

  test('one call a minute tries again, and its success opens the way for all', async () => {
    const reddit = await startFakeReddit((_, call) => (call <= 15 ? { status: 503 } : good))
    await fail(reddit)
    reddit.sourceClock.pass(60_001)
    expect(titles(await search(reddit))).toHaveLength(1)
    expect(titles(await search(reddit))).toHaveLength(1)
    expect(reddit.calls).toHaveLength(17)
  })

  test('of a kind that is only a refusal nothing is closed', async () => {
    const reddit = await startFakeReddit(() => ({ status: 404 }))
    await fail(reddit)
    await expect(search(reddit)).rejects.toThrow('status 404')
  })
})
