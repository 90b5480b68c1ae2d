import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postReply } from '#contract/posts.ts'
import { themesReply } from '#contract/result-themes.ts'
import type { SearchReply } from '#contract/search.ts'
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
  await product.keep([
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
const themesUrl = (token: string) => `/api/search-results/${token}/themes`
const read = (url: string, cookie?: string) =>
  product.app.inject({ url, headers: cookie === undefined ? {} : { cookie } })

describe('a post of the results', () => {
  test('is told whole, and its points stand on words of its own title and text', async () => {
    const reply = await read(postUrl(found.sessionId, 'reddit', 'long1'))
    expect(reply.statusCode, reply.body).toBe(200)
    const post = postReply.parse(reply.json())
    const listed = found.results.find(({ id }) => id === 'long1')
    expect(post.selftext).toBe(longText)
    expect(post.opportunityScore).toBe(listed?.opportunityScore)
    expect(post.scorerVersion).toBe(found.scorerVersion)
    // The list has the strongest sentence, the post all of them.
    const strongest = Math.max(...post.evidence.map(({ points }) => points))
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

  test('that is in the archive but not in these results is not told', async () => {
    const reply = await read(postUrl(found.sessionId, 'reddit', 'bees1'))
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found'])
    expect(reply.body).not.toContain('Beekeeping')
  })

  test('that was deleted since says so, and leaves its theme', async () => {
    const { sessionId } = await searchOnce(product.app, 'inventory')
    await product.keep([makePost({ ...need('inventory counting'), sourceId: 'gone1', community: 'gone' })])
    const { sessionId: later } = await searchOnce(product.app, 'inventory')
    await product.database.pool.query(`delete from posts where source_id = 'gone1'`)
    const reply = await read(postUrl(later, 'reddit', 'gone1'))
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found'])
    expect(reply.json().userMessage).toContain('not available any more')
    expect((await read(themesUrl(later))).json()).toEqual((await read(themesUrl(sessionId))).json())
  })
})

describe('the themes of the results', () => {
  test('group posts by what they tell, in the order of what they add up to, the same each time', async () => {
    const reply = await read(themesUrl(found.sessionId))
    expect(reply.statusCode, reply.body).toBe(200)
    const { themes, alone } = themesReply.parse(reply.json())
    const counting = themes.find(({ posts }) => posts.some(({ id }) => id === 'need2'))
    expect(counting?.posts).toContainEqual({ source: odd.source, id: odd.sourceId })
    expect(counting?.communities).toContain('retail')
    expect(counting?.evidence[0]?.words).not.toBe('')
    const grouped = themes.reduce((sum, theme) => sum + theme.posts.length, 0)
    expect(grouped + alone).toBe(found.count)
    expect((await read(themesUrl(found.sessionId))).body).toBe(reply.body)
  })

  test('of no post are none', async () => {
    const { sessionId } = await searchOnce(product.app, 'zyzzyva')
    expect((await read(themesUrl(sessionId))).json()).toEqual({ themes: [], alone: 0 })
  })
})

describe('who may read them', () => {
  const urlsOf = (token: string) => [themesUrl(token), postUrl(token, 'reddit', 'long1')]

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

  test('only Pro is told the advanced score of a post', async () => {
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
