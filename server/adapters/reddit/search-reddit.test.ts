import { describe, expect, test } from 'vitest'
import { makeListing, makeRedditData, startFakeReddit } from '#tests/harness/fake-reddit.ts'
import type { FakeReply, FakeRequest } from '#tests/harness/fake-source.ts'
import { makeQuery, noSignal } from '#tests/harness/source-parts.ts'
import { redditSource } from './reddit-source.ts'

type Answer = (request: FakeRequest, call: number) => FakeReply

const posts = (from: number, count: number, own: object = {}) =>
  Array.from({ length: count }, (_, index) => makeRedditData({ id: `p${from + index}`, name: null, ...own }))

async function searchWith(
  answer: Answer,
  { words = ['invoicing'], communities = [] as string[], most = 100 } = {},
) {
  const reddit = await startFakeReddit(answer)
  const { source } = redditSource({ ...reddit, communities })
  const found = await source.search(makeQuery(...words), { posts: most, signal: noSignal })
  return { ...reddit, found }
}

const oneGood: Answer = () => ({ body: makeListing([makeRedditData()]) })

describe('what is asked', () => {
  test('is posts with all the words anywhere, without HTML escapes', async () => {
    const { calls } = await searchWith(oneGood)
    expect(calls[0]?.path).toBe('/search')
    expect(Object.fromEntries(calls[0]?.query ?? [])).toEqual({
      q: 'invoicing',
      type: 'link',
      sort: 'relevance',
      limit: '100',
      raw_json: '1',
    })
  })

  test('stays within chosen communities, which a path alone does not do', async () => {
    const { calls, found } = await searchWith(oneGood, { communities: ['sysadmin', 'smallbusiness'] })
    expect(calls[0]?.path).toBe('/r/sysadmin+smallbusiness/search')
    expect(calls[0]?.query.get('restrict_sr')).toBe('true')
    expect(found.coverage.leftOut).toContain('Only these communities were searched: sysadmin, smallbusiness.')
  })

  test.each([
    [['time tracking', 'freelance', '-toggl'], '"time tracking" freelance -toggl'],
    [['https://example.com/a?b=c'], '"https example.com a b c"'],
    [['author:somebody'], '"author somebody"'],
    [['crm', 'OR', 'erp'], 'crm or erp'],
    [['c++', 'c#'], 'c++ c#'],
  ])('is %j as words alone: no field, no address, no name', async (words, q) => {
    const { calls } = await searchWith(oneGood, { words })
    expect(calls[0]?.query.get('q')).toBe(q)
  })

  test('is nothing where all words are excluded', async () => {
    const { calls, found } = await searchWith(oneGood, { words: ['-invoicing'] })
    expect(calls).toEqual([])
    expect(found.coverage.leftOut).toBe('It was not queried: the keyword has only excluded words.')
  })
})

describe('pages', () => {
  const pages: Answer = ({ query }) => {
    const from = Number(query.get('after')?.slice(4) ?? 0)
    return { body: makeListing(posts(from, 60), `t3_p${from + 60}`) }
  }

  test('are read on until there are enough posts', async () => {
    const { calls, found } = await searchWith(pages)
    expect(calls.map(({ query }) => query.get('after'))).toEqual([null, 't3_p60'])
    expect(found.posts).toHaveLength(100)
    expect(found.coverage.leftOut).toContain('It has more matches than were read.')
  })

  test('end at three, near where Reddit ends them', async () => {
    const { calls } = await searchWith(({ query }) => {
      const from = Number(query.get('after')?.slice(4) ?? 0)
      return { body: makeListing(posts(from, 100, { over_18: true }), `t3_p${from + 100}`) }
    })
    expect(calls).toHaveLength(3)
  })

  test('that lead back to themselves end', async () => {
    const { calls } = await searchWith(() => ({ body: makeListing(posts(0, 1), 't3_p1') }))
    expect(calls).toHaveLength(2)
  })

  test('that fail leave the posts of those before, and say so', async () => {
    const { found } = await searchWith((request, call) =>
      call === 1 ? pages(request, call) : { status: 404 },
    )
    expect(found.posts).toHaveLength(60)
    expect(found.coverage.leftOut).toContain('Its further matches were not read: it refused (status 404).')
  })
})

describe('what comes back', () => {
  test('has no post with an excluded word, whatever Reddit gives', async () => {
    const { found } = await searchWith(oneGood, { words: ['tool', '-invoicing'] })
    expect(found.posts).toEqual([])
  })

  test('is reported with how many, how fresh and what was left out', async () => {
    const body = makeListing([makeRedditData(), ...posts(1, 2, { over_18: true })])
    const { found } = await searchWith(() => ({ body }))
    expect(found.coverage).toEqual({
      posts: null,
      oldestPostAt: null,
      newestPostAt: null,
      sample: false,
      leftOut:
        'It returned 1 post, the newest from 9 October 2025. ' +
        'Left out: 2 (advertisements, removed, adult, profile and health posts).',
    })
  })

  test('is nothing at all where Reddit finds nothing', async () => {
    const { found } = await searchWith(() => ({ body: makeListing([]) }))
    expect(found).toMatchObject({ posts: [], coverage: { leftOut: null } })
  })
})

