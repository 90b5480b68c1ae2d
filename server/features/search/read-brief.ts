import { LRUCache } from 'lru-cache'
import { sameQuestion } from '#contract/keyword-terms.ts'
import type { BriefReply } from '#contract/search-brief.ts'
import { type AskKeyword, askKeyword } from './ask-keyword.ts'
import { composeBrief } from './brief-rules.ts'
import { unfold } from './duplicate-rules.ts'
import { type GatherBriefPosts, gatherBriefPosts } from './gather-brief-posts.ts'
import { type ReadSavedResults, requireSavedPosts } from './read-saved-results.ts'
import type { Searcher } from './reserve-quota.ts'

/** Briefs by what they were made from, each with its posts: one that holds a deleted post is not given again. */
type KeptBriefs = LRUCache<string, { brief: BriefReply; archiveIds: readonly number[] }>

export type ReadBrief = ReadSavedResults &
  GatherBriefPosts &
  AskKeyword & {
    archiveVersion: () => Promise<string>
    briefs: KeptBriefs
  }

export const keepBriefs = (): KeptBriefs => new LRUCache({ max: 200 })

/** What the people need whose posts match the keyword of an earlier search: from its posts and all others that match. */
export async function readBrief(
  deps: ReadBrief,
  reader: Searcher,
  sessionToken: string,
): Promise<BriefReply> {
  const saved = await requireSavedPosts(deps, reader, sessionToken)
  const shown = unfold(saved.posts).map(({ post }) => post.archiveId)
  // A list of the person's may have changed since.
  const query = await askKeyword(deps, saved.search.keyword, saved.search.userId)
  const key = [await deps.archiveVersion(), sameQuestion(query), ...shown].join(' ')
  const kept = deps.briefs.get(key)
  if (kept !== undefined && (await deps.readPosts(kept.archiveIds)).length === kept.archiveIds.length)
    return kept.brief
  const posts = await gatherBriefPosts(deps, query, saved.posts)
  const brief = composeBrief(posts)
  deps.briefs.set(key, { brief, archiveIds: posts.map(({ post }) => post.archiveId) })
  return brief
}
