import { cutText } from '#contract/cut-text.ts'
import { cutNames } from '#contract/post-limits.ts'
import type { Post } from '#server/source-ports.ts'
import { fieldOf } from './column-names.ts'
import type { DumpRow } from './dump-row.ts'
import type { Dump } from './open-dump.ts'
import { readDumpPosts } from './read-dump-posts.ts'
import type { PostRow } from './read-post.ts'

const mostRows = 10
const mostSkipped = 40

/** Names and texts of a file without terminal control sequences. */
const printable = (text: string) => text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')

function columnsOf(rows: readonly DumpRow[]): string[] {
  const values = rows.map((row) => ('value' in row ? row.value : null))
  return [...new Set(values.flatMap((value) => Object.keys(Object(value))))].filter((name) => name !== '')
}

function describeColumns(columns: readonly string[]): string[] {
  const read = columns.filter((name) => fieldOf(name) !== null)
  const skipped = columns.filter((name) => fieldOf(name) === null)
  const more = skipped.length > mostSkipped ? [`and ${skipped.length - mostSkipped} more`] : []
  return [
    '  columns that are read:',
    ...read.map((name) => `    ${name === fieldOf(name) ? name : `${name} as ${fieldOf(name)}`}`),
    ...(skipped.length === 0
      ? []
      : [`  columns that are not read: ${[...skipped.slice(0, mostSkipped), ...more].join(', ')}`]),
  ]
}

type LookAtPost = {
  /** Why an import skips a readable post; null if it is imported. */
  findReason?: (post: Post, nsfw: boolean) => string | null
  /** Null for English. */
  findLanguage?: (text: string) => string | null
}

function describeRow(row: PostRow, { findReason, findLanguage }: LookAtPost): string {
  if (row.kind === 'left-out') return `left out: ${row.because}`
  if (row.kind === 'rejected') return `rejected: ${row.reason}`
  if (row.kind === 'deleted') return `deleted: ${row.source}:${row.sourceId}`
  const reason = findReason?.(row.post, row.nsfw) ?? null
  if (reason !== null) return `left out: ${reason}`
  const { source, sourceId, community, title, selftext, upvotes, comments, createdAt } = row.post
  const facts = [
    `${source}:${sourceId}`,
    community,
    createdAt.toISOString().slice(0, 10),
    `${upvotes ?? 'unknown'} upvotes`,
    `${comments ?? 'unknown'} comments`,
    `${selftext.length} characters of text`,
  ]
  if ((findLanguage?.(`${title}\n${selftext}`) ?? null) !== null)
    facts.push('not in English (neither scored nor found)')
  const { cut } = cutNames(row.post)
  if (cut.length > 0) facts.push(`${cut.join(' and ')} cut`)
  return `${facts.filter((fact) => fact !== '').join(', ')}: ${cutText(title, 80)}`
}

/** Shows a file as lines for people: how its columns are mapped, and its first ten rows. */
export async function previewDump(
  dump: Pick<Dump, 'name' | 'rows' | 'again'>,
  look: LookAtPost = {},
): Promise<string[]> {
  const rows: DumpRow[] = []
  const posts: PostRow[] = []
  const read = readDumpPosts(dump, { onRow: (row) => rows.push(row) })
  for await (const post of read.rows) if (posts.push(post) === mostRows) break
  return [
    `${dump.name}: nothing is stored, this is a preview`,
    ...describeColumns(columnsOf(rows)),
    `  the first ${rows.length === 1 ? 'row' : `${rows.length} rows`}:`,
    ...posts.map((post) => `    line ${post.line}: ${describeRow(post, look)}`),
    ...read.notes().map((note) => `  ${note}`),
  ].map(printable)
}
