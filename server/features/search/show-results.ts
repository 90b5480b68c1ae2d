import type { SearchResult } from '#contract/search.ts'
import { advancedScore } from '#scoring/advanced-score.ts'
import { enhancedPersona } from '#scoring/enhanced-persona.ts'
import type { PostScore } from '#scoring/score-post.ts'
import type { ArchivedPost } from '#server/ports.ts'
import { type RankedPost, toSearchResult } from './result-rules.ts'
import type { Searcher } from './take-search.ts'

export type ShowResults = {
  /** Whole texts by archive id; deleted posts are missing. */
  readTexts: (archiveIds: readonly number[]) => Promise<Map<number, string>>
}

/** Evidence as the scorer gave it: the archive holds nothing else. */
function scoreOf({ opportunityScore, signals, persona, evidence }: ArchivedPost): PostScore {
  return { opportunityScore, signals, persona, evidence: evidence as PostScore['evidence'] }
}

function proFields(post: ArchivedPost, selftext: string, asOf: Date) {
  const { title, community, createdAt } = post
  const score = scoreOf(post)
  return {
    advancedScore: advancedScore({ title, selftext, community, createdAt }, score, asOf),
    enhancedPersona: enhancedPersona({ title, selftext, community }, score),
  }
}

/** The posts of an answer as the plan of who asks may see them: only Pro gets the advanced fields. */
export async function showResults(
  deps: ShowResults,
  searcher: Searcher,
  posts: readonly RankedPost[],
  asOf: Date,
): Promise<SearchResult[]> {
  if (searcher.kind === 'visitor' || searcher.tier !== 'pro') return posts.map(toSearchResult)
  const texts = await deps.readTexts(posts.map(({ post }) => post.archiveId))
  return posts.map((ranked) => {
    const text = texts.get(ranked.post.archiveId)
    const result = toSearchResult(ranked)
    return text === undefined ? result : { ...result, ...proFields(ranked.post, text, asOf) }
  })
}
