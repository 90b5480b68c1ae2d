import { describe, expect, test } from 'vitest'
import { type FakeReply, type FakeRequest, startFakeSource } from '#tests/harness/fake-source.ts'
import { makeCallParts, makeQuery, noSignal } from '#tests/harness/source-parts.ts'
import { sourceHttpClient } from '../source-calls/source-http-client.ts'
import { hackerNewsSource } from './hacker-news-source.ts'

type Answer = (request: FakeRequest, call: number) => FakeReply

function makeStory(own: Record<string, unknown> = {}) {
  return {
    objectID: '41000001',
    title: 'Ask HN: A tool for invoicing?',
    story_text: 'I&#x27;d pay for it.<p>Really.',
    author: 'somebody',
    url: null,
    points: 12,
    num_comments: 3,
    created_at: '2025-10-09T08:53:20Z',
    created_at_i: 1_760_000_000,
    _tags: ['story', 'author_somebody', 'story_41000001', 'ask_hn'],
    _highlightResult: { title: { value: '<em>x</em>' } },
    ...own,
  }
}

const page = (hits: readonly unknown[], nbHits: unknown = hits.length) => ({
  body: { hits, nbHits, page: 0, nbPages: 1, hitsPerPage: 100, params: 'query=a' },
})

async function start(answer: Answer) {
  const standIn = await startFakeSource(answer)
  const parts = makeCallParts()
  const http = sourceHttpClient({ ...parts, userAgent: 'Unmet/0.1 (self-hosted; https://unmet.example)' })
  const at = { searchUrl: `${standIn.url}/api/v1`, itemsUrl: `${standIn.url}/v0` }
  return { ...standIn, ...parts, ...at, http, timeLimitMs: 60_000, communities: [] }
}

async function searchWith(answer: Answer, ...words: string[]) {
  const site = await start(answer)
  const query = makeQuery(...(words.length === 0 ? ['invoicing'] : words))
  return {
    ...site,
    found: await hackerNewsSource(site).source.search(query, { posts: 100, signal: noSignal }),
  }
}

const postsOf = async (story: Record<string, unknown>) =>
  (await searchWith(() => page([makeStory(story)]))).found.posts.map(({ post }) => post)

test('a story is read as we store it, its HTML as text, without its author', async () => {
  expect(await postsOf({})).toEqual([
    {
      source: 'hacker-news',
      sourceId: '41000001',
      community: 'Ask HN',
      title: 'Ask HN: A tool for invoicing?',
      selftext: "I'd pay for it.\n\nReally.",
      url: 'https://news.ycombinator.com/item?id=41000001',
      upvotes: 12,
      comments: 3,
      createdAt: new Date(1_760_000_000_000),
      sample: false,
    },
  ])
})

describe('fields that drift', () => {
  test.each([
    ['a story', { _tags: ['story'] }, { community: 'Hacker News' }],
    ['a Show HN', { _tags: ['story', 'show_hn'] }, { community: 'Show HN' }],
    ['an id as a number', { objectID: 41000001 }, { sourceId: '41000001' }],
    ['no points', { points: null }, { upvotes: null }],
    ['points that are none', { points: '12' }, { upvotes: null }],
    ['no comments', { num_comments: undefined }, { comments: null }],
    ['a link without a text', { story_text: null, url: 'https://a.test' }, { selftext: '' }],
    ['an escaped title', { title: 'Q&amp;A' }, { title: 'Q&A' }],
    [
      'a title about markup',
      { title: 'Why &lt;br&gt; in List<String>?' },
      { title: 'Why <br> in List<String>?' },
    ],
  ])('%s', async (_name, story, expected) => {
    expect(await postsOf(story)).toMatchObject([expected])
  })

  test.each([
    ['a comment', { _tags: ['comment'] }],
    ['a job', { _tags: ['job'] }],
    ['a deleted story', { title: null }],
    ['a dead one', { title: '[dead]' }],
    ['an id that is none', { objectID: '../1' }],
    ['no time', { created_at_i: null }],
  ])('%s is left out', async (_name, story) => {
    expect(await postsOf(story)).toEqual([])
  })
})

