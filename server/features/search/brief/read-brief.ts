import { LRUCache } from 'lru-cache'
import { limits } from '#contract/limits.ts'
import { sameQuestion } from '#contract/parse-keyword.ts'
import type { PostReply } from '#contract/posts.ts'
import type { BriefReply, SearchBriefReply } from '#contract/search-brief.ts'
import { limitKeyOf, type Searcher } from '#server/actor.ts'
import {
  type AskedPost,
  findResultPost,
  missingPost,
  type ReadSavedResults,
  requireSavedPosts,
  type SavedPosts,
} from '#server/features/search/saved/read-saved-results.ts'
import { showWholePost } from '#server/features/search/saved/show-results.ts'
import { askKeyword, type ListedCommunities } from '#server/matching/ask-keyword.ts'
import { answering, deduplicate, type ListedPost, withDuplicates } from '#server/matching/result-rules.ts'
import type {
  ArchivedPost,
  ArchiveVersion,
  PostReader,
  RankedFind,
  SourceQuery,
} from '#server/source-ports.ts'
import type { BriefPost } from './brief-rules.ts'

/** The archive's posts for a keyword, beyond those in the results. */
export interface PostMatcher {
  /** The posts that match the keyword and have potential. */
  listMatches(query: SourceQuery): Promise<RankedFind[]>
  rankPosts(posts: readonly ArchivedPost[], query: SourceQuery): Promise<RankedFind[]>
}

/** Suggested keywords, from the titles of the results. */
type SuggestRelated = (
  found: Pick<SourceQuery, 'terms'> & { titles: readonly string[] },
) => Promise<string[] | null>

export interface GatherBriefPosts {
  archive: PostReader
  matcher: PostMatcher
}

/** Builds a brief in a worker, one at a time per owner. */
type ComposeBrief = (owner: string, posts: readonly BriefPost[]) => Promise<BriefReply>

/**
 * A cache of briefs by their content. Each is stored with its posts. If one of the posts was deleted, the
 * brief is not used again.
 */
type BriefCache = LRUCache<string, { brief: SearchBriefReply; archiveIds: readonly number[] }>

export interface ReadBrief extends ReadSavedResults, GatherBriefPosts {
  lists: ListedCommunities
  suggestRelated: SuggestRelated
  composeBrief: ComposeBrief
  archiveVersion: ArchiveVersion
  briefs: BriefCache
}

/**
 * The lifetime of a cached brief. It is limited, because word counts change in the background and affect
 * related keywords, but do not change the archive's version.
 */
const briefLifetimeMs = 600_000

export const makeBriefCache = (): BriefCache => new LRUCache({ max: 200, ttl: briefLifetimeMs })

type GatheredPost = BriefPost & { post: ArchivedPost }

const hasPotential = ({ post }: { post: ArchivedPost }) => post.opportunityScore >= limits.potentialScore

/**
 * The posts of a brief without duplicates, first those with the keyword in the title. `ranked` is best first.
 */
export async function readBriefPosts(
  ranked: readonly RankedFind[],
  listDetails: PostReader['listDetails'],
): Promise<GatheredPost[]> {
  const inTitle = ({ match }: RankedFind) => Number(match === 'title')
  const ordered = ranked.toSorted((a, b) => inTitle(b) - inTitle(a))
  const chosen = deduplicate(ordered).slice(0, limits.briefPosts)
  const allDetails = await listDetails(chosen.map(({ post }) => post.archiveId))
  return chosen.flatMap(({ post, rank }) => {
    const details = allDetails.get(post.archiveId)
    if (details === undefined) return []
    // The evidence is not validated, because only the scorer's output is stored.
    return [{ ...post, ...details, rank, post } as GatheredPost]
  })
}

/** The posts of a brief: the results, and further matches in the archive. Off-topic posts are left out. */
export async function gatherBriefPosts(
  { archive, matcher }: GatherBriefPosts,
  query: SourceQuery,
  posts: readonly ListedPost[],
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
    .filter(({ post, offTopic }) => !offTopic && (!isReal || !post.sample))
    .sort((a, b) => b.rank - a.rank || a.post.archiveId - b.post.archiveId)
  return readBriefPosts(ranked, (archiveIds) => archive.listDetails(archiveIds))
}

/** A brief with the posts that it may quote. */
async function composeSaved(
  deps: ReadBrief,
  reader: Searcher,
  { saved, query }: { saved: SavedPosts; query: SourceQuery },
): Promise<{ brief: SearchBriefReply; archiveIds: readonly number[] }> {
  const shown = withDuplicates(saved.posts).map(({ post }) => post)
  const titles = answering(saved.posts).map(({ post }) => post.title)
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
    return cached
  const [posts, related] = await Promise.all([
    gatherBriefPosts(deps, query, saved.posts),
    deps.suggestRelated({ terms: query.terms, titles }),
  ])
  const brief = { ...(await deps.composeBrief(limitKeyOf(reader), posts)), related: related ?? [] }
  const composed = { brief, archiveIds: posts.map(({ post }) => post.archiveId) }
  if (related !== null) deps.briefs.set(key, composed)
  return composed
}

/** An earlier search with its question. The user's list may have changed in the meantime. */
async function openSearch(deps: ReadBrief, reader: Searcher, sessionToken: string) {
  const saved = await requireSavedPosts(deps, reader, sessionToken)
  const query = await askKeyword(deps.lists, saved.search.keyword, saved.search.userId)
  return { saved, query }
}

/** The needs for the keyword of an earlier search, from its results and all other matches. */
export async function readBrief(
  deps: ReadBrief,
  reader: Searcher,
  sessionToken: string,
): Promise<SearchBriefReply> {
  return (await composeSaved(deps, reader, await openSearch(deps, reader, sessionToken))).brief
}

/** A whole post of an earlier search: one of its results, or one of the posts of its brief. */
export async function readQuotedPost(
  deps: ReadBrief,
  reader: Searcher,
  asked: AskedPost,
): Promise<PostReply> {
  const result = await findResultPost(deps, reader, asked)
  if (result !== null) return result
  const opened = await openSearch(deps, reader, asked.sessionToken)
  const { archiveIds } = await composeSaved(deps, reader, opened)
  const post = (await deps.archive.listPosts(archiveIds)).find(
    ({ source, sourceId }) => source === asked.source && sourceId === asked.id,
  )
  const [ranked] = post === undefined ? [] : await deps.matcher.rankPosts([post], opened.query)
  const asOf = opened.saved.search.createdAt
  const shown = ranked === undefined ? null : await showWholePost(deps, ranked, { searcher: reader, asOf })
  if (shown === null) throw missingPost()
  return shown
}
