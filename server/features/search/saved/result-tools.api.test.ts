import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postReply } from '#contract/posts.ts'
import type { SearchReply } from '#contract/search.ts'
import { searchBriefReply } from '#contract/search-brief.ts'
import { signUp } from '#tests/harness/account-calls.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { need, search, searchOnce } from '#tests/harness/search-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

const longText = `${'We run a small shop and count everything by hand. '.repeat(40)}I would pay for a tool that does the inventory.`
const other = {
  title: 'Which tool do you use for inventory counting?',
  selftext: 'Every month a whole day of inventory counting on paper. Happy to pay for a good tool.',
}
const odd = { source: 'hacker-news', sourceId: 'a/b?c%20ü', community: 'Ask HN' }

let product: TestApp
let found: SearchReply

beforeAll(async () => {
  product = await openTestApp({}, { ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '1000000' })
  await product.storePosts([
    makePost({ title: 'Is there a tool for inventory?', selftext: longText, sourceId: 'long1' }),
    makePost({ ...need('inventory counting'), ...odd }),
    makePost({ ...other, sourceId: 'need2', community: 'retail' }),
    makePost({ title: 'Beekeeping and honey', selftext: 'A shed full of hives.', sourceId: 'bees1' }),
    makePost({ title: 'Inventory \u{1F600}', selftext: 'مرحبا inventory', sourceId: 'rtl1', upvotes: null }),
  ])
  found = await searchOnce(product.app, 'inventory')
})
afterAll(() => product.close())

const postUrl = (token: string, source: string, id: string) =>
  `/api/search-results/${token}/posts/${encodeURIComponent(source)}/${encodeURIComponent(id)}`
const briefUrl = (token: string) => `/api/search-results/${token}/brief`
const read = (url: string, cookie?: string) =>
  product.app.inject({ url, headers: cookie === undefined ? {} : { cookie } })

describe('a post of the results', () => {
  test('is shown whole, and its points stand on words of its own title and text', async () => {
    const reply = await read(postUrl(found.sessionId, 'reddit', 'long1'))
    expect(reply.statusCode, reply.body).toBe(200)
    const post = postReply.parse(reply.json())
    const listed = found.results.find(({ id }) => id === 'long1')
    expect(post.selftext).toBe(longText)
    expect(post.opportunityScore).toBe(listed?.opportunityScore)
    expect(post.scorerVersion).toBe(found.scorerVersion)
    // The list has the strongest sentence; the post has all sentences.
    const strongest = Math.max(
      ...post.evidence.filter(({ start, end }) => end > start).map(({ points }) => points),
    )
    expect(listed?.evidence.map(({ points }) => points)).toEqual([strongest])
    expect(post.evidence.length).toBeGreaterThan(1)
    const cited = post.evidence.map(({ field, start, end }) => post[field].slice(start, end))
    expect(cited.join('|').toLowerCase()).toContain('would pay')
    expect(reply.body).not.toContain('excerpt')
  })

  test('is found under any id that its source gave it', async () => {
    const reply = await read(postUrl(found.sessionId, odd.source, odd.sourceId))
    expect(postReply.parse(reply.json())).toMatchObject({ id: odd.sourceId, subreddit: odd.community })
  })

  test('that is in the archive but not in these results is not shown', async () => {
    const reply = await read(postUrl(found.sessionId, 'reddit', 'bees1'))
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found'])
    expect(reply.body).not.toContain('Beekeeping')
  })

  test('that was deleted since says so, and leaves the brief', async () => {
    const { sessionId } = await searchOnce(product.app, 'inventory')
    await product.storePosts([
      makePost({ ...need('inventory counting'), sourceId: 'gone1', community: 'gone' }),
    ])
    const { sessionId: later } = await searchOnce(product.app, 'inventory')
    await product.database.pool.query(`delete from archive_posts where source_id = 'gone1'`)
    const reply = await read(postUrl(later, 'reddit', 'gone1'))
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found'])
    expect(reply.json().userMessage).toContain('not available any more')
    expect((await read(briefUrl(later))).json()).toEqual((await read(briefUrl(sessionId))).json())
  })
})

