import { describe, expect, onTestFinished, test } from 'vitest'
import { type SearchReply, searchReply } from '#contract/search.ts'
import { goodToken, makeListing, makeRedditData, redditUserAgent } from '#tests/harness/fake-reddit.ts'
import { type FakeReply, type FakeRequest, startFakeSource } from '#tests/harness/fake-source.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { need, search } from '#tests/harness/search-calls.ts'
import { openTestApp } from '#tests/harness/test-app.ts'

type Answer = (request: FakeRequest) => FakeReply

const seconds = Math.floor(Date.now() / 1000)

const goodReddit: Answer = () => ({
  body: makeListing([makeRedditData({ ...need('invoicing'), id: 'live1' })]),
})
const goodHackerNews: Answer = () => ({
  body: {
    nbHits: 1,
    hits: [
      {
        objectID: '41000001',
        title: 'Ask HN: Is there a tool for invoicing?',
        story_text: 'I waste hours.<p>I&#x27;d pay &lt;$10&gt;.',
        points: null,
        num_comments: 3,
        created_at_i: seconds - 3600,
        _tags: ['story', 'ask_hn'],
      },
    ],
  },
})
const goodArchive: Answer = () => ({
  body: {
    data: [
      makeRedditData({ ...need('invoicing by hand'), id: 'fresh1', score: 1, created_utc: seconds - 60 }),
    ],
  },
})

type Answers = { reddit?: Answer; hackerNews?: Answer; arcticShift?: Answer }

/** The product with fake servers for all live sources, configured as an operator would configure it. */
async function openLive(answers: Answers = {}, timeLimitMs = 60_000, clock?: () => Date) {
  const { reddit = goodReddit, hackerNews = goodHackerNews, arcticShift = goodArchive } = answers
  const standIn = await startFakeSource((request) => {
    if (request.path === '/api/v1/access_token') return { body: goodToken }
    if (request.path.startsWith('/hn/')) return hackerNews(request)
    return request.path.startsWith('/api/posts/') ? arcticShift(request) : reddit(request)
  })
  const app = await openTestApp(clock === undefined ? {} : { clock }, {
    REDDIT_CLIENT_ID: 'id',
    REDDIT_CLIENT_SECRET: 'secret',
    REDDIT_USER_AGENT: redditUserAgent,
    REDDIT_URL: standIn.url,
    REDDIT_API_URL: standIn.url,
    HACKER_NEWS: 'on',
    HACKER_NEWS_SEARCH_URL: `${standIn.url}/hn/api/v1`,
    HACKER_NEWS_ITEMS_URL: `${standIn.url}/hn/v0`,
    ARCTIC_SHIFT_COMMUNITIES: 'smallbusiness',
    ARCTIC_SHIFT_URL: standIn.url,
    SOURCE_TIME_LIMIT_MS: `${timeLimitMs}`,
    ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '1000000',
  })
  onTestFinished(() => app.close())
  const words = { title: 'Our plumbers hate invoicing', selftext: 'Every Friday they write paper slips.' }
  await app.storePosts([makePost({ ...words, sourceId: 'archived1' })])
  return { ...app, requests: standIn.requests }
}

const failuresOf = ({ coverage }: SearchReply) =>
  Object.fromEntries(coverage.map(({ source, failed }) => [source, failed]))

async function answerOf(live: Awaited<ReturnType<typeof openLive>>, keyword = 'invoicing') {
  const reply = await search(live.app, keyword)
  expect(reply.statusCode, reply.body).toBe(200)
  return searchReply.parse(reply.json())
}

