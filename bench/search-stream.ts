import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '#server/database/open-database.ts'
import { readEventStream } from '#web/open-event-stream.ts'
import { percentile, showTimes } from './percentile.ts'
import { saveFigures } from './save-figures.ts'
import { sampleKeywords } from './search-keywords.ts'
import { startSearchServer } from './start-search-server.ts'

// Measures the time to the first results and to the end of POST /api/search-stream on the archive in --data.
// A live source takes --live milliseconds: npm run bench:stream -- --data FOLDER

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    live: { type: 'string', default: '3000' },
    searchers: { type: 'string', default: '4' },
    count: { type: 'string', default: '120' },
  },
})
if (values.data === undefined) {
  console.error(
    'Name a data folder with posts: DATA_DIR=/tmp/bench npm run archive:import -- FILE, then --data /tmp/bench',
  )
  process.exit(2)
}
const dataDir = resolve(values.data)

/** Answers every search late and without results, so that the archive does not change. */
const live = createServer((_request, reply) => {
  setTimeout(() => {
    reply.setHeader('content-type', 'application/json')
    reply.end(JSON.stringify({ hits: [], nbHits: 0 }))
  }, Number(values.live))
})
live.listen(0, '127.0.0.1')
await once(live, 'listening')
const { port } = live.address() as AddressInfo

type Timed = { firstMs: number; lastMs: number }

async function stream(url: string, keyword: string): Promise<Timed> {
  const startedAt = performance.now()
  const reply = await fetch(`${url}/api/search-stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ keyword }),
  })
  if (!reply.ok || reply.body === null) throw new Error(`${keyword}: ${reply.status}`)
  const times: number[] = []
  for await (const { event } of readEventStream(reply.body)) {
    if (event === 'results' || event === 'done') times.push(performance.now() - startedAt)
  }
  const [firstMs, lastMs] = times
  if (firstMs === undefined || lastMs === undefined) throw new Error(`${keyword}: was cut off`)
  return { firstMs, lastMs }
}

async function streamAll(url: string, keywords: readonly string[]): Promise<Timed[]> {
  const queue = [...keywords]
  const timed: Timed[] = []
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift())
      timed.push(await stream(url, next))
  }
  await Promise.all(Array.from({ length: Number(values.searchers) }, worker))
  return timed
}

const database = await openDatabase({ databaseUrl: null, dataDir }, 'command', () => {})
const { rows } = await database.pool.query(
  'select count(*)::integer as posts from archive_posts where not sample',
)
const sampled = await sampleKeywords(database.pool)
await database.close()
const { child, url } = await startSearchServer(dataDir, {
  HACKER_NEWS: 'on',
  HACKER_NEWS_SEARCH_URL: `http://127.0.0.1:${port}`,
  SOURCE_TIME_LIMIT_MS: '20000',
})
const keywords = sampled.map(({ keyword }) => keyword)
// Each keyword is searched once before the measurement, to warm up the archive. A stream is used, because a
// plain search would wait for the live source.
await streamAll(url, keywords.slice(0, 40))
const timed = await streamAll(url, keywords.slice(0, Number(values.count)))
console.log(
  `${rows[0]?.posts} posts, ${timed.length} streams, ${values.searchers} at once, live source after ${values.live} ms; ms: p50, p95, max`,
)
showTimes(
  'first results',
  timed.map(({ firstMs }) => firstMs),
)
showTimes(
  'last word',
  timed.map(({ lastMs }) => lastMs),
)
child.send('stop')
await once(child, 'exit')
live.close()

const ofFirst = [0.5, 0.95].map((share) =>
  Math.round(
    percentile(
      timed.map(({ firstMs }) => firstMs),
      share,
    ),
  ),
)
saveFigures('stream', {
  title: 'First results of a stream',
  command: 'npm run bench:stream -- --data FOLDER',
  over: `${rows[0]?.posts.toLocaleString('en')} posts, ${values.searchers} streams at a time, while the live source takes ${values.live} ms.`,
  columns: ['milliseconds', 'p50', 'p95'],
  rows: [['first results', ...ofFirst]],
  bars: [{ what: 'first results, p95', measured: ofFirst[1] ?? 0, most: 150, unit: ' ms' }],
})
