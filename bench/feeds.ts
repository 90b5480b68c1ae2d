import { once } from 'node:events'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type * as z from 'zod/mini'
import type { makeFeedEndpoint } from '#contract/watch-feeds.ts'
import type { Watch } from '#contract/watches.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { percentile, showTimes } from './percentile.ts'
import { sampleKeywords } from './search-keywords.ts'
import { startSearchServer } from './start-search-server.ts'
import { cookiesOf, timedCall } from './timed-call.ts'

// Compares feeds of a watch that found 500 posts with the search history of an account with 20 searches, alternating,
// over the archive in --data: npm run bench:feeds -- --data FOLDER

const { values } = parseArgs({
  options: { data: { type: 'string' }, rounds: { type: 'string', default: '200' } },
})
if (values.data === undefined) {
  console.error('Name a data folder with posts: npm run bench:feeds -- --data FOLDER')
  process.exit(2)
}
const dataDir = resolve(values.data)
const database = await openDatabase({ databaseUrl: null, dataDir }, 'command', () => {})
const keywords = await sampleKeywords(database.pool)
const { child, url } = await startSearchServer(dataDir, { SELF_HOSTED: 'on' })

const account = {
  email: `bench-${Date.now()}@example.test`,
  password: 'a long password of the bench',
  firstName: 'A',
  lastName: 'B',
}
const headers = {
  cookie: cookiesOf(await timedCall({ url: `${url}/api/register`, headers: {}, body: account })),
}
for (const { keyword } of keywords.slice(0, 20))
  await timedCall({ url: `${url}/api/search`, headers, body: { keyword } })
await database.pool.query(`update users set subscription_tier = 'pro' where email = $1`, [account.email])

/** Makes a watch that found many posts, and its feed. */
async function makeFeed(watchQuery: string) {
  const identity = { ...headers, 'accept-encoding': 'identity' }
  const watched = await timedCall({ url: `${url}/api/watches`, headers: identity, body: { watchQuery } })
  const { id }: Watch = JSON.parse(watched.text)
  await database.pool.query(
    `insert into watch_posts (watch_id, post_id)
    select $1, id from archive_posts where not sample order by md5(id::text) limit 500`,
    [id],
  )
  const made = await timedCall({ url: `${url}/api/watches/${id}/feed`, headers: identity, body: {} })
  const { feed }: z.infer<typeof makeFeedEndpoint.output> = JSON.parse(made.text)
  if (feed === null) throw new Error('Feeds are switched off')
  const [rss, json] = [feed.rss, feed.json].map((address) => url + new URL(address).pathname)
  const { etag = '' } = (await timedCall({ url: rss ?? '', headers: {} })).reply.headers
  return { rss: rss ?? '', json: json ?? '', etag }
}

// A feed may be read 30 times a minute.
const feeds: Awaited<ReturnType<typeof makeFeed>>[] = []
for (const { keyword } of keywords.slice(0, 20)) feeds.push(await makeFeed(keyword))

const waysOf = ({ rss, json, etag }: (typeof feeds)[number]) => ({
  'search history': { url: `${url}/api/search-history`, headers },
  RSS: { url: rss, headers: {} },
  'JSON Feed': { url: json, headers: {} },
  'RSS, unchanged': { url: rss, headers: { 'if-none-match': etag } },
})
const times = new Map<string, number[]>()
for (let round = -20; round < Number(values.rounds); round += 1) {
  const feed = feeds[(round + 20) % feeds.length]
  if (feed === undefined) throw new Error('The archive has too few keywords')
  for (const [name, asked] of Object.entries(waysOf(feed))) {
    const { ms, reply } = await timedCall(asked)
    if ((reply.statusCode === 304) !== (name === 'RSS, unchanged'))
      throw new Error(`${name}: ${reply.statusCode}`)
    if (round >= 0) times.set(name, [...(times.get(name) ?? []), ms])
  }
}
const base = percentile(times.get('search history') ?? [], 0.95)
for (const [name, measured] of times) {
  showTimes(name, measured)
  console.log(`  p95 beside the search history: ${(percentile(measured, 0.95) / base).toFixed(2)}`)
}
await database.pool.query('delete from users where email = $1', [account.email])
child.send('stop')
await once(child, 'exit')
await database.close()
