import { describe, expect, test } from 'vitest'
import { makeRedditData } from '#tests/harness/fake-reddit.ts'
import { type FakeReply, type FakeRequest, startFakeSource } from '#tests/harness/fake-source.ts'
import { makeCallParts, makeQuery, noSignal } from '#tests/harness/source-parts.ts'
import { sourceHttpClient } from '../source-calls/source-http-client.ts'
import { arcticShiftSource, isTemporary } from './arctic-shift-source.ts'

type Answer = (request: FakeRequest, call: number) => FakeReply

const now = new Date('2026-11-21T12:00:00Z')
const hoursAgo = (hours: number) => now.getTime() / 1000 - hours * 3600

async function start(answer: Answer, communities = ['smallbusiness'], parts = makeCallParts()) {
  const standIn = await startFakeSource(answer)
  const http = sourceHttpClient({ ...parts, userAgent: 'Unmet/0.1 (self-hosted; test)', isTemporary })
  return { ...standIn, ...parts, http, communities, clock: () => now, timeLimitMs: 60_000 }
}

async function searchWith(answer: Answer, communities?: string[]) {
  const archive = await start(answer, communities)
  const limits = { posts: 100, signal: noSignal }
  return { ...archive, found: await arcticShiftSource(archive).source.search(makeQuery('invoicing'), limits) }
}

const page = (...posts: unknown[]) => ({ body: { data: posts } })
const slow = { status: 422, body: { data: null, error: 'Timeout. Maybe slow down a bit' } }

describe('upvotes and comments', () => {
  const numbersOf = async (own: Record<string, unknown>) => {
    const { found } = await searchWith(() => page(makeRedditData({ score: 1, num_comments: 0, ...own })))
    return found.posts.map(({ post }) => [post.upvotes, post.comments])
  }

  test('of a fresh post are not known, never one and nothing', async () => {
    expect(await numbersOf({ created_utc: hoursAgo(1) })).toEqual([[null, null]])
    expect(await numbersOf({ created_utc: hoursAgo(47) })).toEqual([[null, null]])
  })

  test('are known once the archive has looked again', async () => {
    const again = { created_utc: hoursAgo(37), score: 9, num_comments: 4 }
    expect(await numbersOf({ ...again, _meta: { retrieved_2nd_on: hoursAgo(1) } })).toEqual([[9, 4]])
    expect(await numbersOf({ ...again, _meta: { note: 'first' } })).toEqual([[null, null]])
    expect(await numbersOf({ ...again, created_utc: hoursAgo(49) })).toEqual([[9, 4]])
  })
})

