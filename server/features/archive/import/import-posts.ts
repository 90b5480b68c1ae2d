import { findLengthReason } from '#contract/post-length.ts'
import { countCuts, cutNames } from '#contract/post-limits.ts'
import { ArchiveWriteError } from '#server/errors.ts'
import type { PostKey } from '#server/features/archive/store/archive-store.ts'
import { languageOf } from '#server/features/archive/store/score-archive-post.ts'
import { keyOf, type StorePosts, storePosts } from '#server/features/archive/store/store-posts.ts'
import type { Post } from '#server/source-ports.ts'
import { findFilterReason, type ImportFilters } from './import-filter-rules.ts'
import { makeWriteLimit } from './limit-writes.ts'

/** A parsed row of a file. Lines are numbered from 1. */
export type IncomingRow = { line: number } & (
  | { kind: 'post'; post: Post; nsfw: boolean }
  | ({ kind: 'deleted' } & PostKey)
  | { kind: 'left-out'; because: string }
  | { kind: 'rejected'; reason: string }
)

export type ImportPosts = StorePosts & { onReject: (line: number, reason: string) => void }

/** Counts during the import. The outcomes of all rows add up to `rows`. */
export type ImportTally = {
  rows: number
  inserted: number
  updated: number
  unchanged: number
  /** The number of skipped rows by reason. */
  leftOut: Map<string, number>
  rejected: number
  /** The number of posts in other languages than English, which are stored but neither scored nor found. */
  otherLanguages: number
  /** The number of truncated titles and names. */
  cuts: ReturnType<typeof countCuts>
  /** The number of posts that were removed from the archive because they were deleted at their source. */
  removed: number
}

/** The outcome of importing one file. Rows up to `line` are stored, so a second run skips them. */
export type ImportEnd =
  | { how: 'complete' }
  | { how: 'stopped'; line: number }
  | { how: 'failed'; line: number; error: unknown }

type Batch = {
  posts: { post: Post; line: number }[]
  deleted: PostKey[]
  keys: Set<string>
  characters: number
  lastLine: number
}

const batchRows = 500
const batchCharacters = 1_000_000
const atOnce = 2

export function makeTally(): ImportTally {
  const counts = {
    rows: 0,
    inserted: 0,
    updated: 0,
    unchanged: 0,
    rejected: 0,
    removed: 0,
    otherLanguages: 0,
  }
  return { ...counts, leftOut: new Map(), cuts: countCuts('at line') }
}

/** Reads rows, stores their posts and counts the outcomes in `tally`. Stops early when `signal` aborts. */
export async function importPosts(
  deps: ImportPosts,
  rows: AsyncIterable<IncomingRow>,
  { filters, tally, signal }: { filters: ImportFilters; tally: ImportTally; signal: AbortSignal },
): Promise<ImportEnd> {
  const reject = (line: number, reason: string) => {
    tally.rejected += 1
    deps.onReject(line, reason)
  }
  const writeLimit = makeWriteLimit((batch: Batch) => writeBatch(deps, batch, { tally, reject }), atOnce)
  let batch = startBatch()
  const flush = async () => {
    const full = batch
    batch = startBatch()
    if (full.lastLine > 0) await writeLimit.submit(full)
  }
  let readError: { error: unknown } | null = null
  try {
    try {
      for await (const read of rows) {
        if (signal.aborted) break
        tally.rows += 1
        const reason = findLeftOutReason(read, filters)
        const row = reason === null ? withinLimits(read, tally) : read
        if (row.kind === 'rejected') reject(row.line, row.reason)
        if (reason !== null) countLeftOut(tally, reason, 1)
        if (batch.keys.has(rowKey(row) ?? '')) await flush()
        batch.lastLine = row.line
        if (reason === null || row.kind === 'deleted') addRow(batch, row)
        if (isFull(batch)) await flush()
      }
    } catch (error) {
      if (error instanceof ArchiveWriteError) throw error
      readError = { error }
    }
    await flush()
    await writeLimit.finish()
  } catch (error) {
    await writeLimit.finish().catch(() => {})
    return { how: 'failed', line: writeLimit.settledThroughLine(), error }
  }
  const line = writeLimit.settledThroughLine()
  if (signal.aborted) return { how: 'stopped', line }
  return readError === null ? { how: 'complete' } : { how: 'failed', line, error: readError.error }
}

function startBatch(): Batch {
  return { posts: [], deleted: [], keys: new Set(), characters: 0, lastLine: 0 }
}

function isFull(batch: Batch): boolean {
  return batch.posts.length + batch.deleted.length >= batchRows || batch.characters >= batchCharacters
}

function findLeftOutReason(row: IncomingRow, filters: ImportFilters): string | null {
  if (row.kind === 'post') return findFilterReason(row.post, row.nsfw, filters)
  if (row.kind === 'deleted') return 'deleted or removed'
  return row.kind === 'left-out' ? row.because : null
}

/** Truncates titles and names. Rejects a row whose text is too long. */
function withinLimits(row: IncomingRow, tally: ImportTally): IncomingRow {
  if (row.kind !== 'post') return row
  const reason = findLengthReason(row.post)
  if (reason !== null) return { line: row.line, kind: 'rejected', reason }
  const { post, cut } = cutNames(row.post)
  tally.cuts.add(row.line, cut)
  if (languageOf(post) !== null) tally.otherLanguages += 1
  return { ...row, post }
}

function rowKey(row: IncomingRow): string | null {
  if (row.kind === 'post') return keyOf(row.post)
  return row.kind === 'deleted' ? keyOf(row) : null
}

function addRow(batch: Batch, row: IncomingRow): void {
  const key = rowKey(row)
  if (key !== null) batch.keys.add(key)
  if (row.kind === 'deleted') batch.deleted.push({ source: row.source, sourceId: row.sourceId })
  if (row.kind !== 'post') return
  batch.posts.push({ post: row.post, line: row.line })
  batch.characters += row.post.title.length + row.post.selftext.length
}

export function countLeftOut(tally: ImportTally, reason: string, rows: number): void {
  if (rows > 0) tally.leftOut.set(reason, (tally.leftOut.get(reason) ?? 0) + rows)
}

type Counting = { tally: ImportTally; reject: (line: number, reason: string) => void }

/** If PostgreSQL rejects a row, it is found by bisection and skipped. The other rows are stored. */
async function writeBatch(
  deps: StorePosts,
  batch: Pick<Batch, 'posts' | 'deleted'>,
  counting: Counting,
): Promise<void> {
  const { posts, deleted } = batch
  try {
    const withoutLines = posts.map(({ post }) => post)
    const stored = await storePosts(deps, withoutLines, { deleted })
    for (const what of ['inserted', 'updated', 'unchanged', 'removed'] as const)
      counting.tally[what] += stored[what]
    countLeftOut(counting.tally, 'purged or held back here', stored.purged)
  } catch (error) {
    const [first] = posts
    if (!(error instanceof ArchiveWriteError) || error.code !== 'bad_row' || first === undefined) throw error
    if (posts.length === 1) {
      counting.reject(first.line, `the database rejected the row: ${error.message}`)
      await writeBatch(deps, { posts: [], deleted }, counting)
      return
    }
    const middle = Math.ceil(posts.length / 2)
    await writeBatch(deps, { posts: posts.slice(0, middle), deleted }, counting)
    await writeBatch(deps, { posts: posts.slice(middle), deleted: [] }, counting)
  }
}
