import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import { ArchiveWriteError } from '#server/errors.ts'
import { makeArchiveStore } from '#server/features/archive/store/archive-store.ts'
import { batchStore } from '#server/features/archive/store/store-posts.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import { openStoreThreads } from './wire-store-threads.ts'

vi.setConfig({ testTimeout: 120_000 })

let database: TestDatabase
let threads: ReturnType<typeof openStoreThreads>
beforeAll(async () => {
  database = await openTestDatabase()
  threads = openStoreThreads(database)
})
afterAll(async () => {
  await threads.close()
  await database.close()
})
beforeEach(() => database.pool.query('truncate archive_posts, archive_sources'))

const german =
  'Ich suche ein Werkzeug, mit dem ich die Rechnungen für meine Kunden nicht mehr von Hand schreiben muss, weil das jede Woche viele Stunden dauert und ich keine Zeit dafür habe.'
const batchOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    makePost({
      sourceId: `${name}${index}`,
      title: index % 10 === 3 ? 'Gibt es dafür ein Werkzeug?' : `Is there a tool for C++ task ${index}?`,
      selftext: index % 10 === 3 ? german : `I waste ${index} hours a week on http://example.com/${index}.`,
      createdAt: new Date(1_700_000_000_000 + index),
      ...(index % 7 === 0
        ? {}
        : {
            attribution: { author: `Somebody ${index}`, authorUrl: null, license: 'MIT', licenseUrl: null },
          }),
    }),
  )

async function listPosts() {
  const { rows } = await database.pool.query(
    `select to_jsonb(archive_posts) - 'id' - 'stored_at' as post from archive_posts order by source_id`,
  )
  return rows
}

const lost = (failure: unknown) => (failure instanceof ArchiveWriteError ? failure.code : failure)

test('threads store the same rows and count the same as this thread, also several batches at once', async () => {
  const batches = ['a', 'b', 'c', 'd', 'e'].map((name) => batchOf(name, 120))
  const counts = await Promise.all(batches.map((posts) => threads.storeBatch(posts, [])))
  const stored = await listPosts()
  expect(counts[0]).toMatchObject({ inserted: 120, unchanged: 0, otherLanguages: 12 })
  const gone = { source: 'reddit', sourceId: 'b1' }
  const again = (batches[0] ?? []).map((post, at) => (at < 5 ? { ...post, upvotes: 9_000 } : post))
  expect(await threads.storeBatch(again, [gone])).toMatchObject({ updated: 5, unchanged: 115, removed: 1 })
  await database.pool.query('truncate archive_posts, archive_sources')
  const here = batchStore({ store: makeArchiveStore(database.db), scorer: shippedScorer() })
  for (const [at, posts] of batches.entries()) expect(await here(posts, [])).toEqual(counts[at])
  expect(await listPosts()).toEqual(stored)
})

test('a row that the database rejects and a lost connection are told apart, and the next batch is stored', async () => {
  const bad = makePost({ sourceId: 'bad', title: 'half a character \ud83d' })
  await expect(threads.storeBatch([bad], []).catch(lost)).resolves.toBe('bad_row')
  const client = await database.pool.connect()
  await client.query('begin')
  await client.query('lock table archive_sources in share row exclusive mode')
  const waiting = threads.storeBatch(batchOf('w', 3), []).catch(lost)
  const waiter = `select pg_terminate_backend(pid) from pg_locks
    where relation = 'archive_sources'::regclass and not granted`
  await vi.waitUntil(async () => ((await client.query(waiter)).rowCount ?? 0) > 0, { timeout: 60_000 })
  await client.query('rollback')
  client.release()
  expect(await waiting).toBe('database_lost')
  expect(await listPosts()).toEqual([])
  expect(await threads.storeBatch(batchOf('n', 3), [])).toMatchObject({ inserted: 3 })
})
