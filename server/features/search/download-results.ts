import type { Readable } from 'node:stream'
import { csvStream } from '#server/csv-stream.ts'
import { csvHeader, csvRow, type RowPost } from './csv-rules.ts'
import { type ReadSavedResults, requireSavedPosts } from './read-saved-results.ts'
import type { Searcher } from './search-quota.ts'

function* rowsOf(posts: readonly RowPost[]): Generator<(string | number)[]> {
  yield csvHeader
  for (const post of posts) yield csvRow(post)
}

/** The posts of a search as a CSV stream. */
export async function downloadResults(
  deps: ReadSavedResults,
  reader: Searcher,
  sessionToken: string,
): Promise<{ fileName: string; content: Readable }> {
  const { posts } = await requireSavedPosts(deps, reader, sessionToken)
  const ids = posts.map(({ post }) => post.archiveId)
  const [texts, reasons] = await Promise.all([deps.archive.listTexts(ids), deps.archive.listReasons(ids)])
  const rows = posts.map((ranked) => ({
    ...ranked,
    evidence: reasons.get(ranked.post.archiveId)?.evidence ?? [],
    selftext: texts.get(ranked.post.archiveId) ?? '',
  }))
  return { fileName: `unmet_problems_${sessionToken}.csv`, content: csvStream(rowsOf(rows)) }
}