describe('the feed', () => {
  const listing: Answer = () => ({
    body: makeListing([...posts(0, 2), makeRedditData({ removed_by_category: 'moderator' })], 't3_p2'),
  })

  test('of a community is its new posts, page by page', async () => {
    const reddit = await startFakeReddit(listing)
    const { feed } = redditSource(reddit)
    const target = { kind: 'community', value: 'r/smallbusiness' } as const
    const first = await feed.listNew(target, null, noSignal)
    expect(first.posts.map(({ sourceId }) => sourceId)).toEqual(['p0', 'p1'])
    expect(first.next).toBe('t3_p2')
    expect((await feed.listNew(target, first.next, noSignal)).next).toBeNull()
    expect(reddit.calls.map(({ path, query }) => [path, query.get('after')])).toEqual([
      ['/r/smallbusiness/new', null],
      ['/r/smallbusiness/new', 't3_p2'],
    ])
  })

  test('of a community holds no posts of others, whatever the path is taken for', async () => {
    const others = [
      makeRedditData({ id: 'a', subreddit: 'SmallBusiness' }),
      makeRedditData({ id: 'b', subreddit: 'cats' }),
    ]
    const reddit = await startFakeReddit(() => ({ body: makeListing(others) }))
    const { feed } = redditSource(reddit)
    const { posts } = await feed.listNew({ kind: 'community', value: 'smallbusiness' }, null, noSignal)
    expect(posts.map(({ sourceId }) => sourceId)).toEqual(['a'])
  })

  test('for a keyword is searched by date, within the chosen communities', async () => {
    const reddit = await startFakeReddit(listing)
    const { feed } = redditSource({ ...reddit, communities: ['sysadmin'] })
    await feed.listNew({ kind: 'keyword', value: 'invoicing "time tracking" -toggl' }, null, noSignal)
    expect(reddit.calls[0]?.path).toBe('/r/sysadmin/search')
    expect(Object.fromEntries(reddit.calls[0]?.query ?? [])).toMatchObject({
      q: 'invoicing "time tracking" -toggl',
      sort: 'new',
      restrict_sr: 'true',
    })
  })

  test.each(['Ask HN', '../../api/v1/me', 'a/b', ''])(
    'of "%s", which Reddit cannot have, is empty',
    async (value) => {
      const reddit = await startFakeReddit(listing)
      const page = await redditSource(reddit).feed.listNew({ kind: 'community', value }, null, noSignal)
      expect([page, reddit.calls]).toEqual([{ posts: [], next: null }, []])
    },
  )

  test.each([
    [302, 'has nothing at this address (status 302)'],
    [403, 'refused (status 403, private)'],
  ])('of a community that answers %i fails with the reason', async (status, message) => {
    const reddit = await startFakeReddit(() => ({ status, body: { reason: 'private' } }))
    const { feed } = redditSource(reddit)
    const asked = feed.listNew({ kind: 'community', value: 'smallbusiness' }, null, noSignal)
    await expect(asked).rejects.toThrow(message)
  })
})

describe('the check for deleted posts', () => {
  test('reports those that are missing, deleted or removed, and no others', async () => {
    const answer = [
      makeRedditData({ id: 'stands' }),
      makeRedditData({ id: 'adult', over_18: true }),
      makeRedditData({ id: 'blanked', selftext: '[deleted]' }),
      makeRedditData({ id: 'removed', removed_by_category: 'moderator' }),
    ]
    const reddit = await startFakeReddit(() => ({ body: makeListing(answer) }))
    const { check } = redditSource(reddit)
    const gone = await check.findGone(['stands', 'adult', 'blanked', 'removed', 'missing'], noSignal)
    expect(gone).toEqual(['blanked', 'removed', 'missing'])
    expect(reddit.calls[0]?.path).toBe('/api/info')
    expect(reddit.calls[0]?.query.get('id')).toBe('t3_stands,t3_adult,t3_blanked,t3_removed,t3_missing')
  })

  test.each<FakeReply>([
    { status: 500 },
    { status: 403 },
    { body: '{}' },
    { body: '' },
    { instead: 'drops' },
  ])('that fails with %j calls nothing deleted', async (reply) => {
    const { check } = redditSource(await startFakeReddit(() => reply))
    await expect(check.findGone(['a'], noSignal)).rejects.toThrow()
  })

  test('asks for at most a hundred at once, and for none not at all', async () => {
    const reddit = await startFakeReddit(() => ({ body: makeListing([]) }))
    const { check } = redditSource(reddit)
    expect(await check.findGone([], noSignal)).toEqual([])
    expect(reddit.calls).toEqual([])
    const ids = Array.from({ length: 150 }, (_, index) => `p${index}`)
    expect(await check.findGone(ids, noSignal)).toHaveLength(check.idsPerCall)
  })
})
