import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DiscussionSource, SourceQuery } from '#server/source-ports.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { search } from '#tests/harness/search-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

const asked: SourceQuery[] = []
const live: DiscussionSource = {
  name: 'live',
  timeLimitMs: 5000,
  async search(query) {
    asked.push(query)
    const found = ['zebra ledger', 'zebra harbour'].map((title) => ({
      post: makePost({ title: `Is there a ${title} tool?`, sourceId: `live ${title}`, source: 'live' }),
    }))
    return {
      posts: query.keyword.startsWith('zebra') ? found : [],
      coverage: { posts: null, oldestPostAt: null, newestPostAt: null, sample: false, leftOut: null },
    }
  },
}

let product: TestApp
beforeAll(async () => {
  product = await openTestApp(
    { sources: (archive) => [archive, live] },
    { SEARCH_CACHE_SECONDS: '120', ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '1000000' },
  )
  const posts = [
    { title: 'Is there an invoice tool?', sourceId: 'invoice', createdAt: new Date('2026-03-01T00:00:00Z') },
    { title: 'Is there a kettle tool?', sourceId: 'kettle', createdAt: new Date('2026-02-01T00:00:00Z') },
    { title: 'Is there an invoice and kettle tool?', sourceId: 'both' },
    { title: 'Is there a tool for plumbers?', sourceId: 'neither', source: 'hacker-news' },
  ]
  await product.storePosts(posts.map(makePost))
})
afterAll(() => product.close())

async function idsFor(keyword: string): Promise<string[]> {
  const reply = await search(product.app, keyword)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply
    .json()
    .results.map(({ id }: { id: string }) => id)
    .sort()
}

test('a search with OR shows posts with either side, none as related, and its excluded words exclude', async () => {
  expect(await idsFor('invoice OR kettle')).toEqual(['both', 'invoice', 'kettle'])
  const { results } = (await search(product.app, 'tool (invoice OR kettle) -and')).json()
  expect(results.map(({ match }: { match: string }) => match)).toEqual(results.map(() => 'title'))
  expect(await idsFor('tool (invoice OR kettle) -(invoice kettle)')).toEqual(['invoice', 'kettle'])
})

test('filters limit a search of words to sources, dates and scores', async () => {
  expect(await idsFor('tool source:hacker-news')).toEqual(['neither'])
  expect(await idsFor('tool after:2026-02-01 before:2026-03 -source:live')).toEqual(['kettle'])
  expect(await idsFor('tool score:100')).toEqual([])
})

test('a source that has no posts is named, with those that have', async () => {
  const reply = await search(product.app, 'tool source:hackernews')
  const { coverage, explanation } = reply.json()
  const said = 'There are no posts of “hackernews” here. “source:” finds '
  const archive = coverage.find(({ source }: { source: string }) => source === 'archive')
  expect(archive.leftOut).toContain(said)
  expect(explanation).toContain(said)
})

test('a live source is asked for the first side of OR, says so, and what it finds has to match', async () => {
  const reply = await search(product.app, '(zebra ledger) OR plumbers')
  expect(await idsFor('(zebra ledger) OR plumbers')).toEqual(['live zebra ledger', 'neither'])
  expect(asked.at(-1)?.keyword).toBe('zebra ledger')
  const coverage: { source: string; leftOut: string }[] = reply.json().coverage
  expect(coverage.find(({ source }) => source === 'live')?.leftOut).toContain(
    'Only zebra ledger, the first side of OR, was searched for.',
  )
})

test('a wrong query is refused with where and why, and costs nothing', async () => {
  const reply = await search(product.app, 'invoice (kettle')
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({
    code: 'invalid_keyword',
    userMessage: expect.stringContaining('At character 9: this parenthesis is not closed.'),
  })
})
