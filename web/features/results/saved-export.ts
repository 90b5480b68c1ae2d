import { defuseCell } from '#contract/csv-cell.ts'
import type { SavedPost } from './saved-posts.ts'

const columns: [name: string, read: (post: SavedPost) => string | number][] = [
  ['title', (post) => post.title],
  ['community', (post) => post.community],
  ['opportunity_score', (post) => post.opportunityScore],
  ['url', (post) => post.url ?? ''],
  ['posted_at', (post) => post.postedAt],
  ['source', (post) => post.source],
  ['id', (post) => post.id],
  ['keyword', (post) => post.keyword],
  ['saved_at', (post) => post.savedAt],
]

function csvCell(value: string | number): string {
  return typeof value === 'number' ? String(value) : `"${defuseCell(value).replaceAll('"', '""')}"`
}

/** Saved posts as CSV (RFC 4180), with the byte order mark that spreadsheets look for. */
export function savedCsv(posts: readonly SavedPost[]): string {
  const rows = [columns.map(([name]) => name), ...posts.map((post) => columns.map(([, read]) => read(post)))]
  return `\uFEFF${rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')}`
}
