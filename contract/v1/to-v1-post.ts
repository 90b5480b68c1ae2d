import type { PostReply } from '#contract/posts.ts'
import type { Evidence, SearchResult } from '#contract/search.ts'
import { signalLabel } from '#contract/signal-labels.ts'
import type { V1Post, V1Reason, V1WholePost } from './v1-post.ts'

/**
 * The texts to which the offsets of evidence refer. The text may be an excerpt, which starts at `offset` in
 * the stored text.
 */
type Texts = { title: string; text: string; offset: number }

function wordsOf({ words, field, start, end }: Evidence, { title, text, offset }: Texts): string | null {
  if (start === end) return null
  if (words !== undefined) return words
  return field === 'title' ? title.slice(start, end) : text.slice(start - offset, end - offset)
}

const toV1Reason = (evidence: Evidence, texts: Texts): V1Reason => ({
  signal: evidence.signal,
  label: signalLabel(evidence.signal),
  points: evidence.points,
  field: evidence.field === 'title' ? 'title' : 'text',
  start: evidence.start,
  end: evidence.end,
  words: wordsOf(evidence, texts),
})

type Described = Omit<SearchResult, 'excerpt' | 'excerptStart' | 'textCharacters' | 'keywordPassages'>

/** All reasons that have points. A sentence without points is not a reason, and the page does not show it. */
export const toV1Reasons = (evidence: readonly Evidence[], texts: Texts): V1Reason[] =>
  evidence.filter(({ points }) => points !== 0).map((one) => toV1Reason(one, texts))

function identityOf(result: Described) {
  const { advancedScore } = result
  return {
    source: result.source,
    id: result.id,
    community: result.subreddit,
    title: result.title,
    url: result.url,
    createdAt: result.createdAt === '' ? null : result.createdAt,
    score: result.opportunityScore,
    upvotes: result.score,
    comments: result.comments,
    persona: result.persona,
    signals: result.signals,
    match: result.match,
    offTopic: result.offTopic === true,
    sample: result.sample,
    attribution: result.attribution ?? null,
    alsoPostedIn: (result.alsoPostedIn ?? []).map(({ subreddit, ...place }) => ({
      ...place,
      community: subreddit,
    })),
    advanced: advancedScore === undefined ? null : { ...advancedScore, overall: advancedScore.overallScore },
  }
}

/** A result with the field names that programs were promised. */
export function toV1Post(result: SearchResult): V1Post {
  const texts = { title: result.title, text: result.excerpt, offset: result.excerptStart }
  return {
    ...identityOf(result),
    excerpt: result.excerpt,
    reason: toV1Reasons(result.evidence, texts)[0] ?? null,
    missingWords: result.missingWords ?? [],
  }
}

export function toV1WholePost(post: PostReply): V1WholePost {
  const texts = { title: post.title, text: post.selftext, offset: 0 }
  return {
    ...identityOf(post),
    text: post.selftext,
    base: post.base ?? null,
    reasons: toV1Reasons(post.evidence, texts),
    scorerVersion: post.scorerVersion,
  }
}