describe('a search', () => {
  test('stores posts as those of Reddit, so that both copies are one', async () => {
    const { found } = await searchWith(() => page(makeRedditData({ id: 'abc12' })))
    expect(found.posts).toMatchObject([{ post: { source: 'reddit', sourceId: 'abc12' } }])
  })

  test('asks each chosen community for itself', async () => {
    const { requests, found } = await searchWith(
      ({ query }) => page(makeRedditData({ id: query.get('subreddit'), subreddit: query.get('subreddit') })),
      ['sysadmin', 'smallbusiness', 'saas'],
    )
    expect(
      new Set(requests.map(({ path, query }) => `${path} ${query.get('subreddit')} ${query.get('query')}`)),
    ).toEqual(
      new Set([
        '/api/posts/search sysadmin invoicing',
        '/api/posts/search smallbusiness invoicing',
        '/api/posts/search saas invoicing',
      ]),
    )
    expect(found.posts).toHaveLength(3)
    expect(found.coverage.leftOut).toContain(
      'Only these communities were searched: sysadmin, smallbusiness, saas.',
    )
  })

  test('leaves out what was deleted later, although the archive keeps its text', async () => {
    const { found } = await searchWith(() =>
      page(
        makeRedditData({ id: 'a', _meta: { was_deleted_later: true } }),
        makeRedditData({ id: 'b', removed_by_category: 'moderator' }),
        makeRedditData({ id: 'c', over_18: true }),
        makeRedditData({ id: 'd' }),
      ),
    )
    expect(found.posts.map(({ post }) => post.sourceId)).toEqual(['d'])
    expect(found.coverage.leftOut).toContain('Left out: 3')
  })

  test('names the communities that failed, and shows the posts of the others', async () => {
    const { found } = await searchWith(
      ({ query }) => (query.get('subreddit') === 'saas' ? { status: 404 } : page(makeRedditData())),
      ['saas', 'smallbusiness'],
    )
    expect(found.posts).toHaveLength(1)
    expect(found.coverage.leftOut).toContain('In saas it refused (status 404).')
  })

  test('shows what it has when its time is over', async () => {
    const time = new AbortController()
    const answer: Answer = ({ query }) => {
      if (query.get('subreddit') === 'smallbusiness') return page(makeRedditData())
      // When this last community is requested, the other two have been requested before.
      if (query.get('subreddit') === 'last') {
        setImmediate(() => time.abort(new DOMException('The time is over', 'TimeoutError')))
      }
      return { instead: 'hangs' }
    }
    const { source } = arcticShiftSource(await start(answer, ['saas', 'smallbusiness', 'last']))
    const found = await source.search(makeQuery('invoicing'), { posts: 100, signal: time.signal })
    expect(found.posts).toHaveLength(1)
    expect(found.coverage.leftOut).toMatch(/In (saas, last|last, saas) it did not answer in time\./u)
  })

  test('tries a slow query again, which may find the database warm', async () => {
    const { requests, found } = await searchWith((_, call) => (call === 1 ? slow : page(makeRedditData())))
    expect([requests.length, found.posts.length]).toEqual([2, 1])
  })

  test('that is too slow asks for half as much each time, from a shorter time, and says so', async () => {
    const { requests, found } = await searchWith(({ query }) =>
      Number(query.get('limit')) > 12 ? slow : page(makeRedditData()),
    )
    expect(requests.map(({ query }) => [query.get('limit'), query.get('after')])).toEqual([
      ['100', null],
      ['50', null],
      ['25', `${now.getTime() / 1000 - 730 * 86_400}`],
      ['12', `${now.getTime() / 1000 - 365 * 86_400}`],
    ])
    expect(found.posts).toHaveLength(1)
    expect(found.coverage.leftOut).toContain(
      'In smallbusiness it was slow, so only its newest 12 matches, since 21 November 2025, were requested.',
    )
  })

  test('leaves out posts of other communities where the filter is not known, and counts them', async () => {
    const { found } = await searchWith(() =>
      page(
        makeRedditData({ id: 'a', subreddit: 'SmallBusiness' }),
        makeRedditData({ id: 'b', subreddit: 'cats' }),
      ),
    )
    expect(found.posts.map(({ post }) => post.sourceId)).toEqual(['a'])
    expect(found.coverage.leftOut).toContain('Left out: 1 ')
  })

  test.each<[string, FakeReply, string, number]>([
    ['a time-out', slow, 'failed (status 422', 5],
    [
      '"Slow down a little"',
      { ...slow, body: { data: null, error: 'Slow down a little' } },
      'Slow down a little',
      5,
    ],
    ['"Query timed out"', { ...slow, body: { data: null, error: 'Query timed out' } }, 'Query timed out', 5],
    [
      'a refused parameter',
      { status: 422, body: { data: null, error: 'bad field' } },
      'refused (status 422, bad field)',
      1,
    ],
    ['400', { status: 400, body: { data: null, error: 'no' } }, 'refused (status 400, no)', 1],
    ['429', { status: 429, headers: { 'x-ratelimit-reset': '2' } }, 'asked us to wait 2 s', 3],
    ['502', { status: 502, body: '<html>' }, 'failed (status 502)', 5],
    ['data that is null', { body: { data: null, error: 'odd' } }, 'no list of posts', 1],
    ['a list alone', { body: [] }, 'no list of posts', 1],
    ['half an answer', { body: '{"data":[{"id":' }, 'truncated', 3],
    ['nothing', { body: '' }, 'empty answer', 3],
  ])('that is answered with %s fails with the reason', async (_name, reply, message, tries) => {
    const archive = await start(() => reply)
    const asked = arcticShiftSource(archive).source.search(makeQuery('a'), { posts: 100, signal: noSignal })
    await expect(asked).rejects.toThrow(message)
    expect(archive.requests).toHaveLength(tries)
  })
})