describe('the brief of the results', () => {
  const readBrief = async (token: string) => searchBriefReply.parse((await read(briefUrl(token))).json())

  test('groups posts that want the same thing, named by a sentence that stands in one of them', async () => {
    const reply = await read(briefUrl(found.sessionId))
    expect(reply.statusCode, reply.body).toBe(200)
    const brief = searchBriefReply.parse(reply.json())
    const counting = brief.needs.find(({ posts }) => posts.some(({ id }) => id === 'need2'))
    expect(counting?.posts.map(({ id }) => id)).toContain(odd.sourceId)
    expect(counting?.communities).toContainEqual({ name: 'retail', posts: 1 })
    const named = counting?.name
    const post = await read(postUrl(found.sessionId, named?.source ?? '', named?.id ?? ''))
    const { title, selftext } = postReply.parse(post.json())
    expect([title, selftext].some((text) => text.includes(named?.words ?? 'no such words'))).toBe(true)
    expect((await read(briefUrl(found.sessionId))).body).toBe(reply.body)
  })

  test('counts a post that stands in two communities once: two posts and a cross-post are no need', async () => {
    const ask = (words: string, sourceId: string, community: string) =>
      makePost({
        title: `${words} to track the feeding of axolotls?`,
        selftext: `I run an aquarium and write down by hand, every ${sourceId}, what each axolotl in its tank was fed by whom. I need software that tracks the feeding of axolotls, and would pay for it.`,
        sourceId,
        community,
      })
    const first = ask('Is there software', 'day', 'aquariums')
    await product.storePosts([
      first,
      ask('Which app is there', 'week', 'pets'),
      {
        ...first,
        sourceId: 'again',
        community: 'zoo',
        title: `${first.title} (cross-post from r/aquariums)`,
      },
    ])
    const idsOf = async () => {
      const { needs, toldOnce } = await readBrief((await searchOnce(product.app, 'axolotls')).sessionId)
      return [needs.map(({ posts }) => posts.map(({ id }) => id).sort()), toldOnce.length]
    }
    expect(await idsOf()).toEqual([[], 2])
    await product.storePosts([ask('Can anyone recommend a tool', 'month', 'reptiles')])
    expect(await idsOf()).toEqual([[['day', 'month', 'week']], 0])
  })

  test('covers posts that no list shows, and nothing below 40 or off the keyword', async () => {
    const many = Array.from({ length: 130 }, (_, at) =>
      makePost({
        title: `Looking for a ferry timetable app, number ${at}`,
        selftext: `I run harbour ${at} and copy the timetable by hand every day. I would pay $${at} a month for an app.`,
        sourceId: `ferry${at}`,
        community: `port${at % 12}`,
        createdAt: new Date(Date.UTC(2010 + (at % 5), 0, 2)),
      }),
    )
    await product.storePosts([
      ...many,
      makePost({ title: 'Ferry', selftext: 'A ferry. Nice.', sourceId: 'weak1' }),
    ])
    const { sessionId, results } = await searchOnce(product.app, 'ferry')
    const brief = await readBrief(sessionId)
    expect(results).toHaveLength(100)
    expect(brief.posts).toBe(130)
    expect(brief.years).toEqual([2010, 2011, 2012, 2013, 2014].map((year) => ({ year, posts: 26 })))
    expect(brief.prices.map(({ words }) => words).join(' ')).toContain('a month')
    expect(brief.coping.map(({ words }) => words).join(' ')).toContain('by hand')
    const ids = brief.needs.flatMap(({ posts }) => posts.map(({ id }) => id))
    expect(ids).not.toContain('weak1')
    expect(ids).not.toContain('bees1')
    // A need lists all its posts, so that the results can be filtered by them.
    const largest = brief.needs.toSorted((a, b) => b.posts.length - a.posts.length)[0]
    expect([largest?.posts.length, largest?.communities.length]).toEqual([130, 8])
    expect(largest).toMatchObject({ communityCount: 12 })
  })

  test('names products where the text names them, with what is held against them', async () => {
    await product.storePosts([
      makePost({
        title: 'Alternative to QuickBooks for a zeppelin hangar?',
        selftext: 'QuickBooks is too slow and I hate it. I need software to send invoices for our zeppelin.',
        sourceId: 'zep1',
      }),
      makePost({
        title: 'What do you use to bill zeppelin flights?',
        selftext:
          'We use quickbooks for our zeppelin now. It wastes hours every week. Is there a better app?',
        sourceId: 'zep2',
      }),
    ])
    const { sessionId } = await searchOnce(product.app, 'zeppelin')
    const { products } = await readBrief(sessionId)
    expect(products[0]).toMatchObject({ name: 'QuickBooks', posts: 2 })
    expect(products[0]?.against.map(({ words }) => words).join(' ')).toMatch(/slow|hate|wastes/u)
  })

  test('names keywords to try that the titles share and others have seldom, which no search waits for', async () => {
    const titles = [
      'Looking for a dinghy trailer',
      'Selling dinghies: which trailer?',
      'A trailer for a dinghy',
    ]
    await product.storePosts(titles.map((title, at) => makePost({ title, sourceId: `dinghy${at}` })))
    await product.database.pool.query(
      `insert into archive_words (word, posts, titles) values (' posts', 100000, 0), ('trailer', 9, 3), ('dinghy', 9, 2)`,
    )
    const reply = await search(product.app, 'dinghy')
    expect(reply.body).not.toContain('suggestions')
    expect((await readBrief(reply.json().sessionId)).related).toEqual(['trailer'])
    await product.database.pool.query('delete from archive_words')
  })

  test('of a post that is gone holds nothing more of it', async () => {
    await product.storePosts([makePost({ ...need('quokka care'), sourceId: 'quokka1' })])
    const { sessionId } = await searchOnce(product.app, 'quokka')
    expect((await readBrief(sessionId)).posts).toBe(1)
    await product.database.pool.query(`delete from archive_posts where source_id = 'quokka1'`)
    expect(await readBrief(sessionId)).toMatchObject({ posts: 0, toldOnce: [], needs: [] })
  })

  test.each(['zyzzyva', `"'; drop table archive_posts; --`, '"open %_\\ \u{1F600}x', '-inventory'])(
    'of the keyword %s is an answer as well',
    async (keyword) => {
      const { sessionId } = await searchOnce(product.app, keyword)
      const brief = await readBrief(sessionId)
      expect([brief.needs, brief.years]).toEqual([[], []])
    },
  )
})

