import { describe, expect, test } from 'vitest'
import { makePiefedView, makePostView, startFakeLemmy } from '#tests/harness/fake-lemmy.ts'
import type { FakeReply } from '#tests/harness/fake-source.ts'
import { makeCallParts, makeQuery, noSignal } from '#tests/harness/source-parts.ts'
import { guardedFetch, jsonTypes } from '../guarded-fetch/guarded-fetch.ts'
import { sourceHttpClient } from '../source-calls/source-http-client.ts'
import { instanceAt, instanceSource, isTemporary } from './lemmy-source.ts'

type Start = Parameters<typeof startFakeLemmy>

async function start(views: Start[0], answer?: Start[1], kind: 'lemmy' | 'piefed' = 'lemmy') {
  const standIn = await startFakeLemmy(views, answer)
  const parts = makeCallParts()
  const fetch = guardedFetch({ named: ['127.0.0.1'], types: jsonTypes })
  const userAgent = 'Unmet/0.1 (self-hosted; https://unmet.example)'
  const http = sourceHttpClient({ ...parts, fetch, isTemporary, userAgent })
  return {
    ...standIn,
    ...parts,
    instance: instanceAt(standIn.url, kind),
    http,
    timeLimitMs: 60_000,
    communities: [] as string[],
  }
}

type Started = Awaited<ReturnType<typeof start>>

const searchIn = (site: Started, ...words: string[]) =>
  instanceSource(site).source.search(makeQuery(...words), { posts: 100, signal: noSignal })
const readNew = (site: Started, value = 'smallbusiness', after: string | null = null) =>
  instanceSource(site).feed.listNew({ kind: 'community', value }, after, noSignal)
const viewsTo = (last: number) => Array.from({ length: last }, (_, at) => makePostView({ id: at + 1 }))
const queriesOf = ({ requests }: Started) => requests.map(({ query }) => Object.fromEntries(query))

test.each([
  ['lemmy', makePostView({ id: 7 }), '/api/v3'],
  ['piefed', makePiefedView({ id: 7 }), '/api/alpha'],
] as const)('a post of %s is stored with its community and without its author', async (kind, view, api) => {
  const site = await start(() => [view], undefined, kind)
  const { posts } = await searchIn(site, 'tool')
  expect(posts.map(({ post }) => post)).toEqual([
    {
      source: site.instance.name,
      sourceId: '7',
      community: 'smallbusiness@lemmy.example',
      title: 'Is there a tool for task 7?',
      selftext: 'I would pay for it.\n\n> Theirs.',
      url: `${site.url}/post/7`,
      upvotes: 12,
      comments: 4,
      createdAt: new Date('2026-11-20T10:00:00.123Z'),
      sample: false,
    },
  ])
  expect(site.requests[0]?.path).toBe(`${api}/search`)
  expect(JSON.stringify(posts)).not.toMatch(/somebody|Some Body/u)
})

test.each([
  ['no text is empty', makePostView({ id: 1, body: null }), { selftext: '' }],
  ['no votes are not known', makePostView({ id: 1 }, { counts: { score: 'x' } }), { upvotes: null }],
  [
    'a date without a zone is UTC',
    makePostView({ id: 1, published: '2026-11-20T10:00:00.5' }),
    { createdAt: new Date('2026-11-20T10:00:00.500Z') },
  ],
  [
    'a community without an address has its name alone',
    makePostView({ id: 1 }, { community: { actor_id: 'x' } }),
    { community: 'smallbusiness' },
  ],
])('%s', async (_name, view, expected) => {
  expect((await readNew(await start(() => [view]))).posts).toMatchObject([expected])
})

test.each([
  ['a deleted post', makePostView({ id: 1, deleted: true })],
  ['a removed post', makePostView({ id: 1, removed: true })],
  ['a post of a removed community', makePostView({ id: 1 }, { community: { removed: true } })],
  ['an adult post', makePostView({ id: 1, nsfw: true })],
  ['a post of an adult community', makePostView({ id: 1 }, { community: { nsfw: true } })],
  ['a pinned post', makePostView({ id: 1, featured_local: true })],
  ['a post without a title', makePostView({ id: 1, name: ' ' })],
  ['a post without a date', makePostView({ id: 1, published: null })],
])('%s is left out of what is new', async (_name, view) => {
  expect((await readNew(await start(() => [view, makePostView({ id: 2 })]))).posts).toMatchObject([
    { sourceId: '2' },
  ])
})

