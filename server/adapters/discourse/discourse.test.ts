import { describe, expect, test } from 'vitest'
import { makeTopic, startFakeDiscourse } from '#tests/harness/fake-discourse.ts'
import type { FakeReply } from '#tests/harness/fake-source.ts'
import { makeCallParts, makeQuery, noSignal } from '#tests/harness/source-parts.ts'
import { guardedFetch, jsonTypes } from '../guarded-fetch/guarded-fetch.ts'
import { sourceHttpClient } from '../source-calls/source-http-client.ts'
import { discourseClient } from './discourse-client.ts'
import { discourseSource, listForums } from './discourse-source.ts'

type Start = Parameters<typeof startFakeDiscourse>

async function start(topics: Start[0], answer?: Start[1], path = '') {
  const standIn = await startFakeDiscourse(topics, answer)
  const parts = makeCallParts()
  const [forum] = listForums([`${standIn.url}${path}`])
  if (forum === undefined) throw new Error('There is no forum')
  const fetch = guardedFetch({ named: ['127.0.0.1'], types: jsonTypes })
  const http = sourceHttpClient({
    ...parts,
    fetch,
    userAgent: 'Unmet/0.1 (self-hosted; https://unmet.example)',
  })
  const client = discourseClient(forum, { http, sourceClock: parts.sourceClock })
  return { ...standIn, ...parts, forum, client, timeLimitMs: 60_000 }
}

type Started = Awaited<ReturnType<typeof start>>

const searchIn = (site: Started, ...words: string[]) =>
  discourseSource(site).source.search(makeQuery(...words), { posts: 100, signal: noSignal })
const readNew = (site: Started, value = 'newest topics', after: string | null = null) =>
  discourseSource(site).feed.listNew({ kind: 'community', value }, after, noSignal)
const pathsOf = ({ requests }: Started) => requests.map(({ path }) => path)
const gone = { status: 404, body: { error_type: 'not_found' } }

const topicsTo = (last: number) => Array.from({ length: last }, (_, at) => makeTopic({ id: at + 1 }))

test('a title is text: what looks like markup in it stays', async () => {
  const titles = ['Use <br> here', 'List<String> &amp; more', '<b>bold</b>']
  const site = await start(() => titles.map((title, at) => makeTopic({ id: at + 1, title })))
  const { posts } = await readNew(site)
  expect(posts.map(({ title }) => title)).toEqual(titles)
})

test('a topic is stored as its first post, its HTML as text, with its category and without its author', async () => {
  const cooked =
    '<aside class="quote" data-username="jane"><div class="title">jane:</div><blockquote><p>Theirs.</p></blockquote></aside><p>I would pay &amp; more.</p>'
  const site = await start(() => [makeTopic({ id: 7, title: 'A tool for R&D?' }, { cooked })])
  const { posts } = await readNew(site)
  expect(posts).toEqual([
    {
      source: site.forum.name,
      sourceId: '7',
      community: `${site.forum.name}: Feature & wishes`,
      title: 'A tool for R&D?',
      selftext: '> Theirs.\n\nI would pay & more.',
      url: `${site.url}/t/7`,
      upvotes: 3,
      comments: 3,
      createdAt: new Date('2026-11-20T10:00:00Z'),
      sample: false,
    },
  ])
  expect(JSON.stringify(posts)).not.toMatch(/jane|somebody|Some Body/u)
})

test.each([
  ['votes are demand', makeTopic({ id: 1, vote_count: 40 }), { upvotes: 40 }],
  ['likes count where nobody votes', makeTopic({ id: 1, vote_count: 0 }), { upvotes: 3 }],
  ['no likes are none', makeTopic({ id: 1 }, { actions_summary: [] }), { upvotes: 0 }],
  [
    'no category is the forum',
    makeTopic({ id: 1, category_id: null }),
    { community: expect.not.stringContaining(':') },
  ],
  ['no count of posts is not known', makeTopic({ id: 1, posts_count: 'x' }), { comments: null }],
])('%s', async (_name, topic, expected) => {
  expect((await readNew(await start(() => [topic]))).posts).toMatchObject([expected])
})

test.each([
  ['a hidden topic', makeTopic({ id: 1, visible: false })],
  ['a deleted topic', makeTopic({ id: 1, deleted_at: '2026-11-21T00:00:00Z' })],
  ['a hidden post', makeTopic({ id: 1 }, { hidden: true })],
  ['a post that its author deleted', makeTopic({ id: 1 }, { user_deleted: true })],
  ['a pinned topic', makeTopic({ id: 1, pinned: true })],
  ['a banner', makeTopic({ id: 1, archetype: 'banner' })],
])('%s is left out of what is new', async (_name, topic) => {
  expect((await readNew(await start(() => [topic]))).posts).toEqual([])
})

