import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DiscussionSource } from '#server/source-ports.ts'
import { post, type SignedUp, signUp } from '#tests/harness/account-calls.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { search } from '#tests/harness/search-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

const title = 'Is there a tool for invoices?'
const live: DiscussionSource = {
  name: 'live',
  timeLimitMs: 5000,
  search: async ({ keyword }) => ({
    posts: (keyword === 'invoices' ? ['SaaS', 'cooking'] : []).map((community) => ({
      post: makePost({ title, community, sourceId: `live ${community}` }),
    })),
    coverage: { posts: null, oldestPostAt: null, newestPostAt: null, sample: false, leftOut: null },
  }),
}

let product: TestApp
let ann: SignedUp
let bob: SignedUp
beforeAll(async () => {
  product = await openTestApp(
    { sources: (archive) => [archive, live] },
    { SEARCH_CACHE_SECONDS: '120', ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '1000000' },
  )
  await product.storePosts(
    ['SaaS', 'startups', 'Cooking', 'founders'].map((community, at) =>
      makePost({ title, community, sourceId: `kept${at}`, selftext: `Invoices of ${at} people take hours.` }),
    ),
  )
  ann = await signUp(product.app)
  bob = await signUp(product.app)
  await product.database.pool.query(`update users set subscription_tier = 'pro'`)
})
afterAll(() => product.close())

const save = (person: SignedUp, listName: string, communities: string[]) =>
  post(product.app, '/api/lists', { listName, communities }, person)
const lists = async ({ cookie }: SignedUp) =>
  (await product.app.inject({ url: '/api/lists', headers: { cookie } })).json().lists
async function communitiesFor(keyword: string, cookie?: string): Promise<string[]> {
  const reply = await search(product.app, keyword, cookie === undefined ? {} : { cookie })
  expect(reply.statusCode, reply.body).toBe(200)
  const { results } = reply.json()
  const places = results.flatMap(
    ({ subreddit, alsoPostedIn = [] }: { subreddit: string; alsoPostedIn?: { subreddit: string }[] }) => [
      subreddit,
      ...alsoPostedIn.map((other) => other.subreddit),
    ],
  )
  return [...new Set<string>(places)].sort()
}

test('a keyword with in: is asked of these communities alone, of every source', async () => {
  expect(await communitiesFor('invoices')).toEqual(['Cooking', 'SaaS', 'cooking', 'founders', 'startups'])
  expect(await communitiesFor('invoices in:r/saas,startups')).toEqual(['SaaS', 'startups'])
  expect(await communitiesFor('in:nowhere invoices')).toEqual([])
})

test('the name of a list means its communities, for its owner alone, whoever asked before', async () => {
  expect((await save(ann, 'Founders', ['SaaS', 'startups'])).json().name).toBe('founders')
  expect(await communitiesFor('invoices in:founders', bob.cookie)).toEqual(['founders'])
  expect(await communitiesFor('invoices in:founders', ann.cookie)).toEqual(['SaaS', 'startups'])
  expect(await communitiesFor('invoices in:founders')).toEqual(['founders'])
  await save(ann, 'founders', ['Cooking'])
  expect(await communitiesFor('invoices in:founders', ann.cookie)).toEqual(['Cooking', 'cooking'])
})

