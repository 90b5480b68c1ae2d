import type { PostReply } from '#contract/posts.ts'
import type { SearchResult } from '#contract/search.ts'
import type { NewsPost } from '#server/source-ports.ts'
import { noRow, readSummary, type SearchMaterial, toResult } from './search-material.ts'

export type ShowRows = Pick<SearchMaterial, 'search' | 'pickReason'>

/** Rows of an account as results, by id. Deleted rows are missing. */
export async function showRows(
  deps: ShowRows,
  userId: string,
  rowIds: readonly number[],
): Promise<Map<number, SearchResult>> {
  const rows = await deps.search.listRows(userId, rowIds)
  return new Map(rows.map((row) => [Number(row.id), toResult(deps, row, 'post')]))
}

/** A whole row in the form of a post. Throws `not_found` if the row was deleted. */
export async function showWholeRow(deps: ShowRows, userId: string, rowId: string): Promise<PostReply> {
  const row = await deps.search.findRow(userId, rowId)
  if (row === null) throw noRow()
  const { excerpt: _, excerptStart: __, textCharacters: ___, ...result } = toResult(deps, row, 'post')
  const { evidence, base } = readSummary(row)
  const { selftext, scorerVersion } = row
  return { ...result, evidence, base, selftext, scorerVersion }
}

/** A row in the form that a feed, a digest or a webhook shows. */
export type DeliveredRow = NewsPost & { text: string }

/**
 * The rows with these ids that may be sent: a watch found them, and its owner allows sending. No other
 * function passes own rows to feeds, digests and webhooks.
 */
export async function listDeliveredRows(
  { search, pickReason }: ShowRows,
  watchIds: readonly string[],
  rowIds: readonly number[],
): Promise<Map<number, DeliveredRow>> {
  if (rowIds.length === 0) return new Map()
  const rows = await search.listDelivered(watchIds, rowIds)
  return new Map(
    rows.map((row) => {
      const { title, subreddit, excerpt, excerptStart, evidence } = readSummary(row)
      const { id, url, createdAt, opportunityScore, selftext } = row
      const told = {
        source: 'own',
        sourceId: id,
        community: subreddit,
        title,
        url,
        createdAt,
        opportunityScore,
      }
      return [
        Number(id),
        { ...told, excerpt, excerptStart, reason: pickReason({ evidence }), text: selftext },
      ]
    }),
  )
}
