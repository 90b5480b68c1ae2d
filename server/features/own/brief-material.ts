import { limits } from '#contract/limits.ts'
import type { OwnAsking } from '#contract/own-material.ts'
import type { BriefReply } from '#contract/search-brief.ts'
import type { NeedPost } from '#scoring/needs.ts'
import type { RateWindow } from '#server/actor.ts'
import type { ArchivedPost, PostReader, RankedFind } from '#server/source-ports.ts'
import type { FoundRow } from './own-search-store.ts'
import { rankRows, readSummary, type SearchMaterial, searchedTooOften } from './search-material.ts'

export type BriefMaterial = Pick<SearchMaterial, 'search' | 'readKeyword' | 'passGate'> & {
  /** Selects and reads the posts of a brief in the same way as for public posts. */
  readBriefPosts: (
    ranked: readonly RankedFind[],
    listDetails: PostReader['listDetails'],
  ) => Promise<OwnBriefPost[]>
  composeBrief: (owner: string, rows: readonly OwnBriefPost[]) => Promise<BriefReply>
  /** For each need, the number of posts in `others` that have the same need. */
  countAlike: (owner: string, compared: ComparedPosts) => Promise<number[]>
  /**
   * The public posts that a brief for this keyword would use if this user asked for it. This does not count
   * as a search.
   */
  gatherPublic: (keyword: string, userId: string) => Promise<NeedPost[]>
  mayBriefOwn: RateWindow
  warn: (message: string, cause: unknown) => void
}

/** Each of `needs` is a group of rows, given as indices into `rows`. */
export type ComparedPosts = {
  rows: readonly NeedPost[]
  needs: readonly (readonly number[])[]
  others: readonly NeedPost[]
}

type OwnBriefPost = NeedPost & { post: ArchivedPost }

function toPost(row: FoundRow): ArchivedPost {
  const { subreddit: community, ...summary } = readSummary(row)
  const { url, opportunityScore } = row
  // Empty fields, which a brief does not show.
  const createdAt = row.createdAt ?? new Date(Number.NaN)
  const unknown = { upvotes: null, comments: null, reason: null, scorerVersion: '', sample: false }
  const names = { source: 'own', sourceId: row.id, archiveId: Number(row.id) }
  return { ...summary, ...names, ...unknown, community, url, createdAt, opportunityScore }
}

/** Rows best first. Without a keyword, the rows are sorted by score. */
async function listRows(
  deps: BriefMaterial,
  userId: string,
  { keyword, collectionIds }: OwnAsking,
): Promise<RankedFind[]> {
  const scope = { userId, collectionIds: collectionIds ?? null }
  if (keyword === undefined) {
    const best = await deps.search.listBest(scope, limits.briefPosts)
    // Without a keyword, titles have no extra weight.
    const place = { match: 'title' as const, offTopic: false, occurrences: 0 }
    return best.map((row) => ({ post: toPost(row), rank: row.opportunityScore, ...place }))
  }
  const query = await deps.readKeyword(keyword)
  const ranked = query === null ? [] : await rankRows(deps, scope, query)
  return ranked.map(({ row, ...place }) => ({ post: toPost(row), ...place }))
}

async function readRows(deps: BriefMaterial, userId: string, request: OwnAsking) {
  const ranked = await listRows(deps, userId, request)
  const promising = ranked.filter(({ post }) => post.opportunityScore >= limits.potentialScore)
  const posts = await deps.readBriefPosts(promising, (ids) => deps.search.listDetails(userId, ids))
  return posts.map((row) => ({ ...row, inCommunityByChance: true as const }))
}

/** The comparison is optional: if it fails, the brief of own rows is still made. */
async function findPublic(deps: BriefMaterial, keyword: string, userId: string): Promise<NeedPost[] | null> {
  try {
    return await deps.gatherPublic(keyword, userId)
  } catch (error) {
    deps.warn('The public posts for a brief of own rows could not be counted', error)
    return null
  }
}

async function composeOwn(deps: BriefMaterial, userId: string, request: OwnAsking) {
  const rows = await readRows(deps, userId, request)
  const brief = await deps.composeBrief(userId, rows)
  if (request.keyword === undefined) return { brief, publicPosts: null }
  if (brief.needs.length === 0) return { brief, publicPosts: [] }
  const placeOf = new Map(rows.map(({ post }, at) => [post.sourceId, at]))
  const needs = brief.needs.map(({ posts }) => posts.flatMap(({ id }) => placeOf.get(id) ?? []))
  const others = await findPublic(deps, request.keyword, userId)
  return { brief, publicPosts: others && (await deps.countAlike(userId, { rows, needs, others })) }
}

/**
 * The brief is built only from rows of this user, and only for this response. Nothing is stored. The work
 * waits in the queue of searches.
 */
export async function briefMaterial(deps: BriefMaterial, userId: string, request: OwnAsking) {
  if (!(await deps.mayBriefOwn(userId))) throw searchedTooOften()
  return deps.passGate(userId, () => composeOwn(deps, userId, request))
}