test('the brief of a limited search covers its communities alone, though both show the same posts', async () => {
  const needText = (at: number) => `I copy this by hand every day. I would pay $${at} a month for an app.`
  await product.storePosts([
    ...Array.from({ length: 100 }, (_, at) =>
      makePost({
        title: `Looking for a ferry timetable app, number ${at}`,
        selftext: `I run harbour ${at} and its ferry. ${needText(at)}`,
        community: 'SaaS',
        sourceId: `ferry${at}`,
      }),
    ),
    ...Array.from({ length: 10 }, (_, at) =>
      makePost({
        title: `Looking for an app, number ${at}`,
        selftext: `I cook on pier ${at} for whoever waits for the ferry. ${needText(at)}`,
        community: 'Cooking',
        sourceId: `pier${at}`,
      }),
    ),
  ])
  await save(ann, 'makers', ['SaaS'])
  const readBrief = async (keyword: string) => {
    const headers = { cookie: ann.cookie }
    const { results, sessionId } = (await search(product.app, keyword, headers)).json()
    const reply = await product.app.inject({ url: `/api/search-results/${sessionId}/brief`, headers })
    const { posts, communities } = reply.json()
    return { shown: results.map(({ id }: { id: string }) => id), posts, communities }
  }
  const all = await readBrief('ferry')
  const limited = await readBrief('ferry in:makers')
  expect(limited.shown).toEqual(all.shown)
  expect([all.posts, limited.posts]).toEqual([110, 100])
  expect(limited.communities).toEqual([{ name: 'SaaS', posts: 100 }])
})

test('lists are shown to, replaced and deleted by their owner alone', async () => {
  await save(ann, 'mine', ['SaaS'])
  await save(ann, 'mine', ['SaaS', 'SaaS', 'startups'])
  const mine = (await lists(ann)).find(({ name }: { name: string }) => name === 'mine')
  expect(mine.communities).toEqual(['SaaS', 'startups'])
  expect(await lists(bob)).toEqual([])
  const remove = ({ cookie }: SignedUp) =>
    product.app.inject({ method: 'DELETE', url: `/api/lists/${mine.id}`, headers: { cookie } })
  expect((await remove(bob)).statusCode).toBe(404)
  expect((await remove(ann)).statusCode).toBe(200)
  expect((await lists(ann)).map(({ name }: { name: string }) => name)).toEqual(['founders', 'makers'])
  const exported = await product.app.inject({ url: '/api/account/export', headers: { cookie: ann.cookie } })
  expect(exported.json().lists).toMatchObject([
    { name: 'founders', communities: ['Cooking'] },
    { name: 'makers', communities: ['SaaS'] },
  ])
})

test('what is no list is refused with what is wrong', async () => {
  const refusals: [string, string[], string][] = [
    ['two words', ['SaaS'], 'A name has letters, digits, - and _'],
    ['fine', [], 'Name at least one community'],
    ['fine', Array.from({ length: 201 }, (_, at) => `c${at}`), 'A list has at most 200 communities'],
  ]
  for (const [listName, communities, message] of refusals) {
    const reply = await save(ann, listName, communities)
    expect([reply.statusCode, reply.json().userMessage]).toEqual([400, expect.stringContaining(message)])
  }
})

test('an export of another tool is read and not stored', async () => {
  const text = JSON.stringify({
    audiences: [{ name: 'Shop owners', subreddits: ['r/shopify'] }],
    keywords: ['refunds'],
  })
  const reply = await post(product.app, '/api/lists/read', { text }, bob)
  expect(reply.json()).toEqual({
    audiences: [{ name: 'shop-owners', communities: ['shopify'] }],
    keywords: ['refunds'],
    leftOut: [],
  })
  expect(await lists(bob)).toEqual([])
})

test('what was read of an export can be saved as it is read, and a community is in a list once', async () => {
  const text = JSON.stringify([{ name: '__proto__', subreddits: ['r/SaaS+startups', 'saas'] }])
  const { audiences } = (await post(product.app, '/api/lists/read', { text }, bob)).json()
  expect(audiences).toEqual([{ name: 'proto__', communities: ['SaaS', 'startups'] }])
  for (const { name, communities } of audiences) {
    const saved = await save(bob, name, [...communities, 'SAAS'])
    expect([saved.statusCode, saved.json().communities]).toEqual([200, ['SaaS', 'startups']])
  }
  expect(await communitiesFor('invoices in:proto__', bob.cookie)).toEqual(['SaaS', 'startups'])
})