describe('a search', () => {
  test('asks for words in first posts, never for authors or categories, and says what was not read', async () => {
    const site = await start(() => topicsTo(25))
    const { posts, coverage } = await searchIn(site, '@sam', '#support', 'time tracking', '-toggl')
    expect(site.requests[0]?.query.get('q')).toBe('sam  support "time tracking" -toggl in:first')
    expect([posts.length, pathsOf(site).filter((path) => path.startsWith('/t/')).length]).toEqual([20, 20])
    expect(coverage.leftOut).toContain('Only the best 20 of its matches were read.')
  })

  test('stays in the one category that was named', async () => {
    const site = await start(() => topicsTo(1), undefined, '/c/features/5')
    const { coverage } = await searchIn(site, 'invoices')
    expect(site.requests[0]?.query.get('q')).toBe('invoices in:first category:5')
    expect(coverage.leftOut).toContain('Only this category was searched: features/5.')
  })

  test('whose topics fail in the middle gives those that were read, and says why', async () => {
    let asked = 0
    const site = await start(
      () => topicsTo(10),
      ({ path }) => {
        if (path.startsWith('/t/')) asked += 1
        return asked > 3 && path.startsWith('/t/') ? { status: 422, body: '{}' } : undefined
      },
    )
    const { posts, coverage } = await searchIn(site, 'task')
    expect(posts.length).toBeGreaterThan(0)
    expect(coverage.leftOut).toContain('Some of its matches were not read: it refused (status 422).')
  })

  test.each<[string, FakeReply, string, number]>([
    ['400', { status: 400, body: '{}' }, 'refused (status 400)', 1],
    ['403', { status: 403, body: '<html>' }, 'refused (status 403)', 1],
    ['429', { status: 429, headers: { 'retry-after': '7' } }, 'asked us to wait 7 s', 3],
    ['500', { status: 500 }, 'failed (status 500)', 3],
    ['a page', { headers: { 'content-type': 'text/html' }, body: '<html>' }, 'text/html', 1],
    ['nothing', { body: '' }, 'empty answer', 3],
    ['another shape', { body: { hits: [] } }, 'not from Discourse', 1],
    ['a dropped connection', { instead: 'drops' }, 'could not be reached', 3],
    [
      'a redirect to another host',
      { status: 301, headers: { location: 'https://other.test/' } },
      'if that is the intended one',
      1,
    ],
  ])('that is answered with %s fails with the reason', async (_name, reply, message, tries) => {
    const site = await start(
      () => [],
      () => reply,
    )
    await expect(searchIn(site, 'invoices')).rejects.toThrow(message)
    expect(site.requests).toHaveLength(tries)
  })
})

describe('the feed', () => {
  test('reads page after page, newest first, each topic once, names of categories once', async () => {
    const site = await start(() => topicsTo(45))
    const first = await readNew(site)
    const second = await readNew(site, 'newest topics', first.next)
    expect([first.posts.length, first.next, second.posts.length, second.next]).toEqual([30, '1', 15, null])
    expect(site.requests[0]?.query.get('order')).toBe('created')
    expect(pathsOf(site).filter((path) => path === '/site.json')).toHaveLength(1)
    expect(new Set(pathsOf(site).filter((path) => path.startsWith('/t/'))).size).toBe(45)
  })

  test('reads the categories that were named', async () => {
    const site = await start(() => topicsTo(1), undefined, '/c/support/features/5')
    expect(discourseSource(site).feed.own).toEqual([{ kind: 'community', value: 'support/features/5' }])
    await readNew(site, 'support/features/5')
    expect(pathsOf(site)[0]).toBe('/c/support/features/5/l/latest.json')
  })

  test('finds the newest topics for a keyword', async () => {
    const site = await start(() => topicsTo(1))
    const page = await discourseSource(site).feed.listNew(
      { kind: 'keyword', value: 'invoices' },
      '2',
      noSignal,
    )
    expect(page.posts).toHaveLength(1)
    expect(Object.fromEntries(site.requests[0]?.query ?? [])).toEqual({
      q: 'invoices in:first order:latest_topic',
      page: '3',
    })
  })

  test('that cannot read a topic fails whole, so that none is lost; one that is gone is no failure', async () => {
    const failing = await start(
      () => topicsTo(3),
      ({ path }) => (path === '/t/2.json' ? { status: 500 } : undefined),
    )
    await expect(readNew(failing)).rejects.toThrow('failed (status 500)')
    const moved = await start(
      () => topicsTo(3),
      ({ path }) => (path === '/t/2.json' ? gone : undefined),
    )
    expect((await readNew(moved)).posts.map(({ sourceId }) => sourceId)).toEqual(['1', '3'])
  })

  test('goes without names of categories where they cannot be read, and asks for them a minute later', async () => {
    let refuses = true
    const site = await start(
      () => topicsTo(1),
      ({ path }) => (path === '/site.json' && refuses ? { status: 403, body: '{}' } : undefined),
    )
    expect((await readNew(site)).posts).toMatchObject([{ community: site.forum.name }])
    refuses = false
    expect((await readNew(site)).posts).toMatchObject([{ community: site.forum.name }])
    site.sourceClock.pass(60_000)
    expect((await readNew(site)).posts).toMatchObject([{ community: expect.stringContaining('Feature') }])
  })
})

