import type { SearchResult } from '#contract/search.ts'
import { advancedScore } from '#scoring/advanced-score.ts'
import { enhancedPersona } from '#scoring/enhanced-persona.ts'
import type { PostScore } from '#scoring/score-post.ts'
import type { ArchivedPost } from '#server/ports.ts'
import { otherPlacesOf } from './duplicate-rules.ts'
import { type RankedPost, readCard, writeResult } from './result-rules.ts'
import type { Searcher } from './take-search.ts'

export type ShowResults = {
  /** Whole texts by archive id; deleted posts are missing. */
  readTexts: (archiveIds: readonly number[]) => Promise<Map<number, string>>
}

export function isPro(searcher: Searcher): boolean {
  return searcher.kind === 'user' && searcher.tier === 'pro'
}

/** What only Pro is shown of a post. */
export function proFields(post: ArchivedPost, selftext: string, asOf: Date) {
  const { title, subreddit: community, opportunityScore, base, signals, persona, evidence } = readCard(post)
  // As the scorer gave it: the archive holds nothing else.
  const score = { opportunityScore, base, signals, persona, evidence } as PostScore
  return {
    advancedScore: advancedScore({ title, selftext, community, createdAt: post.createdAt }, score, asOf),
    enhancedPersona: enhancedPersona({ title, selftext, community }, score),
  }
}

function placesOf(ranked: RankedPost): Pick<SearchResult, 'alsoPostedIn'> {
  return ranked.folded === undefined ? {} : { alsoPostedIn: otherPlacesOf(ranked) }
}

/** The posts of an answer, each as JSON, as the plan of who asks may see them: only Pro gets the advanced fields. */
export async function showResults(
  deps: ShowResults,
  searcher: Searcher,
  posts: readonly RankedPost[],
  asOf: Date,
): Promise<string[]> {
  if (!isPro(searcher)) return posts.map((ranked) => writeResult(ranked, placesOf(ranked)))
  const texts = await deps.readTexts(posts.map(({ post }) => post.archiveId))
  return posts.map((ranked) => {
    const text = texts.get(ranked.post.archiveId)
    const pro = text === undefined ? {} : proFields(ranked.post, text, asOf)
    return writeResult(ranked, { ...pro, ...placesOf(ranked) })
  })
}