test('a reset that is a moment is read as one', async () => {
  const reset = Math.floor(Date.now() / 1000) + 60
  const headers = { 'x-ratelimit-remaining': '7', 'x-ratelimit-reset': `${reset}` }
  const { budget } = await searchWith(() => ({ ...page(), headers }))
  expect(budget.learned).toHaveLength(1)
  expect(budget.learned[0]?.[0]).toBe(7)
  expect(budget.learned[0]?.[1]).toBeGreaterThan(30_000)
  expect(budget.learned[0]?.[1]).toBeLessThanOrEqual(60_000)
})

describe('the feed', () => {
  const full = Array.from({ length: 100 }, (_, index) =>
    makeRedditData({ id: `p${index}`, created_utc: 1_760_000_000 - index }),
  )

  test('of a community goes on before the oldest post of the page, losing none of its second', async () => {
    const archive = await start(() => page(...full))
    const { feed } = arcticShiftSource(archive)
    const target = { kind: 'community', value: 'r/smallbusiness' } as const
    const first = await feed.listNew(target, null, noSignal)
    expect([first.posts.length, first.next]).toEqual([100, '1759999902'])
    expect((await feed.listNew(target, first.next, noSignal)).next).toBeNull()
    expect(archive.requests.map(({ query }) => [query.get('subreddit'), query.get('before')])).toEqual([
      ['smallbusiness', null],
      ['smallbusiness', '1759999902'],
    ])
  })

  test('of a community that is too slow is read in smaller pages, each going on where the last ended', async () => {
    const archive = await start(({ query }) => {
      const limit = Number(query.get('limit'))
      return limit > 30 ? slow : page(...full.slice(0, limit))
    })
    const { feed } = arcticShiftSource(archive)
    const { posts, next } = await feed.listNew({ kind: 'community', value: 'smallbusiness' }, null, noSignal)
    expect([posts.length, next]).toEqual([25, `${1_760_000_000 - 24 + 1}`])
    expect(archive.requests.map(({ query }) => query.get('limit'))).toEqual(['100', '50', '25'])
    expect(archive.requests.some(({ query }) => query.has('after'))).toBe(false)
  })

  test('of a community holds no posts of others, says when those were written, and goes on behind them', async () => {
    const mixed = full.map((one, at) => ({ ...one, subreddit: at % 2 === 0 ? 'smallbusiness' : 'cats' }))
    const { feed } = arcticShiftSource(await start(() => page(...mixed)))
    const { posts, others, next } = await feed.listNew(
      { kind: 'community', value: 'smallbusiness' },
      null,
      noSignal,
    )
    expect([posts.length, next]).toEqual([50, '1759999902'])
    expect(others?.length).toBe(50)
    expect(others?.at(-1)).toEqual(new Date((1_760_000_000 - 99) * 1000))
  })

  test('is none for keywords, nor for names that Reddit cannot have', async () => {
    const archive = await start(() => page(...full))
    const { feed } = arcticShiftSource(archive)
    expect([feed.reads('keyword'), feed.reads('community')]).toEqual([false, true])
    expect(await feed.listNew({ kind: 'community', value: 'Ask HN' }, null, noSignal)).toEqual({
      posts: [],
      next: null,
    })
    expect(archive.requests).toEqual([])
  })
})

describe('the check for deleted posts', () => {
  test('reports those it saw deleted and those it does not know', async () => {
    const archive = await start(() =>
      page(
        makeRedditData({ id: 'stands' }),
        makeRedditData({ id: 'gone', _meta: { was_deleted_later: true } }),
      ),
    )
    const { check } = arcticShiftSource(archive)
    expect(await check.findGone(['stands', 'gone', 'missing'], noSignal)).toEqual(['gone', 'missing'])
    expect(archive.requests[0]?.path).toBe('/api/posts/ids')
    expect(archive.requests[0]?.query.get('ids')).toBe('stands,gone,missing')
  })

  test.each<FakeReply>([{ status: 500 }, { body: '{"data":null}' }, slow])(
    'that fails with %j calls nothing deleted',
    async (reply) => {
      const archive = await start(() => reply)
      await expect(arcticShiftSource(archive).check.findGone(['a'], noSignal)).rejects.toThrow()
    },
  )
})
