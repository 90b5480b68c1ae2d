import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { limits } from '#contract/limits.ts'
import type { OwnMapping } from '#contract/own-material.ts'
import { scoreColumns } from '#server/adapters/dump-files/column-names.ts'
import { openDump } from '#server/adapters/dump-files/open-dump.ts'
import { type OpenDatabase, openDatabase } from '#server/database/open-database.ts'
import { makeArchiveSearchStore } from '#server/features/archive/find/archive-search-store.ts'
import { scoreCollection } from '#server/features/own/score-collection.ts'
import { searchMaterial } from '#server/features/own/search-material.ts'
import { wireOwn } from '#server/wiring/wire-own.ts'
import { openWorkers } from '#server/wiring/wire-workers.ts'
import { saveFigures } from './save-figures.ts'

// Uploads the longest texts of a dump as one user's table. Then scores and searches them: npm run bench:own
// -- [FILE]

const megabyte = 1024 * 1024
const file = process.argv[2] ?? resolve(import.meta.dirname, '../../shared/posts/posts.ndjson.zst')
const mapping: OwnMapping = {
  format: 'csv',
  hasHeader: true,
  title: 'subject',
  text: ['body'],
  date: null,
  link: null,
  group: null,
}
const fewestCharacters = 60

/** The rows of a table that contains this many texts worth scoring. */
async function* tableRows(most: number): AsyncGenerator<string> {
  const dump = await openDump({ path: file, stdin: process.stdin, needed: scoreColumns })
  let rows = 0
  yield stringify([['subject', 'body']])
  for await (const row of dump.rows()) {
    if (!('value' in row)) continue
    const { title = '', selftext = '' } = row.value as { title?: string; selftext?: string }
    if (selftext.length < fewestCharacters) continue
    yield stringify([[title, selftext]])
    rows += 1
    if (rows === most) return
  }
}

type Own = ReturnType<typeof wireOwn>

async function upload(own: Own, userId: string, rows: number): Promise<string> {
  const created = await own.collections.createCollection(userId, 'Bench', new Date())
  if (typeof created !== 'object') throw new Error(`There are too many ${created}`)
  const id = created?.id ?? ''
  let part = 0
  let text = ''
  for await (const row of tableRows(rows)) {
    text += row
    while (text.length >= limits.ownPartCharacters) {
      await own.collections.savePart(userId, id, { part, text: text.slice(0, limits.ownPartCharacters) })
      text = text.slice(limits.ownPartCharacters)
      part += 1
    }
  }
  await own.collections.savePart(userId, id, { part, text })
  await own.collections.startScoring(userId, id, mapping)
  return id
}

/** Runs the work, and returns the longest delay of the event loop and the peak memory. */
async function watched(work: () => Promise<void>) {
  const startedAt = performance.now()
  let last = startedAt
  let longestWaitMs = 0
  let peakBytes = 0
  const timer = setInterval(() => {
    const now = performance.now()
    longestWaitMs = Math.max(longestWaitMs, now - last - 10)
    last = now
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss())
  }, 10)
  await work()
  clearInterval(timer)
  return { seconds: (performance.now() - startedAt) / 1000, longestWaitMs, peakBytes }
}

async function measure(database: OpenDatabase, own: Own, rows: number) {
  const { rows: made } = await database.pool.query(
    `insert into users (email, subscription_tier) values ($1, 'pro') returning id`,
    [`bench${rows}@example.test`],
  )
  const userId = made[0].id
  const id = await upload(own, userId, rows)
  const { signal } = new AbortController()
  const { seconds, longestWaitMs, peakBytes } = await watched(() => scoreCollection(own, id, signal))
  const collection = await own.collections.findCollection(userId, id)
  const times: number[] = []
  for (const keyword of ['invoice', 'time tracking', 'is there a tool', 'spreadsheet every week', 'zzqx']) {
    const startedAt = performance.now()
    await searchMaterial({ ...own, passGate: (_, work) => work(), maySearchOwn: () => true }, userId, {
      keyword,
    })
    times.push(performance.now() - startedAt)
  }
  process.stdout.write(
    `${collection?.rows} rows (${collection?.otherLanguages} in other languages, ${collection?.rejected} rejected) ${collection?.state} in ` +
      `${seconds.toFixed(1)} s = ${(rows / seconds).toFixed(0)} rows/s; peak RSS ${(peakBytes / megabyte).toFixed(0)} MB; ` +
      `longest wait of others ${longestWaitMs.toFixed(0)} ms; searches ${times.map((ms) => ms.toFixed(0)).join(', ')} ms\n`,
  )
  return { rows, seconds: Math.round(seconds), peakMegabytes: Math.round(peakBytes / megabyte) }
}

async function bench(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'unmet-bench-own-'))
  const database = await openDatabase({ databaseUrl: null, dataDir }, 'command', () => {})
  const workers = openWorkers(1)
  try {
    const { db } = database
    const archive = makeArchiveSearchStore(db)
    const own = wireOwn({ db, clock: () => new Date(), archive, jobs: { wake: () => {} }, workers })
    const few = await measure(database, own, 5_000)
    const most = await measure(database, own, limits.ownRowsPerCollection)
    saveFigures('own', {
      title: 'Own material',
      command: 'npm run bench:own',
      over: `One table with texts of ${fewestCharacters} characters and more: read, scored and stored.`,
      columns: ['rows', 'seconds', 'memory at the peak, MB'],
      rows: [few, most].map((one) => [one.rows.toLocaleString('en'), one.seconds, one.peakMegabytes]),
      bars: [
        { what: `${most.rows.toLocaleString('en')} rows`, measured: most.seconds, most: 60, unit: ' s' },
      ],
    })
  } finally {
    await workers.close()
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

if (existsSync(file)) await bench()
else process.stdout.write(`Skipped: there is no ${file}. Name a dump: npm run bench:own -- FILE\n`)
