import { LRUCache } from 'lru-cache'
import { sameQuestion } from '#contract/keyword-terms.ts'
import { limits } from '#contract/limits.ts'
import type { SearchBriefReply } from '#contract/search-brief.ts'
import type { ArchivedPost, PostReader, RankedFind, SourceQuery } from '#server/ports.ts'
import { type BriefPost, composeBrief } from './brief-rules.ts'
import { type ReadSavedResults, requireSavedPosts } from './read-saved-results.ts'
import { deduplicate, type RankedPost, withDuplicates } from './result-rules.ts'
import { type ArchiveVersion, askKeyword, type ListedCommunities } from './run-search.ts'
import type { Searcher } from './search-quota.ts'

/** What the archive has for a keyword, beyond what an answer shows. */
export interface PostMatcher {
  /** The posts that match the keyword and have potential. */
  listMatches(query: SourceQuery): Promise<RankedFind[]>
  /** Places posts among the answers to a keyword. */
  rankPosts(posts: readonly ArchivedPost[], query: SourceQuery): Promise<RankedFind[]>
}

/** Keywords to try, from the titles of what was found for one. */
type SuggestRelated = (
  found: Pick<SourceQuery, 'terms'> & { titles: readonly string[] },
) => Promise<string[] | null>

export interface GatherBriefPosts {
  archive: PostReader
  matcher: PostMatcher
}

/** Briefs by what they were made from, each with its posts: one with a deleted post is not reused. */
type BriefCache = LRUCache<string, { brief: SearchBriefReply; archiveIds: readonly number[] }>

export interface ReadBrief extends ReadSavedResults, GatherBriefPosts {
  lists: ListedCommunities
  suggestRelated: SuggestRelated
  archiveVersion: ArchiveVersion
  briefs: BriefCache
}

/** Words are counted anew in the background, which changes what is related and not the archive. */
const briefLifetimeMs = 600_000

export const makeBriefCache = (): BriefCache => new LRUCache({ max: 200, ttl: briefLifetimeMs })

type GatheredPost = BriefPost & { post: ArchivedPost }

const hasPotential = ({ post }: { post: ArchivedPost }) => post.opportunityScore >= limits.potentialScore

/** The posts that a brief is made from: those whose title holds the keyword first, then by rank; each thing posted once. */
export async function gatherBriefPosts(
  { archive, matcher }: GatherBriefPosts,
  query: SourceQuery,
  posts: readonly RankedPost[],
): Promise<GatheredPost[]> {
  const matches = await matcher.listMatches(query)
  const known = new Set(matches.map(({ post }) => post.archiveId))
  const others = withDuplicates(posts).filter((one) => hasPotential(one) && !known.has(one.post.archiveId))
  const rankedOthers = await matcher.rankPosts(
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
  const chosen = deduplicate(ranked).slice(0, limits.briefPosts)
  const allDetails = await archive.listDetails(chosen.map(({ post }) => post.archiveId))
  return chosen.flatMap(({ post, match }) => {
    const details = allDetails.get(post.archiveId)
    if (details === undefined) return []
    const { title, community, opportunityScore, persona } = post
    const { selftext, evidence } = details
    const read = { title, selftext, community, opportunityScore, persona, evidence }
    const rank = rankOf.get(post.archiveId) ?? 0
    // Evidence is as the scorer gave it: the archive holds nothing else.
    return [{ ...read, titleMatch: match === 'title', rank, post } as GatheredPost]
  })
}

/** What the people need whose posts match the keyword of an earlier search: from its posts and all others that match. */
export async function readBrief(
  deps: ReadBrief,
  reader: Searcher,
  sessionToken: string,
): Promise<SearchBriefReply> {
  const saved = await requireSavedPosts(deps, reader, sessionToken)
  const shown = withDuplicates(saved.posts).map(({ post }) => post)
  // A list of the person's may have changed since.
  const query = await askKeyword(deps.lists, saved.search.keyword, saved.search.userId)
  const key = [
    await deps.archiveVersion(),
    sameQuestion(query),
    ...shown.map(({ archiveId }) => archiveId),
  ].join(' ')
  const cached = deps.briefs.get(key)
  if (
    cached !== undefined &&
    (await deps.archive.listPosts(cached.archiveIds)).length === cached.archiveIds.length
  )
    return cached.brief
  const [posts, related] = await Promise.all([
    gatherBriefPosts(deps, query, saved.posts),
    deps.suggestRelated({ terms: query.terms, titles: shown.map(({ title }) => title) }),
  ])
  const brief = { ...composeBrief(posts), related: related ?? [] }
  if (related !== null) deps.briefs.set(key, { brief, archiveIds: posts.map(({ post }) => post.archiveId) })
  return brief
}
