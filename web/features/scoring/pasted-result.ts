import { type PastedPost, type ScoreReply, scoreEndpoint } from '#contract/scoring.ts'
import type { SearchResult } from '#contract/search.ts'
import { callEndpoint } from '#web/api-client.ts'

/** A scored post of no source: what people paste, and the worked example. */
export type PastedResult = SearchResult & Pick<ScoreReply, 'base' | 'scorerVersion'>

/** Has a post scored, and returns it in the form that results are shown in. */
export async function scorePasted(post: PastedPost): Promise<PastedResult> {
  const reply = await callEndpoint(scoreEndpoint, { body: post })
  return {
    ...reply,
    id: 'pasted',
    source: 'pasted',
    title: post.title,
    subreddit: '',
    score: null,
    comments: null,
    url: null,
    createdAt: '',
    excerpt: post.selftext,
    excerptStart: 0,
    textCharacters: post.selftext.length,
    match: 'post',
    sample: false,
  }
}
