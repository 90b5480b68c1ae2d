import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '#server/database/open-database.ts'
import { openArchiveIndex } from '#server/features/archive/find/index/archive-index.ts'
import { countWords, mostCounted } from '#server/features/archive/store/count-words.ts'
import { makeWordCountStore } from '#server/features/archive/store/word-count-store.ts'
import { cpuMs, memoryMb } from './process-cost.ts'
import { saveFigures } from './save-figures.ts'
import { startSearchServer } from './start-search-server.ts'
import { timeSearch } from './time-search.ts'
import { type VariedKeyword, varyKeywords } from './varied-keywords.ts'

// Measures the capacity of one machine: processor time and memory per search, and disk space per post. Counts
// only the processor time of the measured processes, but even that is higher on a busy machine. npm run
// bench:capacity -- --data FOLDER

const { values } = parseArgs({
  options: { data: { type: 'string' }, keywords: { type: 'string', default: '600' } },
})
if (values.data === undefined) {
  console.error('Name a data folder with posts: --data FOLDER')
  process.exit(2)
}
const dataDir = resolve(values.data)
const clients = 8
/** A new process compiles the code that it uses most during its first searches. */
const warmUp = 200

async function searchAll(url: string, keywords: readonly VariedKeyword[]): Promise<number> {
  const queue = [...keywords]
  const startedAt = performance.now()
  const client = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift())
      await timeSearch(url, next.keyword)
  }
  await Promise.all(Array.from({ length: clients }, client))
  return (performance.now() - startedAt) / 1000
}

function folderBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

async function waitForIndex(): Promise<void> {
  const index = openArchiveIndex(dataDir, async () => new Map())
  while (index.version() === '') {
    await sleep(500)
    await index.refresh()
  }
  index.close()
}

const database = await openDatabase({ databaseUrl: null, dataDir }, 'command', () => {})
// The keywords are drawn from words whose frequency is known.
await countWords({ store: makeWordCountStore(database.db) }, mostCounted.byCommand)
const { rows } = await database.pool.query<{ posts: number; bytes: number }>(
  'select (select count(*)::int from archive_posts) as posts, pg_database_size(current_database())::float8 as bytes',
)
const { posts = 0, bytes = 0 } = rows[0] ?? {}
const keywords = await varyKeywords(database.pool, Number(values.keywords) + warmUp)
await database.close()

const { child, url } = await startSearchServer(dataDir)
const pid = child.pid ?? 0
const idle = memoryMb(pid, dataDir)
await waitForIndex()
await searchAll(url, keywords.slice(0, warmUp))
const before = cpuMs(pid, dataDir)
const seconds = await searchAll(url, keywords.slice(warmUp))
const after = cpuMs(pid, dataDir)
const busy = memoryMb(pid, dataDir)
const load = loadavg()[0]?.toFixed(0)
child.send('stop')
await once(child, 'exit')

const searched = keywords.length - warmUp
const nodeMs = (after.node - before.node) / searched
const databaseMs = (after.database - before.database) / searched
const indexBytes = folderBytes(join(dataDir, 'index'))
const cores = availableParallelism()
const diskKb = (bytes + indexBytes) / posts / 1000
const round = (value: number) => Math.round(value).toLocaleString('en')
const figures: [string, string][] = [
  ['processor time of a search: Node', `${nodeMs.toFixed(1)} ms`],
  ['the same: PostgreSQL', `${databaseMs.toFixed(1)} ms`],
  ['searches a second that one process answers with a core of its own', round(1000 / nodeMs)],
  ['searches a second that one core of PostgreSQL answers', round(1000 / databaseMs)],
  ['searches a second of this machine, both on its cores', round((cores * 1000) / (nodeMs + databaseMs))],
  ['answered a second in this run', round(searched / seconds)],
  ['memory of the process: started; searching', `${round(idle.node)} MB; ${round(busy.node)} MB`],
  ['memory of PostgreSQL: started; searching', `${round(idle.database)} MB; ${round(busy.database)} MB`],
  [
    'disk of a post: database; search index',
    `${(bytes / posts / 1000).toFixed(1)} kB; ${(indexBytes / posts / 1000).toFixed(1)} kB`,
  ],
  ['posts in 100 GB of which a fifth stays free', `${(80e6 / diskKb / 1e6).toFixed(0)} million`],
]
for (const [what, figure] of figures) console.log(`${what}: ${figure}`)
saveFigures('capacity', {
  title: 'What one machine carries',
  command: 'npm run bench:capacity -- --data FOLDER',
  over: `${posts.toLocaleString('en')} posts, ${searched} different keywords, ${clients} clients, without the result cache. Load of the machine at the end: ${load}, on ${cores} cores; a busy machine takes more processor time for the same work.`,
  columns: ['', 'figure'],
  rows: figures,
})
