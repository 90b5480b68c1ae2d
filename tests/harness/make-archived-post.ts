import { keptScoreOf } from '#server/features/archive/post-card-rules.ts'
import type { ArchivedPost, Post } from '#server/ports.ts'
import { makePost } from './make-post.ts'
import { scorePost } from './scorer.ts'

let archiveId = 0

/** A post as the archive holds it, its card made from its text, with a score of the test's choice. */
export function makeArchivedPost(own: Partial<Post>, opportunityScore: number): ArchivedPost {
  archiveId += 1
  const post = makePost(own)
  const { card } = keptScoreOf(post, scorePost(post))
  const { title: _, selftext: __, community: ___, ...kept } = post
  return { ...kept, archiveId, opportunityScore, scorerVersion: 'x', card }
}
