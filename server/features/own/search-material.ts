import { limits } from '#contract/limits.ts'
import type { OwnAsking } from '#contract/own-material.ts'
import type { ScoreReply } from '#contract/scoring.ts'
import type { Evidence, SearchResult } from '#contract/search.ts'
import type { RateWindow } from '#server/actor.ts'
import { publicError, tooOften } from '#server/errors.ts'
import { nothingToSearch } from '#server/matching/archive-query-rules.ts'
import type { ArchivedPost, PostRank } from '#server/source-ports.ts'
import type { FoundRow, KeywordQuery, OwnSearchStore, SearchScope } from './own-search-store.ts'

type OwnSummary = Omit<ScoreReply, 'scorerVersion'> &
  Pick<ArchivedPost, 'title' | 'excerpt' | 'excerptStart' | 'textCharacters'> & { subreddit: string }

export type SearchMaterial = {
  search: OwnSearchStore
  /** The reason that a list shows; null if no sentence has points. */
  pickReason: (summary: { evidence: Evidence[] }) => Evidence | null
  /** Null if the query is empty. */
  readKeyword: (keyword: string) => Promise<KeywordQuery | null>
  maySearchOwn: RateWindow
  /** Waits in the queue of searches. If the queue is full, throws before the work starts. */
  passGate: <T>(userId: string, work: () => Promise<T>) => Promise<T>
}

function describeUnknown(groups: readonly string[]): string | null {
  if (groups.length === 0) return null
  const named = groups.slice(0, 5).map((name) => `“${name}”`)
  const more = groups.length > 5 ? ` and ${groups.length - 5} more` : ''
  return `There is no group or collection ${named.join(', ')}${more} in your material.`
}

/** The content is not validated, because only this feature writes summaries. */
export const readSummary = (row: { summary: string }) => JSON.parse(row.summary) as OwnSummary

const writtenAt = ({ createdAt }: Pick<FoundRow, 'createdAt'>) => createdAt?.toISOString() ?? ''

/** A row in a list. Only the whole row has all the evidence. */
export function toResult(
  { pickReason }: Pick<SearchMaterial, 'pickReason'>,
  row: FoundRow,
  match: SearchResult['match'],
): SearchResult {
  const { base: _, ...summary } = readSummary(row)
  const reason = pickReason(summary)
  return {
    ...summary,
    evidence: reason === null ? [] : [reason],
    id: row.id,
    source: 'own',
    score: null,
    comments: null,
    url: row.url,
    createdAt: writtenAt(row),
    ...(row.rating === null ? {} : { rating: row.rating }),
    match,
    sample: false,
  }
}

export async function rankRows(
  { search }: Pick<SearchMaterial, 'search'>,
  scope: SearchScope,
  query: KeywordQuery,
): Promise<(PostRank & { row: FoundRow })[]> {
  const candidates = await search.listCandidates(scope, query)
  const ranked = candidates.map((row) => ({ row, ...query.rank(row) }))
  return ranked.sort(
    (a, b) =>
      b.rank - a.rank ||
      b.occurrences - a.occurrences ||
      b.row.opportunityScore - a.row.opportunityScore ||
      Number(a.row.id) - Number(b.row.id),
  )
}

export const searchedTooOften = () => tooOften('Own material was searched too often', 'searches')

async function findMaterial(deps: SearchMaterial, scope: SearchScope, keyword: OwnAsking['keyword']) {
  const { rows, otherLanguages } = await deps.search.countSearched(scope)
  const counts = { searchedRows: rows - otherLanguages, otherLanguages }
  if (keyword === undefined) {
    const best = await deps.search.listBest(scope, limits.resultsPerSearch)
    return { results: best.map((row) => toResult(deps, row, 'post')), ...counts, leftOut: null }
  }
  const query = await deps.readKeyword(keyword)
  if (query === null) return { results: [], ...counts, leftOut: nothingToSearch }
  const ranked = (await rankRows(deps, scope, query)).slice(0, limits.resultsPerSearch)
  const unknown = query.communities && (await deps.search.listUnknownGroups(scope, query.communities))
  const leftOut = [unknown && describeUnknown(unknown), query.leftOut].filter((one) => one !== null)
  return {
    results: ranked.map(({ row, match }) => toResult(deps, row, match)),
    ...counts,
    leftOut: leftOut.join(' ') || null,
  }
}

/**
 * Searches only the account's own uploads. Without a keyword, returns the rows with the highest scores. The
 * work waits in the queue of searches, because it can use a connection for seconds.
 */
export async function searchMaterial(
  deps: SearchMaterial,
  userId: string,
  { keyword, collectionIds }: OwnAsking,
) {
  if (!(await deps.maySearchOwn(userId))) throw searchedTooOften()
  const scope = { userId, collectionIds: collectionIds ?? null }
  return deps.passGate(userId, () => findMaterial(deps, scope, keyword))
}

export const noRow = () => publicError('not_found', 'This row does not exist any more.')

export async function readOwnRowOf({ search }: SearchMaterial, userId: string, rowId: string) {
  const row = await search.findRow(userId, rowId)
  if (row === null) throw noRow()
  return { ...readSummary(row), ...row, createdAt: writtenAt(row) }
}
