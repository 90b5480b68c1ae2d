import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DeletionCheck, SourceError } from '#server/source-ports.ts'
import { wireDeletion } from '#server/wiring/wire-deletion.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { followInArchive, storeInArchive } from '#tests/harness/store-in-archive.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import { waitForLocks } from '#tests/harness/wait-for-locks.ts'
import { deletionFollower } from './deletion-store.ts'
import { recheckPosts } from './recheck-posts.ts'

const hourMs = 3_600_000

let database: TestDatabase
let dataDir: string
let now: Date
let asked: string[][]
let warnings: string[]
beforeEach(async () => {
  database = await openTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'unmet-recheck-'))
  now = new Date()
  asked = []
  warnings = []
})
afterEach(async () => {
  await database.close()
  await rm(dataDir, { recursive: true })
})

const advanceHours = (hours: number) => {
  now = new Date(now.getTime() + hours * hourMs)
}

async function storePosts(ids: readonly string[], source = 'reddit', options = {}) {
  await storeInArchive(
    database.db,
    ids.map((sourceId) => makePost({ source, sourceId })),
    options,
  )
}

const idsFrom = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `id${String(from + at).padStart(4, '0')}`)

/** A source that gives this answer. */
function source(answer: (ids: readonly string[]) => string[], idsPerCall = 100): DeletionCheck {
  return {
    source: 'reddit',
    idsPerCall,
    async findGone(ids) {
      asked.push([...ids])
      return answer(ids)
    },
  }
}

function recheck(check: DeletionCheck, signal = new AbortController().signal) {
  const wired = wireDeletion({ database, clock: () => now, config: { dataDir } })
  return recheckPosts({ ...wired, warn: (message) => warnings.push(message) }, check, signal)
}

async function listStored(): Promise<string[]> {
  const { rows } = await database.pool.query('select source_id from archive_posts order by 1')
  return rows.map((row) => row.source_id)
}

test('posts are asked about once a day, in calls as large as the source takes, and those that are gone go', async () => {
  await storePosts(idsFrom(0, 250))
  await storePosts(['other'], 'somewhere-else')
  const check = source((ids) => ids.filter((id) => id === 'id0007'))
  expect(await recheck(check)).toEqual({ asked: 0, gone: 0, doubted: 0 })

  advanceHours(25)
  expect(await recheck(check)).toEqual({ asked: 250, gone: 1, doubted: 0 })
  expect(asked.map((ids) => ids.length)).toEqual([100, 100, 50])
  expect(await recheck(check)).toMatchObject({ asked: 0 })
  expect(await listStored()).toEqual([...idsFrom(0, 7), ...idsFrom(8, 250), 'other'])

  advanceHours(25)
  expect(await recheck(check)).toMatchObject({ asked: 249, gone: 0 })
})

test('posts that came from the source itself are asked about before those of files', async () => {
  await storePosts(idsFrom(0, 150))
  await storePosts(['live1', 'live2'], 'reddit', { live: true })
  await followInArchive(
    database.db,
    deletionFollower(() => now),
  )
  advanceHours(25)
  await recheck(source(() => []))
  expect(asked[0]?.slice(0, 3)).toEqual(['live1', 'live2', 'id0000'])
})

test('a source that fails, or reports posts that nobody asked about, deletes nothing', async () => {
  await storePosts(idsFrom(0, 30))
  advanceHours(25)
  const failing = source(() => {
    throw new SourceError('spoke nonsense')
  })
  await expect(recheck(failing)).rejects.toThrow('spoke nonsense')
  await expect(recheck(source(() => ['id9999']))).rejects.toThrow('it was not asked about')
  expect(await listStored()).toHaveLength(30)
  expect(await recheck(source(() => []))).toMatchObject({ asked: 30 })
})

test('more than half of many posts gone at once is believed when the source still says so twelve hours later', async () => {
  await storePosts(idsFrom(0, 40))
  advanceHours(25)
  const mostAreGone = source((ids) => ids.filter((id) => id >= 'id0010'))
  expect(await recheck(mostAreGone)).toEqual({ asked: 40, gone: 0, doubted: 30 })
  expect(warnings).toEqual(['reddit says that 30 of 40 posts are deleted; checked again later'])
  expect(await listStored()).toHaveLength(40)

  advanceHours(11)
  expect(await recheck(mostAreGone)).toMatchObject({ asked: 0 })
  advanceHours(2)
  expect(await recheck(mostAreGone)).toEqual({ asked: 30, gone: 30, doubted: 0 })
  expect(await listStored()).toEqual(idsFrom(0, 10))
})

test('a source that is itself again takes its doubtful answer back', async () => {
  await storePosts(idsFrom(0, 40))
  advanceHours(25)
  await recheck(source((ids) => [...ids]))
  advanceHours(13)
  expect(await recheck(source(() => []))).toEqual({ asked: 40, gone: 0, doubted: 0 })
  advanceHours(25)
  expect(await recheck(source((ids) => [...ids]))).toEqual({ asked: 40, gone: 0, doubted: 40 })
})

test('one turn ends after sixty calls and leaves the rest to the next one', async () => {
  await storePosts(idsFrom(0, 400))
  advanceHours(25)
  const check = source(() => [], 5)
  expect(await recheck(check)).toMatchObject({ asked: 300 })
  expect(await recheck(check)).toMatchObject({ asked: 100 })
  expect(new Set(asked.flat()).size).toBe(400)
})

test('a post that is purged while a batch with it is stored does not come in with it', async () => {
  const { store, removePosts } = wireDeletion({ database, clock: () => now, config: { dataDir } })
  const doomed = { source: 'reddit', sourceId: 'doomed' }
  let storing: Promise<unknown> = Promise.resolve()
  await store.purge([doomed], now, async (inside) => {
    storing = storePosts(['doomed', 'staying'])
    await waitForLocks(database.pool, 1)
    return removePosts([doomed], inside)
  })
  await storing
  expect(await listStored()).toEqual(['staying'])
})