describe('a search of all sources', () => {
  test('shows the posts of each, scored, with what each of them says of itself', async () => {
    const live = await openLive()
    const answer = await answerOf(live)
    const shown = answer.results.map(({ id, source, subreddit, url }) => ({ id, source, subreddit, url }))
    expect(shown).toContainEqual({
      id: '41000001',
      source: 'hacker-news',
      subreddit: 'Ask HN',
      url: 'https://news.ycombinator.com/item?id=41000001',
    })
    expect(answer.results.some(({ evidence }) => evidence.length > 0)).toBe(true)
    expect(answer.results.some(({ opportunityScore }) => opportunityScore > 0)).toBe(true)
    expect(failuresOf(answer)).toEqual({
      archive: null,
      'hacker-news': null,
      'arctic-shift': null,
      reddit: null,
    })
    for (const { source, posts, leftOut } of answer.coverage.slice(1)) {
      expect([source, posts, leftOut]).toEqual([
        source,
        null,
        expect.stringContaining('It returned 1 post, the newest from'),
      ])
    }
  })

  test('gives upvotes that a source does not report as not known, never as none', async () => {
    const live = await openLive()
    const upvotes = Object.fromEntries((await answerOf(live)).results.map(({ id, score }) => [id, score]))
    expect([upvotes['41000001'], upvotes.fresh1]).toEqual([null, null])
  })

  test('shows HTML as its text', async () => {
    const live = await openLive()
    const { results } = await answerOf(live)
    expect(results.find(({ id }) => id === '41000001')?.excerpt).toContain("I'd pay <$10>.")
  })

  test('stores what it found, so that the archive finds it when the sources are gone', async () => {
    const live = await openLive()
    await answerOf(live)
    const { rows } = await live.database.pool.query<{ source: string; source_id: string }>(
      "select source, source_id from archive_posts where source_id <> 'archived1' order by source_id",
    )
    expect(rows).toEqual([
      { source: 'hacker-news', source_id: '41000001' },
      { source: 'reddit', source_id: 'fresh1' },
      { source: 'reddit', source_id: 'live1' },
    ])
  })

  test('knows one post of two sources as one', async () => {
    const words = { title: 'Beekeepers and their invoicing', selftext: 'Honey is sold by the jar.' }
    const same = makeRedditData({ ...words, id: 'same1', score: 55 })
    const live = await openLive({
      reddit: () => ({ body: makeListing([same]) }),
      arcticShift: () => ({ body: { data: [{ ...same, score: 1, created_utc: seconds - 60 }] } }),
    })
    const answer = await answerOf(live)
    expect(answer.results.filter(({ id }) => id === 'same1')).toHaveLength(1)
  })
})

describe('failing sources', () => {
  test('one that hangs costs its own posts, in its time, and is reported', async () => {
    const live = await openLive({ reddit: () => ({ instead: 'hangs' }) }, 5000)
    const answer = await answerOf(live)
    expect(answer.results.map(({ id }) => id)).toEqual(expect.arrayContaining(['41000001', 'fresh1']))
    expect(failuresOf(answer)).toMatchObject({ 'hacker-news': null, reddit: 'did not answer in time' })
  })

  test('that all fail leave the archive, each with its reason', async () => {
    const live = await openLive({
      reddit: () => ({ status: 403, body: { reason: 'private', error: 403 } }),
      hackerNews: () => ({ body: { unexpected: true } }),
      arcticShift: () => ({ status: 404 }),
    })
    const answer = await answerOf(live)
    expect(answer.results.map(({ id }) => id)).toEqual(['archived1'])
    expect(failuresOf(answer)).toEqual({
      archive: null,
      'hacker-news': 'sent a response that is no list of posts',
      'arctic-shift': 'refused (status 404)',
      reddit: 'refused (status 403, private)',
    })
  })
})

test('500 searches in a minute by four instances never use more than the budget, and all get the archive', async () => {
  // The clock is stopped, so for the budget all calls are made at one instant.
  const now = new Date('2026-11-21T12:00:30Z')
  const quiet = { hackerNews: () => ({ body: { hits: [] } }), arcticShift: () => ({ status: 404 }) }
  const live = await openLive(quiet, 60_000, () => now)
  const instances = [live.app, await live.another(), await live.another(), await live.another()]
  const answers: SearchReply[] = []
  for (let wave = 0; wave < 50; wave += 1) {
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (instances[index % 4] ?? live.app).inject({
          method: 'POST',
          url: '/api/search',
          payload: { keyword: `invoicing -other${wave * 10 + index}` },
          remoteAddress: `10.0.0.${wave}`,
        }),
      ),
    )
    answers.push(...replies.map((reply) => searchReply.parse(reply.json())))
  }
  expect(answers.every(({ results }) => results.some(({ id }) => id === 'archived1'))).toBe(true)
  expect(live.requests.filter(({ path }) => path === '/search')).toHaveLength(100)
  const refusals = answers.flatMap((answer) => failuresOf(answer).reddit ?? [])
  expect(refusals).toHaveLength(400)
  expect(new Set(refusals)).toEqual(new Set(['has reached its call limit; more calls in 61 s']))
}, 180_000)

test('without configuration nothing is asked but the archive', async () => {
  const product = await openTestApp()
  onTestFinished(() => product.close())
  await product.storePosts([makePost(need('invoicing'))])
  const answer = searchReply.parse((await search(product.app, 'invoicing')).json())
  expect(answer.coverage.map(({ source }) => source)).toEqual(['archive'])
})
