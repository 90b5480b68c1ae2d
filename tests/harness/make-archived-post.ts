import { storedScoreOf } from '#server/matching/result-summary-rules.ts'
import type { ArchivedPost, Post } from '#server/source-ports.ts'
import { makePost } from './make-post.ts'
import { scorePost } from './scorer.ts'

let archiveId = 0

/** An archived post with a given score. */
export function makeArchivedPost(own: Partial<Post>, opportunityScore: number): ArchivedPost {
  archiveId += 1
  const { selftext, ...post } = makePost(own)
  const { summary: _, ...stored } = storedScoreOf({ ...post, selftext }, scorePost({ ...post, selftext }))
  return { ...post, ...stored, archiveId, opportunityScore, scorerVersion: 'x' }
}