describe('a search', () => {
  test('asks for bare words in communities of its own, and leaves out what was excluded', async () => {
    const site = await start(() => [makePostView({ id: 1 }), makePostView({ id: 2, name: 'A toggl tool' })])
    const { posts, coverage } = await searchIn(site, 'time tracking', 'tool', '-toggl')
    expect(queriesOf(site)).toEqual([
      {
        q: 'time tracking tool',
        type_: 'Posts',
        listing_type: 'Local',
        sort: 'TopAll',
        page: '1',
        limit: '50',
      },
    ])
    expect(posts.map(({ post }) => post.sourceId)).toEqual(['1'])
    expect(coverage.leftOut).toContain('Only its own communities were searched.')
  })

  test('says what was left out and that there may be more', async () => {
    const site = await start(() => [makePostView({ id: 99, nsfw: true }), ...viewsTo(60)])
    const { posts, coverage } = await searchIn(site, 'tool')
    expect([posts.length, coverage.leftOut]).toEqual([
      49,
      expect.stringContaining('1 (removed, adult and unreadable posts)'),
    ])
    expect(coverage.leftOut).toContain('It may have more matches than the best 50, which were read.')
  })

  test('whose posts can none of them be read fails, and does not say that they were adult', async () => {
    const site = await start(() => [1, 2, 3].map((id) => makePostView({ id, published: 'last Friday' })))
    await expect(searchIn(site, 'tool')).rejects.toThrow('not from Lemmy or PieFed')
  })

  test.each<[string, FakeReply, string, number]>([
    [
      '400',
      { status: 400, body: { error: 'instance_is_private' } },
      'refused (status 400, instance_is_private)',
      1,
    ],
    ['a limit as 400', { status: 400, body: { error: 'rate_limit_error' } }, 'rate_limit_error', 3],
    ['429', { status: 429 }, 'asked us to wait 5 s', 3],
    ['500', { status: 500 }, 'failed (status 500)', 3],
    ['a page', { headers: { 'content-type': 'text/html' }, body: '<html>' }, 'text/html', 1],
    ['nothing', { body: '' }, 'empty answer', 3],
    ['another shape', { body: { hits: [] } }, 'not from Lemmy or PieFed', 1],
    ['half a body', { body: '{"posts":[]}', instead: 'breaks off' }, 'could not be reached', 3],
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
  test('of a community is its newest posts, page after page', async () => {
    const site = await start(() => viewsTo(70))
    const first = await readNew(site, '!smallbusiness@lemmy.example')
    const second = await readNew(site, 'smallbusiness', first.next)
    expect([first.posts.length, first.next, second.posts.length, second.next]).toEqual([50, 'P2', 20, null])
    expect(queriesOf(site)).toMatchObject([
      { community_name: 'smallbusiness@lemmy.example', sort: 'New', page: '1' },
      { community_name: 'smallbusiness', page_cursor: 'P2' },
    ])
  })

  test('leaves out posts of other communities and instances where a filter is not known', async () => {
    const of = (id: number, community: object) => makePostView({ id }, { community: { ...community } })
    const site = await start(() => [
      of(1, { name: 'SmallBusiness' }),
      of(2, { name: 'cats' }),
      of(3, { actor_id: 'https://other.test/c/smallbusiness', local: false }),
    ])
    const ids = async (value: string) => (await readNew(site, value)).posts.map(({ sourceId }) => sourceId)
    expect(await ids('smallbusiness')).toEqual(['1', '3'])
    expect(await ids('smallbusiness@lemmy.example')).toEqual(['1'])
    expect(await ids('newest posts')).toEqual(['1', '2'])
  })

  test('of a community that it does not have, or cannot have, is empty', async () => {
    const site = await start(
      () => [],
      () => ({ status: 404, body: { error: 'couldnt_find_community' } }),
    )
    expect(await readNew(site)).toEqual({ posts: [], next: null })
    expect(await readNew(site, 'Ask HN')).toEqual({ posts: [], next: null })
    expect(site.requests).toHaveLength(1)
  })

  test('for a keyword goes on by pages', async () => {
    const site = await start(() => viewsTo(70))
    const { feed } = instanceSource(site)
    const target = { kind: 'keyword', value: '"time tracking" -toggl' } as const
    const first = await feed.listNew(target, null, noSignal)
    expect([first.posts.length, first.next]).toEqual([50, '2'])
    expect((await feed.listNew(target, first.next, noSignal)).next).toBeNull()
    expect(queriesOf(site)).toMatchObject([
      { q: 'time tracking', sort: 'New', page: '1' },
      { q: 'time tracking', page: '2' },
    ])
  })
})

describe('the check for deleted posts', () => {
  test('reports those that are deleted, removed, or that the instance does not know', async () => {
    const site = await start(
      () => [
        makePostView({ id: 1 }),
        makePostView({ id: 2, deleted: true }),
        makePostView({ id: 3, removed: true }),
      ],
      ({ query }) =>
        query.get('id') === '5'
          ? { status: 400, body: { message: 'No row was found when one was required' } }
          : undefined,
    )
    expect(await instanceSource(site).check.findGone(['1', '2', '3', '4', '5', 'x'], noSignal)).toEqual([
      '2',
      '3',
      '4',
      '5',
      'x',
    ])
  })

  test.each<[string, FakeReply]>([
    ['is private', { status: 400, body: { error: 'instance_is_private' } }],
    ['is no longer there', { status: 404, body: '<html>' }],
    ['refuses us', { status: 403 }],
    ['is down', { status: 502 }],
    ['writes posts in another way', { body: { post_view: { post: { id: 1 } }, posts: [] } }],
  ])('of an instance that %s calls nothing deleted', async (_name, reply) => {
    const site = await start(
      () => [],
      () => reply,
    )
    await expect(instanceSource(site).check.findGone(['1'], noSignal)).rejects.toThrow()
  })
})
