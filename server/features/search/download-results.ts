import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { csvHeader, csvRow } from './csv-rules.ts'
import { type ReadSavedResults, requireSavedPosts } from './read-saved-results.ts'
import type { RankedPost } from './result-rules.ts'

function* rowsOf(posts: readonly RankedPost[]): Generator<(string | number)[]> {
  yield csvHeader
  for (const post of posts) yield csvRow(post)
}

/** The posts of a search as a CSV stream: RFC 4180, UTF-8 with the byte order mark spreadsheets look for. */
export async function downloadResults(
  deps: ReadSavedResults,
  sessionToken: string,
): Promise<{ fileName: string; content: Readable }> {
  const { posts } = await requireSavedPosts(deps, sessionToken)
  const content = Readable.from(rowsOf(posts)).pipe(stringify({ record_delimiter: 'windows', bom: true }))
  return { fileName: `unmet_problems_${sessionToken}.csv`, content }
}
