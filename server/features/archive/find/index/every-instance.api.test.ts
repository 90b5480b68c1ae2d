import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type SearchReply, searchReply } from '#contract/search.ts'
import { makeArchiveStore } from '#server/features/archive/store/archive-store.ts'
import { wireDeletion } from '#server/wiring/wire-deletion.ts'
import { startIndexThread } from '#server/wiring/wire-index.ts'
import { madeArchive } from '#tests/harness/made-archive.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { search } from '#tests/harness/search-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

vi.setConfig({ testTimeout: 120_000 })

// When the index changes, cached answers are replaced. PostgreSQL alone would not show that scores have
// changed.
const environment = { SEARCH_CACHE_SECONDS: '600', ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '100000' }
const told: string[] = []

let product: TestApp
let instances: FastifyInstance[]
let thread: { stop(): Promise<void> }
beforeEach(async () => {
  told.length = 0
  product = await openTestApp({}, environment, (line) => told.push(line))
  instances = [product.app, await product.another(environment)]
  const { database, dataDir } = product
  await makeArchiveStore(database.db).save({ scored: madeArchive(200), restated: [], deleted: [] })
  // A process builds this index, and a thread follows the archive.
  const warn = (_: unknown, sentence?: string) => void told.push(sentence ?? '')
  thread = startIndexThread({ database, dataDir, logger: { warn }, mostPosts: 100 })
  await vi.waitUntil(() => existsSync(join(dataDir, 'index', 'manifest.json')), { timeout: 60_000 })
})
afterEach(async () => {
  await thread.stop()
  await product.close()
})

async function ask(app: FastifyInstance, keyword: string): Promise<SearchReply> {
  const reply = await search(app, keyword)
  expect(reply.statusCode).toBe(200)
  return searchReply.parse(reply.json())
}

const idsOf = (reply: SearchReply) => reply.results.map(({ id }) => id)

/** Returns the order on both instances as soon as it is the expected one. */
async function untilBoth(keyword: string, isExpected: (ids: readonly string[]) => boolean): Promise<void> {
  for (const app of instances)
    await vi.waitUntil(async () => isExpected(idsOf(await ask(app, keyword))), {
      timeout: 30_000,
      interval: 50,
    })
}

test('every instance finds a post that arrived, moves it when it is scored anew, and none shows it once it is purged', async () => {
  const { database } = product
  const keyword = 'zebrafolk ledgers'
  await untilBoth(keyword, (ids) => ids.length === 0)
  const posts = ['first', 'second'].map((sourceId) =>
    makePost({ sourceId, title: `${sourceId}: zebrafolk ledgers`, selftext: `I waste hours on ${keyword}.` }),
  )
  await product.storePosts(posts)
  await untilBoth(keyword, (ids) => ids.length === 2)
  for (const [best, other] of [
    ['first', 'second'],
    ['second', 'first'],
  ] as const) {
    await database.pool.query(
      'update archive_posts set opportunity_score = case source_id when $1 then 90 else 10 end where source_id in ($1, $2)',
      [best, other],
    )
    await untilBoth(keyword, (ids) => ids[0] === best && ids[1] === other)
  }
  const clock = () => new Date()
  const { store, removePosts } = wireDeletion({ database, clock, config: { dataDir: product.dataDir } })
  const keys = [{ source: 'reddit', sourceId: 'second' }]
  await store.purge(keys, clock(), (inside) => removePosts(keys, inside))
  await untilBoth(keyword, (ids) => ids.length === 1 && ids[0] === 'first')
  expect(told.filter((line) => line.includes('index'))).toEqual([])
})