describe('the check for deleted topics', () => {
  test('reports those that are deleted, hidden, unknown, or no longer for everybody', async () => {
    const site = await start(
      () => [makeTopic({ id: 1 }), makeTopic({ id: 2, visible: false })],
      ({ path }) =>
        path === '/t/3.json'
          ? { status: 403, body: '{}' }
          : path === '/t/4.json'
            ? { status: 410 }
            : undefined,
    )
    expect(await discourseSource(site).check.findGone(['1', '2', '3', '4', '5', 'x'], noSignal)).toEqual([
      '2',
      '3',
      '4',
      '5',
      'x',
    ])
  })

  test.each<[string, FakeReply]>([
    ['is closed to all', { status: 403, body: '{}' }],
    ['is down', { status: 502 }],
    ['shows another page', { body: '{"hello":1}' }],
    [
      'writes posts in another way',
      { body: { ...makeTopic({ id: 1 }, { cooked: null }), topic_list: { topics: [] } } },
    ],
  ])('of a forum that %s calls nothing deleted', async (_name, reply) => {
    const site = await start(
      () => [],
      () => reply,
    )
    await expect(discourseSource(site).check.findGone(['1'], noSignal)).rejects.toThrow()
  })
})

test.each([
  ['https://Forum.test', 'forum.test', 'https://forum.test', []],
  ['https://forum.test/latest', 'forum.test', 'https://forum.test', []],
  ['https://a.test/forum/', 'a.test-forum', 'https://a.test/forum', []],
  ['http://forum.lan:8080/c/features/5?x', 'forum.lan-8080', 'http://forum.lan:8080', ['features/5']],
  ['https://a.test/forum/c/one/two/17/l/latest', 'a.test-forum', 'https://a.test/forum', ['one/two/17']],
])('%s is the forum %s', (address, name, url, paths) => {
  const [forum] = listForums([address])
  expect([forum?.name, forum?.address, forum?.communities]).toEqual([name, url, paths])
})

test('categories of one forum are one source, and the whole forum holds all of them', () => {
  const features = 'https://forum.test/c/features/5'
  expect(listForums([features, 'https://forum.test/c/help/6'])).toMatchObject([
    { communities: ['features/5', 'help/6'] },
  ])
  for (const both of [
    [features, 'https://forum.test/'],
    ['https://forum.test', features],
  ]) {
    expect(listForums(both)).toMatchObject([{ communities: [] }])
  }
})

describe('of a forum that gives more than the category it was asked for', () => {
  const site = {
    categories: [
      { id: 5, name: 'Features' },
      { id: 6, name: 'Mobile', parent_category_id: 5 },
      { id: 7, name: 'iOS', parent_category_id: 6 },
      { id: 8, name: 'Chat' },
      { id: 9, name: 'Odd', parent_category_id: 99 },
    ],
  }
  const mixed = [5, 6, 7, 8, 9, 99, null].map((category_id, at) => makeTopic({ id: at + 1, category_id }))
  const startMixed = (path: string, categories: object = site) =>
    start(
      () => mixed,
      (request) => (request.path === '/site.json' ? { body: categories } : undefined),
      path,
    )

  test('topics that surely stand elsewhere are left out and counted; those of subcategories stay', async () => {
    const forum = await startMixed('/c/features/5')
    const { posts, others, notes } = await readNew(forum, 'features/5')
    expect(posts.map(({ sourceId }) => sourceId)).toEqual(['1', '2', '3', '5', '6', '7'])
    expect(others).toEqual([new Date('2026-11-20T10:00:00Z')])
    expect(notes).toEqual([
      '1 topic of another category was left out: the forum returned topics outside the requested category.',
    ])
    const { coverage } = await searchIn(forum, 'task')
    expect(coverage.leftOut).toContain('Left out: 1 (')
  })

  test('nothing is left out where the whole forum was asked for, or it does not name the category', async () => {
    expect((await readNew(await startMixed(''))).posts).toHaveLength(7)
    const unnamed = await startMixed('/c/features/5', { categories: site.categories.slice(3) })
    const { posts, notes } = await readNew(unnamed, 'features/5')
    expect([posts.length, notes]).toEqual([7, []])
  })

  test('categories that stand in each other end no reading', async () => {
    const round = {
      categories: [
        { id: 5, name: 'A' },
        { id: 8, name: 'B', parent_category_id: 8 },
      ],
    }
    expect((await readNew(await startMixed('/c/a/5', round), 'a/5')).posts).toHaveLength(7)
  })
})
