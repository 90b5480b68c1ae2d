import { limits } from '#contract/limits.ts'
import type { ArchivedPost, RankedFind, SourceQuery } from '#server/ports.ts'
import type { BriefPost } from './brief-rules.ts'
import { deduplicate, unfold } from './duplicate-rules.ts'
import type { RankedPost } from './result-rules.ts'
import type { ShowResults } from './show-results.ts'

export type GatherBriefPosts = ShowResults & {
  /** The archive's posts that match a keyword and have potential, not only those that an answer shows. */
  listMatches: (query: SourceQuery) => Promise<RankedFind[]>
  /** Places posts among the answers to a keyword. */
  rankPosts: (posts: readonly ArchivedPost[], query: SourceQuery) => Promise<RankedFind[]>
}

type GatheredPost = BriefPost & { post: ArchivedPost }

const hasPotential = ({ post }: { post: ArchivedPost }) => post.opportunityScore >= limits.potentialScore

/** The posts that a brief is made from: those whose title holds the keyword first, then by rank; each thing posted once. */
export async function gatherBriefPosts(
  deps: GatherBriefPosts,
  query: SourceQuery,
  posts: readonly RankedPost[],
): Promise<GatheredPost[]> {
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
  const chosen = deduplicate(ranked).slice(0, limits.briefPosts)
  const ids = chosen.map(({ post }) => post.archiveId)
  const [texts, allReasons] = await Promise.all([deps.readTexts(ids), deps.readReasons(ids)])
  return chosen.flatMap(({ post, match }) => {
    const selftext = texts.get(post.archiveId)
    const reasons = allReasons.get(post.archiveId)
    if (selftext === undefined || reasons === undefined) return []
    const { title, community, opportunityScore, persona } = post
    const rank = rankOf.get(post.archiveId) ?? 0
    const told = { title, selftext, community, opportunityScore, persona, evidence: reasons.evidence }
    // Evidence is as the scorer gave it: the archive holds nothing else.
    return [{ ...told, titleMatch: match === 'title', rank, post } as GatheredPost]
  })
}
