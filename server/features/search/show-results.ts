import { keywordPatterns } from '#contract/keyword-pattern.ts'
import { parseKeyword } from '#contract/keyword-terms.ts'
import type { SearchResult } from '#contract/search.ts'
import { advancedScore } from '#scoring/advanced-score.ts'
import { enhancedPersona } from '#scoring/persona/enhanced-persona.ts'
import type { PostScore } from '#scoring/score-post.ts'
import type { ArchivedPost } from '#server/ports.ts'
import { otherPlacesOf } from './duplicate-rules.ts'
import { passagesOf, unseenPatterns } from './passage-rules.ts'
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

/** For whom and for what an answer is shown, and as of when. */
export type ShownTo = { searcher: Searcher; keyword: string; asOf: Date }

/**
 * The posts of an answer, each as JSON, as the plan of who asks may see them: only Pro gets the advanced fields.
 * Whole texts are read where Pro needs them, or where the card does not show the keyword.
 */
export async function showResults(
  deps: ShowResults,
  posts: readonly RankedPost[],
  { searcher, keyword, asOf }: ShownTo,
): Promise<string[]> {
  const patterns = keywordPatterns(parseKeyword(keyword).terms)
  const unseen = posts.map(({ post }) => unseenPatterns(readCard(post), patterns))
  const forPro = isPro(searcher)
  const read = posts.filter((_, at) => forPro || (unseen[at]?.length ?? 0) > 0)
  const texts = await deps.readTexts(read.map(({ post }) => post.archiveId))
  return posts.map((ranked, at) => {
    const text = texts.get(ranked.post.archiveId)
    if (text === undefined) return writeResult(ranked, placesOf(ranked))
    const keywordPassages = passagesOf(text, unseen[at] ?? [])
    return writeResult(ranked, {
      ...(forPro ? proFields(ranked.post, text, asOf) : {}),
      ...placesOf(ranked),
      ...(keywordPassages.length === 0 ? {} : { keywordPassages }),
    })
  })
}
