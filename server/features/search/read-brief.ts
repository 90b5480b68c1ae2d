import { LRUCache } from 'lru-cache'
import { limits } from '#contract/limits.ts'
import type { BriefReply } from '#contract/search-brief.ts'
import type { ArchivedPost, RankedFind, SourceQuery } from '#server/ports.ts'
import { type BriefPost, composeBrief } from './brief-rules.ts'
import { foldDuplicates, unfold } from './duplicate-rules.ts'
import { parseKeyword } from './keyword-rules.ts'
import { type ReadSavedResults, requireSavedPosts, type SavedPosts } from './read-saved-results.ts'
import { readCard } from './result-rules.ts'
import type { Searcher } from './take-search.ts'

/** Briefs by what they were made from, each with its posts: one that holds a deleted post is not given again. */
type KeptBriefs = LRUCache<string, { brief: BriefReply; archiveIds: readonly number[] }>

export type ReadBrief = ReadSavedResults & {
  /** The archive's posts that match a keyword and have potential, not only those that an answer shows. */
  listMatches: (query: SourceQuery) => Promise<RankedFind[]>
  /** Places posts among the answers to a keyword. */
  rankPosts: (posts: readonly ArchivedPost[], query: SourceQuery) => Promise<RankedFind[]>
  archiveVersion: () => Promise<string>
  briefs: KeptBriefs
}

export const keepBriefs = (): KeptBriefs => new LRUCache({ max: 200 })

const hasPotential = ({ post }: { post: ArchivedPost }) => post.opportunityScore >= limits.potentialScore

/** What the people need whose posts match the keyword of an earlier search: from its posts and all others that match. */
export async function readBrief(
  deps: ReadBrief,
  reader: Searcher,
  sessionToken: string,
): Promise<BriefReply> {
  const saved = await requireSavedPosts(deps, reader, sessionToken)
  const shown = unfold(saved.posts).map(({ post }) => post.archiveId)
  const key = [await deps.archiveVersion(), saved.search.keyword, ...shown].join(' ')
  const kept = deps.briefs.get(key)
  if (kept !== undefined && (await deps.readPosts(kept.archiveIds)).length === kept.archiveIds.length)
    return kept.brief
  const posts = await gatherPosts(deps, saved)
  const brief = composeBrief(posts)
  deps.briefs.set(key, { brief, archiveIds: posts.map(({ post }) => post.archiveId) })
  return brief
}

/** The posts that a brief is made from: those whose title holds the keyword first, then by rank; each thing posted once. */
async function gatherPosts(deps: ReadBrief, { search, posts }: SavedPosts): Promise<BriefPost[]> {
  const query = parseKeyword(search.keyword)
  const matches = await deps.listMatches(query)
  const known = new Set(matches.map(({ post }) => post.archiveId))
  const others = unfold(posts).filter((one) => hasPotential(one) && !known.has(one.post.archiveId))
  const rankedOthers = await deps.rankPosts(
    others.map(({ post }) => post),
    query,
  )
  const found = [...matches, ...rankedOthers]
  const isReal = found.some(({ post }) => !post.sample)
  const ranked = found
    .filter(({ post }) => !isReal || !post.sample)
    .sort(
      (a, b) =>
        Number(b.match === 'title') - Number(a.match === 'title') ||
        b.rank - a.rank ||
        a.post.archiveId - b.post.archiveId,
    )
  const rankOf = new Map(ranked.map(({ post, rank }) => [post.archiveId, rank]))
  const chosen = foldDuplicates(ranked).slice(0, limits.briefPosts)
  const texts = await deps.readTexts(chosen.map(({ post }) => post.archiveId))
  return chosen.flatMap(({ post, match }) => {
    const selftext = texts.get(post.archiveId)
    if (selftext === undefined) return []
    const { title, subreddit: community, opportunityScore, persona, evidence } = readCard(post)
    const rank = rankOf.get(post.archiveId) ?? 0
    const told = { title, selftext, community, opportunityScore, persona, evidence }
    // Evidence is as the scorer gave it: the archive holds nothing else.
    return [{ ...told, titleMatch: match === 'title', rank, post, match } as BriefPost]
  })
}
