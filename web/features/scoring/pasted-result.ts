import type { PastedPost, ScoreReply } from '#contract/scoring.ts'
import { scoreEndpoint } from '#contract/scoring.ts'
import type { SearchResult } from '#contract/search.ts'
import { callEndpoint } from '#web/api-client.ts'

/** A scored post of no source: what people paste, and the worked example. */
export type PastedResult = SearchResult & Pick<ScoreReply, 'base' | 'scorerVersion'>

/** The post as it was sent and what the scorer made of it, in the form that results are shown in. */
function toPastedResult(post: PastedPost, reply: ScoreReply): PastedResult {
  return {
    id: 'pasted',
    source: 'pasted',
    title: post.title,
    subreddit: '',
    persona: reply.persona,
    score: null,
    comments: null,
    opportunityScore: reply.opportunityScore,
    signals: reply.signals,
    url: null,
    createdAt: '',
    excerpt: post.selftext,
    excerptStart: 0,
    textCharacters: post.selftext.length,
    evidence: reply.evidence,
    base: reply.base,
    match: 'post',
    sample: false,
    scorerVersion: reply.scorerVersion,
  }
}

export async function scorePasted(post: PastedPost): Promise<PastedResult> {
  return toPastedResult(post, await callEndpoint(scoreEndpoint, { body: post }))
}
