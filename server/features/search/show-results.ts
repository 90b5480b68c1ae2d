import { keywordPatterns, parseKeyword } from '#contract/keyword-terms.ts'
import type { KeywordMatch, SearchResult } from '#contract/search.ts'
import { signalLabels as labels } from '#contract/signal-labels.ts'
import { advancedScore } from '#scoring/advanced-score.ts'
import { enhancedPersona } from '#scoring/persona/enhanced-persona.ts'
import type { PostScore } from '#scoring/score-post.ts'
import type { ArchivedPost, PostReader, ScoreReasons } from '#server/ports.ts'
import { otherPlacesOf, type RankedPost } from './result-rules.ts'
import type { Searcher } from './search-quota.ts'
import { shownText, unseenPatterns } from './shown-text-rules.ts'

export function isPro(searcher: Searcher): boolean {
  return searcher.kind === 'user' && searcher.tier === 'pro'
}

type WholePost = { selftext: string; reasons: ScoreReasons }

/** What only Pro is shown of a post. */
export function proFields(post: ArchivedPost, { selftext, reasons }: WholePost, asOf: Date) {
  const { title, community, opportunityScore, signals, persona } = post
  // As the scorer gave it: the archive holds nothing else.
  const score = { opportunityScore, signals, persona, ...reasons } as PostScore
  const dated = { title, selftext, community, createdAt: post.createdAt }
  return {
    advancedScore: advancedScore(dated, score, { labels, asOf }),
    enhancedPersona: enhancedPersona({ title, selftext, community }, score),
  }
}

export function placesOf(ranked: RankedPost): Pick<SearchResult, 'alsoPostedIn'> {
  return ranked.duplicates === undefined ? {} : { alsoPostedIn: otherPlacesOf(ranked) }
}

/** What every answer says of a post, whatever it shows of its text. */
export function describePost(post: ArchivedPost, match: KeywordMatch) {
  return {
    id: post.sourceId,
    source: post.source,
    title: post.title,
    subreddit: post.community,
    persona: post.persona,
    opportunityScore: post.opportunityScore,
    signals: post.signals,
    score: post.upvotes,
    comments: post.comments,
    url: post.url,
    createdAt: post.createdAt.toISOString(),
    match,
    sample: post.sample,
    ...(post.attribution === undefined ? {} : { attribution: post.attribution }),
  }
}

/** For whom and for what an answer is shown, and as of when. */
export type ShownTo = { searcher: Searcher; keyword: string; asOf: Date }

/**
 * The posts of an answer as the searcher's plan may see them: only Pro gets the advanced fields. Whole texts are read
 * where Pro needs them, or where what is stored for lists does not show the keyword.
 */
export async function showResults(
  reader: PostReader,
  posts: readonly RankedPost[],
  { searcher, keyword, asOf }: ShownTo,
): Promise<SearchResult[]> {
  const patterns = keywordPatterns(parseKeyword(keyword).terms)
  const forPro = isPro(searcher)
  const isUnseen = posts.map(({ post }) => unseenPatterns(post, patterns).length > 0)
  const idsOf = (some: readonly RankedPost[]) => some.map(({ post }) => post.archiveId)
  const [texts, reasons] = await Promise.all([
    reader.listTexts(idsOf(posts.filter((_, at) => forPro || isUnseen[at]))),
    reader.listReasons(forPro ? idsOf(posts) : []),
  ])
  return posts.map((ranked, at) => {
    const { post, match } = ranked
    const selftext = texts.get(post.archiveId)
    const why = reasons.get(post.archiveId)
    return {
      ...describePost(post, match),
      ...shownText(post, patterns, isUnseen[at] ? selftext : undefined),
      ...placesOf(ranked),
      ...(selftext === undefined || why === undefined
        ? {}
        : proFields(post, { selftext, reasons: why }, asOf)),
    }
  })
}
