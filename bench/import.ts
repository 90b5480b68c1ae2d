import { existsSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import { importColumns } from '#server/adapters/dump-files/column-names.ts'
import type { DumpRow } from '#server/adapters/dump-files/dump-row.ts'
import { openDump } from '#server/adapters/dump-files/open-dump.ts'
import { readPost } from '#server/adapters/dump-files/read-post.ts'
import { type OpenDatabase, openDatabase } from '#server/database/open-database.ts'
import { beginBulkLoad } from '#server/database/word-indexes.ts'
import { importPosts, makeTally } from '#server/features/archive/import/import-posts.ts'
import { makeArchiveStore } from '#server/features/archive/store/archive-store.ts'
import { saveFigures } from './save-figures.ts'

// Imports a dump into a fresh embedded server, twice: npm run bench:import -- [FILE]

const megabyte = 1024 * 1024
// The scorer is loaded before the first run, so that the run does not include the time for loading.
const scorer = shippedScorer()
const file = process.argv[2] ?? resolve(import.meta.dirname, '../../shared/posts/posts.ndjson.zst')
const filters = { communities: null, since: null, minScore: null, minLength: null, nsfw: false }

async function* readPosts(rows: AsyncIterable<DumpRow>) {
  for await (const row of rows) yield readPost(row)
}

/** The window size that reading a zstd frame needs, from the frame's header (RFC 8878, 3.1.1.1.2). */
async function zstdWindowBytes(path: string): Promise<number> {
  const handle = await open(path)
  const { buffer } = await handle.read(Buffer.alloc(6), 0, 6, 0)
  await handle.close()
  const singleSegment = ((buffer[4] ?? 0) & 0x20) !== 0
  if (buffer.readUInt32LE(0) !== 0xfd2fb528 || singleSegment) return 0
  const descriptor = buffer[5] ?? 0
  const base = 2 ** (10 + (descriptor >> 3))
  return base + (base / 8) * (descriptor & 7)
}

async function importOnce(database: OpenDatabase, label: string) {
  const store = makeArchiveStore(database.db)
  const tally = makeTally()
  const dump = await openDump({ path: file, stdin: process.stdin, needed: importColumns })
  const startedAt = performance.now()
  const bulkLoad = await beginBulkLoad(database.pool)
  const end = await importPosts({ store, scorer, onReject: () => {} }, readPosts(dump.rows()), {
    filters,
    tally,
    signal: new AbortController().signal,
  })
  const seconds = (performance.now() - startedAt) / 1000
  if (end.how === 'failed') throw end.error
  await bulkLoad?.finish()
  await store.settle()
  const settled = (performance.now() - startedAt) / 1000 - seconds
  const leftOut = [...tally.leftOut.values()].reduce((sum, count) => sum + count, 0)
  process.stdout.write(
    `${label}: ${tally.rows} rows in ${seconds.toFixed(1)} s = ${(tally.rows / seconds).toFixed(0)} rows/s, ` +
      `settled in ${settled.toFixed(1)} s more; inserted ${tally.inserted}, updated ${tally.updated}, ` +
      `unchanged ${tally.unchanged}, left out ${leftOut}, rejected ${tally.rejected}\n`,
  )
  return { inserted: tally.inserted, rows: tally.rows, rowsPerSecond: Math.round(tally.rows / seconds) }
}

/** `kilobytesPerPost` includes indexes and word counts. */
async function countPosts(database: OpenDatabase) {
  const counted = await database.pool.query<{ posts: number; listed: number; bytes: number }>(`
    select (select count(*)::integer from archive_posts) as posts, (select sum(posts)::integer from archive_sources) as listed,
      (pg_total_relation_size('archive_posts') + pg_total_relation_size('archive_words'))::double precision as bytes`)
  const { posts = 0, listed = 0, bytes = 0 } = counted.rows[0] ?? {}
  return { posts, listed, kilobytesPerPost: Number((bytes / 1000 / Math.max(1, posts)).toFixed(2)) }
}

async function bench(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'unmet-bench-import-'))
  const database = await openDatabase({ databaseUrl: null, dataDir }, 'command', () => {})
  try {
    const { inserted, rows, rowsPerSecond } = await importOnce(database, 'first run ')
    const peakBytes = process.resourceUsage().maxRSS * 1024
    await importOnce(database, 'second run')
    const windowBytes = await zstdWindowBytes(file)
    const { posts, listed, kilobytesPerPost } = await countPosts(database)
    const besideWindow = Math.round((peakBytes - windowBytes) / megabyte)
    process.stdout.write(
      `peak RSS of the first run ${(peakBytes / megabyte).toFixed(0)} MB, ` +
        `${besideWindow} MB of it beside the decoder's window of ${(windowBytes / megabyte).toFixed(0)} MB\n` +
        `${posts} rows in the table, ${listed} by archive_sources, ${kilobytesPerPost} kB each, ${inserted} inserted\n`,
    )
    saveFigures('import', {
      title: 'Import and disk',
      command: 'npm run bench:import',
      over: `${rows.toLocaleString('en')} posts into an empty database: read, scored and indexed. On disk: tables, indexes and counted words.`,
      columns: ['', 'figure'],
      rows: [
        ['rows a second', rowsPerSecond.toLocaleString('en')],
        ["memory beside the decoder's window, MB", besideWindow],
      ],
      bars: [{ what: 'disk for a post', measured: kilobytesPerPost, most: 5, unit: ' kB' }],
    })
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

if (existsSync(file)) await bench()
else process.stdout.write(`Skipped: there is no ${file}. Name a dump: npm run bench:import -- FILE\n`)
