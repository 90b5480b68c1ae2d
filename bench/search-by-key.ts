import { once } from 'node:events'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '#server/database/open-database.ts'
import { makeAccount } from './make-account.ts'
import { percentile, showTimes } from './percentile.ts'
import { sampleKeywords } from './search-keywords.ts'
import { startSearchServer } from './start-search-server.ts'
import { timedCall } from './timed-call.ts'

// Compares a search by API key with the same search on the page. The two searches alternate, on the archive
// in --data: npm run bench:key -- --data FOLDER

const { values } = parseArgs({
  options: { data: { type: 'string' }, rounds: { type: 'string', default: '6' } },
})
if (values.data === undefined) {
  console.error('Name a data folder with posts: npm run bench:key -- --data /tmp/bench')
  process.exit(2)
}
const dataDir = resolve(values.data)
const database = await openDatabase({ databaseUrl: null, dataDir }, 'command', () => {})
const keywords = await sampleKeywords(database.pool)
// The cache is on, so that each request also looks up whether its search was already paid for. Each round
// takes longer than the cache keeps results, so no result comes from the cache.
const { child, url } = await startSearchServer(dataDir, { SELF_HOSTED: 'on', SEARCH_CACHE_SECONDS: '1' })

const { cookie } = await makeAccount(url)
const made = await timedCall({
  url: `${url}/api/keys`,
  headers: { cookie, 'x-no-compression': '1', 'accept-encoding': 'identity' },
  body: { keyName: 'Bench', scopes: ['search'] },
})
const { secret }: { secret: string } = JSON.parse(made.text)

const ways = {
  page: (keyword: string) => ({ url: `${url}/api/search`, headers: { cookie }, body: { keyword } }),
  key: (keyword: string) => ({
    url: `${url}/api/v1/search`,
    headers: { authorization: `Bearer ${secret}` },
    body: { keyword, limit: 100 },
  }),
}
const times = { page: [] as number[], key: [] as number[] }
for (let round = -2; round < Number(values.rounds); round += 1) {
  // Removes the counts of calls, because the bench makes more calls in a minute than a person may make.
  await database.pool.query(`delete from rate_limits where endpoint like 'key-calls%'`)
  const endsAt = performance.now() + 1_100
  for (const [at, { keyword }] of keywords.entries()) {
    const way = (at + round) % 2 === 0 ? 'page' : 'key'
    const { ms } = await timedCall(ways[way](keyword))
    if (round >= 0) times[way].push(ms)
  }
  if (performance.now() < endsAt) throw new Error('Too few keywords: their results were still cached')
}
showTimes('search on the page', times.page)
showTimes('search by key', times.key)
const [atMedian = 0, atHigh = 0] = [0.5, 0.95].map(
  (share) => percentile(times.key, share) / percentile(times.page, share),
)
console.log(`ratios: p50 ${atMedian.toFixed(2)}, p95 ${atHigh.toFixed(2)}`)
child.send('stop')
await once(child, 'exit')
await database.close()
