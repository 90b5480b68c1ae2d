import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { type SearchReply, searchReply } from '#contract/search.ts'
import { makePost } from './make-post.ts'
import { openTestApp, type TestApp } from './test-app.ts'

/** The text of a post that asks for a tool. */
export function need(words: string): { title: string; selftext: string } {
  return {
    title: `Is there a tool for ${words}?`,
    selftext: `I waste hours every week on ${words} in a spreadsheet. I would pay for something that works.`,
  }
}

/** The product with five real posts, four of them about invoicing, one sample post, and a high search limit. */
export async function openInvoicingApp(): Promise<TestApp> {
  const product = await openTestApp({}, { ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '1000000' })
  await product.storePosts([
    makePost({ ...need('invoicing'), sourceId: 'need1' }),
    makePost({ title: 'Our quarterly news', selftext: 'We mention invoicing once.', sourceId: 'news1' }),
    makePost({
      title: 'A link with odd text \u{1F600} =SUM(A1) invoicing',
      selftext: 'Line one, with "quotes"\r\nand invoicing — über 𝒳.',
      url: null,
      upvotes: null,
      comments: null,
      sourceId: 'odd1',
    }),
    makePost({ title: '=cmd|calc invoicing', selftext: '@here', sourceId: 'formula1' }),
    makePost({ sample: true, source: 'sample', sourceId: 'sample1', title: 'Sample about invoicing' }),
    makePost({ title: 'Beekeeping and honey', selftext: 'A shed full of hives.', sourceId: 'bees1' }),
  ])
  return product
}

/** Searches like the page; the keyword can be any value. */
export function search(app: FastifyInstance, keyword: unknown, headers: Record<string, string> = {}) {
  return app.inject({ method: 'POST', url: '/api/search', payload: { keyword }, headers })
}

/** The response of a search that must succeed. */
export async function searchOnce(app: FastifyInstance, keyword: string): Promise<SearchReply> {
  const reply = await search(app, keyword)
  expect(reply.statusCode, reply.body).toBe(200)
  return searchReply.parse(reply.json())
}

/** The visitor cookie that a reply set, for the next request. */
export function cookieOf(reply: { cookies: { name: string; value: string }[] }): string {
  const cookie = reply.cookies.find((one) => one.name === 'visitor')
  return `visitor=${encodeURIComponent(cookie?.value ?? '')}`
}
