import { limits } from '#contract/limits.ts'
import type { OwnAsking } from '#contract/own-material.ts'
import type { KeywordMatch } from '#contract/search.ts'
import type { BriefReply } from '#contract/search-brief.ts'
import { countAlike, type NeedPost } from '#scoring/needs.ts'
import type { ArchivedPost } from '#server/ports.ts'
import type { FoundRow } from './own-search-store.ts'
import { rankRows, readSummary, type SearchMaterial, searchedTooOften } from './search-material.ts'

type Ranked = { post: ArchivedPost; match: KeywordMatch }

export type BriefMaterial = Pick<SearchMaterial, 'search' | 'readKeyword'> & {
  /** Rows that say the same thing become one, as posts do. */
  deduplicate: (ranked: readonly Ranked[]) => readonly Ranked[]
  composeBrief: (rows: readonly TitledPost[]) => BriefReply
  /** Waits for a turn among all searches; refuses before the work begins. */
  passGate: <T>(work: () => Promise<T>) => Promise<T>
  /** The public posts that a brief for the keyword is made from, as this person asks. Costs no search. */
  gatherPublic: (keyword: string, userId: string) => Promise<NeedPost[]>
  mayBriefOwn: (userId: string) => boolean
  warn: (message: string, cause: unknown) => void
}

type TitledPost = NeedPost & { post: ArchivedPost }

type RankedRow = { row: FoundRow; match: KeywordMatch; rank: number }

/** Rows with potential, those whose title holds the keyword first; without a keyword by their score. */
async function listRows(deps: BriefMaterial, userId: string, { keyword, collectionIds }: OwnAsking) {
  const scope = { userId, collectionIds: collectionIds ?? null }
  const hasPotential = ({ row }: RankedRow) => row.opportunityScore >= limits.potentialScore
  if (keyword === undefined) {
    const best = await deps.search.listBest(scope, limits.briefPosts)
    // All of them are what was asked for: what a keyword in two titles says counts for each two.
    const ranked = best.map((row) => ({ row, match: 'title' as const, rank: row.opportunityScore }))
    return ranked.filter(hasPotential)
  }
  const asked = await deps.readKeyword(keyword)
  if (asked === null) return []
  const ranked = (await rankRows(deps, scope, asked)).filter(hasPotential)
  const isTitle = ({ match }: RankedRow) => Number(match === 'title')
  return ranked.sort((a, b) => isTitle(b) - isTitle(a))
}

function toPost(row: FoundRow): ArchivedPost {
  const { subreddit: community, ...summary } = readSummary(row)
  const { url, createdAt, opportunityScore } = row
  const unknown = { upvotes: null, comments: null, reason: null, scorerVersion: '', sample: false }
  const names = { source: 'own', sourceId: row.id, archiveId: Number(row.id) }
  return { ...summary, ...names, ...unknown, community, url, createdAt, opportunityScore }
}

/** Rows with what needs are read from; a row that is gone meanwhile is missing. */
async function readRows(deps: BriefMaterial, userId: string, rows: readonly RankedRow[]) {
  const rankedById = new Map(rows.map((one) => [one.row.id, one]))
  const distinct = deps.deduplicate(rows.map(({ row, match }) => ({ post: toPost(row), match })))
  const chosen = distinct.slice(0, limits.briefPosts)
  const texts = await deps.search.listTexts(
    userId,
    chosen.map(({ post }) => post.sourceId),
  )
  return chosen.flatMap(({ post }) => {
    const selftext = texts.get(post.sourceId)
    const ranked = rankedById.get(post.sourceId)
    if (selftext === undefined || ranked === undefined) return []
    const { evidence } = readSummary(ranked.row)
    const read = { ...post, selftext, evidence, inCommunityByChance: true }
    // Evidence is as the scorer gave it: summaries hold nothing else.
    return [{ ...read, rank: ranked.rank, post } as TitledPost]
  })
}

/** Optional: the brief of the person's own rows works without it. */
async function findPublic(deps: BriefMaterial, keyword: string, userId: string): Promise<NeedPost[] | null> {
  try {
    return await deps.gatherPublic(keyword, userId)
  } catch (error) {
    deps.warn('The public posts for a brief of own rows could not be counted', error)
    return null
  }
}

async function composeOwn(deps: BriefMaterial, userId: string, asked: OwnAsking) {
  const rows = await readRows(deps, userId, await listRows(deps, userId, asked))
  const brief = deps.composeBrief(rows)
  if (asked.keyword === undefined) return { brief, publicPosts: null }
  if (brief.needs.length === 0) return { brief, publicPosts: [] }
  const placeOf = new Map(rows.map(({ post }, at) => [post.sourceId, at]))
  const needs = brief.needs.map(({ posts }) => posts.flatMap(({ id }) => placeOf.get(id) ?? []))
  const others = await findPublic(deps, asked.keyword, userId)
  return { brief, publicPosts: others && countAlike(rows, needs, others) }
}

/** Made of nobody else's rows, for this answer alone: nothing of it is stored. Takes its turn as searches do. */
export async function briefMaterial(deps: BriefMaterial, userId: string, asked: OwnAsking) {
  if (!deps.mayBriefOwn(userId)) throw searchedTooOften()
  return deps.passGate(() => composeOwn(deps, userId, asked))
}
