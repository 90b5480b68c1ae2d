import { once } from 'node:events'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type * as z from 'zod/mini'
import { limits } from '#contract/limits.ts'
import type { makeFeedEndpoint } from '#contract/watch-feeds.ts'
import type { Watch } from '#contract/watches.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { makeAccount } from './make-account.ts'
import { percentile, showTimes } from './percentile.ts'
import { sampleKeywords } from './search-keywords.ts'
import { startSearchServer } from './start-search-server.ts'
import { timedCall } from './timed-call.ts'

// Compares feeds of 50 posts with the search history of an account with 20 searches. Requests for both
// alternate, on the archive in --data: npm run bench:feeds -- --data FOLDER

const { values } = parseArgs({
  options: { data: { type: 'string' }, rounds: { type: 'string', default: '160' } },
})
if (values.data === undefined) {
  console.error('Name a data folder with posts: npm run bench:feeds -- --data FOLDER')
  process.exit(2)
}
const dataDir = resolve(values.data)
const database = await openDatabase({ databaseUrl: null, dataDir }, 'command', () => {})
const keywords = await sampleKeywords(database.pool)
const { child, url } = await startSearchServer(dataDir, { SELF_HOSTED: 'on' })

const { email, cookie } = await makeAccount(url)
const headers = { cookie }
for (const { keyword } of keywords.slice(0, 20))
  await timedCall({ url: `${url}/api/search`, headers, body: { keyword } })
await database.pool.query(`update users set subscription_tier = 'pro' where email = $1`, [email])

const post = (path: string, body: object) =>
  timedCall({ url: url + path, headers: { ...headers, 'accept-encoding': 'identity' }, body })

/** Creates a watch with a feed. */
async function makeFeed(watchQuery: string) {
  const { id: watchId }: Watch = JSON.parse((await post('/api/watches', { watchQuery })).text)
  const { text } = await post(`/api/watches/${watchId}/feed`, {})
  const { feed }: z.infer<typeof makeFeedEndpoint.output> = JSON.parse(text)
  if (feed === null) throw new Error('Feeds are switched off')
  const local = (address: string) => url + new URL(address).pathname
  return { watchId, rss: local(feed.rss), json: local(feed.json) }
}

const { rows: ids } = await database.pool.query<{ id: string }>(
  'select id from archive_posts where not sample order by md5(id::text)',
)
let nextPost = 0
async function findPosts(watchId: string, count: number): Promise<void> {
  const found = ids.slice(nextPost, nextPost + count).map(({ id }) => id)
  nextPost += count
  await database.pool.query('insert into watch_posts (watch_id, post_id) select $1, unnest($2::bigint[])', [
    watchId,
    found,
  ])
}

// Several feeds, because each may be read only 30 times a minute.
const feeds: Awaited<ReturnType<typeof makeFeed>>[] = []
for (const { keyword } of keywords.slice(0, 20)) feeds.push(await makeFeed(keyword))
const times = new Map<string, number[]>()
for (let round = -20; round < Number(values.rounds); round += 1) {
  const read = async (name: string, address: string, sent: Record<string, string> = {}) => {
    const { ms, reply } = await timedCall({ url: address, headers: sent })
    if ((reply.statusCode === 304) !== 'if-none-match' in sent)
      throw new Error(`${name}: ${reply.statusCode}`)
    if (round >= 0) times.set(name, [...(times.get(name) ?? []), ms])
    return reply.headers.etag ?? ''
  }
  const feed = feeds[(round + 20) % feeds.length]
  if (feed === undefined) throw new Error('The archive has too few keywords')
  await read('search history', `${url}/api/search-history`, headers)
  await findPosts(feed.watchId, limits.feedPosts)
  await read('RSS, all posts new', feed.rss)
  await findPosts(feed.watchId, 1)
  const etag = await read('RSS, one post new', feed.rss)
  await read('JSON Feed', feed.json)
  await read('RSS, unchanged', feed.rss, { 'if-none-match': etag })
}
const base = percentile(times.get('search history') ?? [], 0.95)
for (const [name, measured] of times) {
  showTimes(name, measured)
  console.log(`  p95 beside the search history: ${(percentile(measured, 0.95) / base).toFixed(2)}`)
}
await database.pool.query('delete from users where email = $1', [email])
child.send('stop')
await once(child, 'exit')
await database.close()
