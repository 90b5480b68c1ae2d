import type { Page } from '@playwright/test'
import type { SavedResultsReply, SearchResult } from '#contract/search.ts'

/** Repeated real results, each with its own id, score and date. */
function makeResults(real: readonly SearchResult[], count: number): SearchResult[] {
  return Array.from({ length: count }, (_, at) => {
    const result = real[at % real.length]
    if (result === undefined) throw new Error('The search found nothing to make results of')
    const round = Math.floor(at / real.length)
    const score = (result.opportunityScore + round * 7) % 101
    const createdAt = new Date(Date.parse(result.createdAt) - round * 86_400_000).toISOString()
    const { advancedScore } = result
    return {
      ...result,
      id: round === 0 ? result.id : `${result.id}-${round}`,
      opportunityScore: score,
      createdAt,
      ...(advancedScore && { advancedScore: { ...advancedScore, overallScore: score } }),
    }
  })
}

/** Gives a search this many saved results, each of which opens with its excerpt. */
export async function serveManyResults(page: Page, count: number): Promise<void> {
  let made: SearchResult[] = []
  await page.route(/\/api\/search-results\/[^/]+$/u, async (route) => {
    const reply = await route.fetch()
    const body: SavedResultsReply = await reply.json()
    made = makeResults(body.results, count)
    await route.fulfill({ response: reply, json: { ...body, results: made } })
  })
  await page.route(/\/api\/search-results\/[^/]+\/posts\//u, async (route) => {
    const id = decodeURIComponent(route.request().url().split('/').at(-1) ?? '')
    const post = made.find((one) => one.id === id)
    const json = { ...post, selftext: post?.excerpt ?? '', scorerVersion: 'bench', evidence: [] }
    await route.fulfill({ json })
  })
}