describe('who may read them', () => {
  const urlsOf = (token: string) => [briefUrl(token), postUrl(token, 'reddit', 'long1')]

  test('a search of an account answers to that account alone', async () => {
    const owner = await signUp(product.app)
    const stranger = await signUp(product.app)
    const reply = await search(product.app, 'inventory', { cookie: owner.cookie })
    const { sessionId } = reply.json() as SearchReply
    for (const url of urlsOf(sessionId)) {
      expect((await read(url, owner.cookie)).statusCode).toBe(200)
      for (const cookie of [undefined, stranger.cookie]) {
        const refused = await read(url, cookie)
        expect([refused.statusCode, refused.json().code]).toEqual([404, 'results_expired'])
      }
    }
  })

  test.each(['x', '%00', 'a'.repeat(43), 'a'.repeat(190)])('nobody by the token %s', async (token) => {
    for (const url of urlsOf(token)) {
      const reply = await read(url)
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'results_expired'])
    }
  })

  test('nobody once the results have expired', async () => {
    const { sessionId } = await searchOnce(product.app, 'inventory')
    await product.database.pool.query(
      `update search_results set expires_at = now() - interval '1 second' where search_session_id =
        (select id from search_sessions where session_token = $1)`,
      [sessionId],
    )
    for (const url of urlsOf(sessionId)) {
      const reply = await read(url)
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'results_expired'])
      expect(reply.json().userMessage).toContain('may have expired')
    }
  })

  test('only Pro is shown the advanced score of a post', async () => {
    const person = await signUp(product.app)
    const { sessionId } = (await search(product.app, 'inventory', { cookie: person.cookie })).json()
    const url = postUrl(sessionId, 'reddit', 'long1')
    expect((await read(url, person.cookie)).json().advancedScore).toBeUndefined()
    await product.database.pool.query(`update users set subscription_tier = 'pro' where id = $1`, [
      person.user.id,
    ])
    const results = (await read(`/api/search-results/${sessionId}`, person.cookie)).json() as SearchReply
    const listed = results.results.find(({ id }) => id === 'long1')
    const { advancedScore, enhancedPersona } = postReply.parse((await read(url, person.cookie)).json())
    expect(advancedScore?.overallScore).toBeGreaterThan(0)
    expect({ advancedScore, enhancedPersona }).toEqual({
      advancedScore: listed?.advancedScore,
      enhancedPersona: listed?.enhancedPersona,
    })
  })
})
