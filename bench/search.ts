import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { openDatabase } from '#server/database/open-database.ts'
import { percentile, showTimes } from './percentile.ts'
import { saveFigures } from './save-figures.ts'
import { type ClassedKeyword, sampleKeywords } from './search-keywords.ts'
import { openSqliteSearch } from './sqlite-search.ts'
import { startSearchServer } from './start-search-server.ts'
import { timeSearch } from './time-search.ts'

// Measures POST /api/search on the archive in --data, without the result cache. Compares it with ranking
// every match by ts_rank on the same server, and with SQLite FTS5 in this process: npm run bench:search --
// --data FOLDER

const { values } = parseArgs({
  options: { data: { type: 'string' }, rounds: { type: 'string', default: '3' } },
})
if (values.data === undefined) {
  console.error(
    'Name a data folder with posts: DATA_DIR=/tmp/bench npm run archive:import -- FILE, then --data /tmp/bench',
  )
  process.exit(2)
}
const dataDir = resolve(values.data)
const searchers = 16

async function rankEveryMatch(pool: pg.Pool, keyword: string): Promise<number> {
  const startedAt = performance.now()
  await pool.query(
    `select id, title, selftext, summary from archive_posts join (
       select id as best, ts_rank(words, query) as rank from archive_posts, websearch_to_tsquery('english', $1) query
       where words @@ query order by rank desc limit 100) ranked on best = id`,
    [keyword],
  )
  return performance.now() - startedAt
}

async function ask(child: ChildProcess, message: string): Promise<{ p50Ms: number; p99Ms: number }> {
  child.send(message)
  const [reply] = await once(child, 'message')
  return reply as { p50Ms: number; p99Ms: number }
}

function byClass(keywords: readonly ClassedKeyword[], times: Map<string, number[]>) {
  const kinds = [...new Set(keywords.map(({ kind }) => kind))]
  return kinds.map((kind) => ({
    kind,
    times: keywords.filter((one) => one.kind === kind).flatMap(({ keyword }) => times.get(keyword) ?? []),
  }))
}

async function measureEach(keywords: readonly ClassedKeyword[], one: (keyword: string) => Promise<number>) {
  const times = new Map<string, number[]>()
  for (const { keyword } of keywords) await one(keyword)
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const { keyword } of keywords)
      times.set(keyword, [...(times.get(keyword) ?? []), await one(keyword)])
  }
  return times
}

async function measureTogether(url: string, keywords: readonly ClassedKeyword[]): Promise<number[]> {
  const times: number[] = []
  const queue = Array.from({ length: Number(values.rounds) }, () =>
    keywords.map(({ keyword }) => keyword),
  ).flat()
  const worker = async () => {
    for (let keyword = queue.shift(); keyword !== undefined; keyword = queue.shift()) {
      times.push(await timeSearch(url, keyword))
    }
  }
  await Promise.all(Array.from({ length: searchers }, worker))
  return times
}

const database = await openDatabase({ databaseUrl: null, dataDir }, 'command', () => {})
const { rows } = await database.pool.query(
  'select count(*)::integer as posts from archive_posts where not sample',
)
// A run that was interrupted leaves its index behind.
await database.pool.query('drop index if exists bench_words')
const keywords = await sampleKeywords(database.pool)
const { child, url } = await startSearchServer(dataDir)

console.log(
  `${rows[0]?.posts} posts, ${keywords.length} keywords, milliseconds: ${'p50'.padStart(9)}      p95      max`,
)
const ours = await measureEach(keywords, (keyword) => timeSearch(url, keyword))
for (const { kind, times } of byClass(keywords, ours)) showTimes(`search, ${kind}`, times)
showTimes('search, all', [...ours.values()].flat())
// This keyword has no words to search for, so that its times are only the overhead of a request.
const nothing = Array.from(keywords, () => ({ keyword: 'the', kind: 'common' as const }))
const rest = [...(await measureEach(nothing, (keyword) => timeSearch(url, keyword))).values()].flat()
showTimes('nothing to look for', rest)
// Ranking by ts_rank gets the index that suits it best. The index is created after our own measurement, so
// that it cannot help us.
await database.pool.query('create index bench_words on archive_posts using gin (words)')
const ranked = await measureEach(keywords, (keyword) => rankEveryMatch(database.pool, keyword))
await database.pool.query('drop index bench_words')
for (const { kind, times } of byClass(keywords, ranked)) showTimes(`rank every match, ${kind}`, times)
const [all, every] = [[...ours.values()].flat(), [...ranked.values()].flat()]
showTimes('rank every match, all', every)
const besideRanking = percentile(all, 0.95) / percentile(every, 0.95)
console.log(`ratio of the p95s: ${besideRanking.toFixed(3)}`)
const sqlite = await openSqliteSearch(database.pool)
const inSqlite = [...(await measureEach(keywords, async (keyword) => sqlite.search(keyword))).values()].flat()
sqlite.close()
showTimes('SQLite FTS5, all', inSqlite)
const [atMedian = 0, atHigh = 0] = [0.5, 0.95].map(
  (share) => percentile(all, share) / percentile(inSqlite, share),
)
console.log(`ratios to SQLite FTS5: p50 ${atMedian.toFixed(2)}, p95 ${atHigh.toFixed(2)}`)
child.send('reset')
showTimes(`search, ${searchers} at once`, await measureTogether(url, keywords))
const delay = await ask(child, 'read')
console.log(
  `event loop delay under ${searchers} searchers: p50 ${delay.p50Ms.toFixed(1)} ms, p99 ${delay.p99Ms.toFixed(1)} ms`,
)
child.send('stop')
await once(child, 'exit')
await database.close()

const timesRow = (name: string, times: readonly number[]) => [
  name,
  ...[0.5, 0.95].map((share) => percentile(times, share).toFixed(1)),
]
const rounded = (figure: number, digits = 2) => Number(figure.toFixed(digits))
const posts = rows[0]?.posts ?? 0
saveFigures(`search-${posts}`, {
  title: `Search over ${posts.toLocaleString('en')} posts`,
  command: 'npm run bench:search -- --data FOLDER',
  over: '`POST /api/search` over HTTP without the result cache, 150 keywords drawn from the archive. SQLite FTS5 runs within the process: stems, bm25, a hundred rows with their texts.',
  columns: ['milliseconds', 'p50', 'p95'],
  rows: [
    ...byClass(keywords, ours).map(({ kind, times }) => timesRow(kind, times)),
    timesRow('search, all keywords', all),
    timesRow('a keyword without searchable words', rest),
    timesRow('ranking every match', every),
    timesRow('SQLite FTS5', inSqlite),
  ],
  bars: [
    { what: 'p95', measured: rounded(percentile(all, 0.95), 1), most: 60, unit: ' ms' },
    { what: 'p50 beside SQLite FTS5', measured: rounded(atMedian), most: 3, unit: ' times' },
    { what: 'p95 beside SQLite FTS5', measured: rounded(atHigh), most: 2, unit: ' times' },
    {
      what: 'p95 compared with ranking every match with `ts_rank`',
      measured: rounded(besideRanking),
      most: 0.25,
      unit: ' times',
    },
    {
      what: `event-loop delay under ${searchers} searchers, p99`,
      measured: rounded(delay.p99Ms, 1),
      most: 30,
      unit: ' ms',
    },
  ],
})