describe('a search', () => {
  test('asks for the words as typed, in titles and texts alone, under our own name', async () => {
    const { requests } = await searchWith(() => page([]), 'time tracking', 'invoicing', '-toggl')
    expect(requests[0]?.path).toBe('/api/v1/search')
    expect(Object.fromEntries(requests[0]?.query ?? [])).toEqual({
      query: '"time tracking" invoicing -toggl',
      tags: 'story',
      hitsPerPage: '100',
      typoTolerance: 'false',
      queryType: 'prefixNone',
      restrictSearchableAttributes: 'title,story_text',
    })
    expect(requests[0]?.headers['user-agent']).toBe('Unmet/0.1 (self-hosted; https://unmet.example)')
  })

  test('says how many of how many were read, and how fresh they are', async () => {
    const { found } = await searchWith(() => page([makeStory(), makeStory({ title: null })], 1234))
    expect(found.coverage.leftOut).toBe(
      'It returned 1 post, the newest from 9 October 2025. ' +
        'Left out: 1 (deleted posts and other entries). ' +
        'Of its 1,234 matches only the best 100 were read.',
    )
  })

  test.each<[string, FakeReply, string, number]>([
    ['400', { status: 400, body: 'invalid' }, 'refused (status 400)', 1],
    ['403', { status: 403, body: '<html>' }, 'refused (status 403)', 1],
    ['429', { status: 429 }, 'asked us to wait 5 s', 3],
    ['500', { status: 500 }, 'failed (status 500)', 3],
    ['a redirect', { status: 301, headers: { location: '/' } }, 'has nothing at this address', 1],
    ['a page', { body: '<html>' }, 'is truncated or not JSON', 3],
    ['nothing', { body: '' }, 'empty answer', 3],
    ['another shape', { body: { message: 'hello' } }, 'no list of posts', 1],
    ['null', { body: 'null' }, 'no list of posts', 1],
    ['a dropped connection', { instead: 'drops' }, 'could not be reached', 3],
  ])('that is answered with %s fails with the reason', async (_name, reply, message, tries) => {
    const site = await start(() => reply)
    const asked = hackerNewsSource(site).source.search(makeQuery('a'), { posts: 100, signal: noSignal })
    await expect(asked).rejects.toThrow(message)
    expect(site.requests).toHaveLength(tries)
  })
})

describe('the feed', () => {
  test.each([
    ['Hacker News', 'story'],
    ['Ask HN', 'ask_hn'],
    ['show_hn', 'show_hn'],
  ])('of %s is its newest posts', async (value, tags) => {
    const site = await start(() => page([makeStory({ _tags: ['story', tags] })]))
    const read = await hackerNewsSource(site).feed.listNew({ kind: 'community', value }, null, noSignal)
    expect(site.requests[0]?.path).toBe('/api/v1/search_by_date')
    expect(site.requests[0]?.query.get('tags')).toBe(tags)
    expect([read.posts.length, read.next]).toEqual([1, null])
  })

  test('of a community of another source is empty', async () => {
    const site = await start(() => page([makeStory()]))
    const read = hackerNewsSource(site).feed.listNew(
      { kind: 'community', value: 'smallbusiness' },
      null,
      noSignal,
    )
    expect(await read).toEqual({ posts: [], next: null })
    expect(site.requests).toEqual([])
  })

  test('of one community holds no stories of others where the filter is not known, says when they were, and goes on behind them', async () => {
    const stories = Array.from({ length: 100 }, (_, at) =>
      makeStory({
        objectID: `${at + 1}`,
        created_at_i: 1_760_000_000 - at,
        _tags: at === 0 ? ['story', 'ask_hn'] : at === 1 ? ['poll'] : ['story'],
      }),
    )
    const site = await start(() => page(stories))
    const { feed } = hackerNewsSource(site)
    const read = await feed.listNew({ kind: 'community', value: 'Ask HN' }, null, noSignal)
    expect(read.posts.map(({ sourceId }) => sourceId)).toEqual(['1'])
    expect(read.others).toHaveLength(99)
    expect(read.next).toBe(`${1_760_000_000 - 99}`)
    const all = await feed.listNew({ kind: 'community', value: 'Hacker News' }, null, noSignal)
    expect([all.posts.length, all.others?.length]).toEqual([99, 1])
  })

  test('pages by time, and ends when time does not advance', async () => {
    const full = Array.from({ length: 100 }, (_, index) =>
      makeStory({ objectID: `${index}`, created_at_i: 1_760_000_000 - index }),
    )
    const site = await start(() => page(full))
    const { feed } = hackerNewsSource(site)
    const target = { kind: 'keyword', value: 'invoicing' } as const
    const first = await feed.listNew(target, null, noSignal)
    expect(first.next).toBe('1759999901')
    expect((await feed.listNew(target, first.next, noSignal)).next).toBeNull()
    expect(site.requests.map(({ query }) => query.get('numericFilters'))).toEqual([
      null,
      'created_at_i<=1759999901',
    ])
  })
})

describe('the check for deleted posts', () => {
  test('asks the site itself, and reports what was deleted, is dead or never was', async () => {
    const items: Record<string, unknown> = {
      1: { id: 1, type: 'story', by: 'somebody', title: 'A' },
      2: { id: 2, type: 'story', deleted: true },
      3: { id: 3, type: 'story', dead: true, title: 'B' },
      4: null,
    }
    const site = await start(({ path }) => ({
      body: JSON.stringify(items[/\/v0\/item\/(\d+)\.json$/u.exec(path)?.[1] ?? '']),
    }))
    expect(await hackerNewsSource(site).check.findGone(['1', '2', '3', '4', 'no-id'], noSignal)).toEqual([
      '2',
      '3',
      '4',
      'no-id',
    ])
    expect(site.budget.taken()).toBe(4)
  })

  test.each<FakeReply>([{ status: 500 }, { body: '' }, { body: '"gone"' }, { body: '{}' }, { status: 404 }])(
    'that fails with %j calls nothing deleted',
    async (reply) => {
      const site = await start(() => reply)
      await expect(hackerNewsSource(site).check.findGone(['1'], noSignal)).rejects.toThrow()
    },
  )
})
