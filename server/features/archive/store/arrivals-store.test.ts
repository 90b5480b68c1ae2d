import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/database/drizzle.ts'
import { inTransaction } from '#server/database/in-transaction.ts'
import { makePost, makeScoredPost } from '#tests/harness/make-post.ts'
import { storeInArchive } from '#tests/harness/store-in-archive.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import { waitForLocks } from '#tests/harness/wait-for-locks.ts'
import { makeArchiveStore } from './archive-store.ts'
import { type Arrival, type Follower, makeArrivalsStore } from './arrivals-store.ts'
import { followArrivals } from './follow-arrivals.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.close())

const { signal } = new AbortController()

/** A follower that records what it has read. */
function makeFollower(name = 'counts') {
  const read: Arrival[] = []
  const follower: Follower = {
    name,
    read: async (arrivals) => {
      read.push(...arrivals)
    },
  }
  const deps = { store: makeArrivalsStore(database.db), followers: [follower] }
  const follow = async () => {
    await followArrivals(deps, name, signal)
    return read.splice(0)
  }
  return { follower, follow, deps }
}

async function storeOne(sourceId: string, options: { live?: boolean } = {}): Promise<number> {
  const { insertedIds } = await storeInArchive(database.db, [makePost({ sourceId })], options)
  return insertedIds[0] as number
}

test('saving returns the ids of what was not there before, and a follower reads these', async () => {
  const store = makeArchiveStore(database.db)
  const [one, two] = [makeScoredPost({ score: 10 }), makeScoredPost({ score: 20 })]
  const first = await store.save({ scored: [one], restated: [], deleted: [] })
  const second = await store.save({ scored: [one, two], restated: [], deleted: [], live: true })
  const { rows } = await database.pool.query('select id::int from archive_posts order by id')
  expect([...first.insertedIds, ...second.insertedIds]).toEqual(rows.map(({ id }) => id))
  expect([first.insertedIds.length, second.insertedIds.length]).toEqual([1, 1])
  const { follow } = makeFollower()
  expect(await follow()).toEqual([
    { postId: rows[0].id, live: false },
    { postId: rows[1].id, live: true },
  ])
  expect(await follow()).toEqual([])
})

test('what is not kept has not arrived', async () => {
  const undone = inTransaction(database.db, async (tx) => {
    await storeInArchive(tx, [makePost()])
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await makeFollower().follow()).toEqual([])
})

test('a post whose transaction began earlier and commits later is read then, which its place in the table misses', async () => {
  const { follow } = makeFollower()
  const byPlace = async (after: number) =>
    (await database.pool.query('select id::int from arrivals where id > $1 order by id', [after])).rows.map(
      ({ id }) => id as number,
    )
  const late = await inTransaction(database.db, async (tx) => {
    const { insertedIds } = await storeInArchive(tx, [makePost({ source: 'other' })])
    const early = await storeOne('early')
    const [last = 0] = (await byPlace(0)).slice(-1)
    expect(await follow()).toEqual([{ postId: early, live: false }])
    return { postId: insertedIds[0], live: false, last }
  })
  expect(await byPlace(late.last)).toEqual([])
  expect(await follow()).toEqual([{ postId: late.postId, live: false }])
  expect(await follow()).toEqual([])
})

test('numbers are given by one at a time, until they are committed', async () => {
  await storeOne('one')
  const { follow } = makeFollower()
  let following: Promise<Arrival[]> = Promise.resolve([])
  await inTransaction(database.db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(8317004)`)
    following = follow()
    await waitForLocks(database.pool, 1, 'pg_advisory')
    await tx.execute(sql`update arrivals set number = nextval(pg_get_serial_sequence('arrivals', 'id'))`)
    await storeOne('two')
  })
  expect(await following).toHaveLength(2)
})

test('an effect that fails leaves its posts unread and itself undone, and holds up no other follower', async () => {
  const postId = await storeOne('one')
  await database.pool.query('create table effects (post_id bigint)')
  let hasFailed = false
  const failing: Follower = {
    name: 'failing',
    read: async (arrivals, inside) => {
      await inside.execute(sql`insert into effects values (${arrivals[0]?.postId})`)
      if (hasFailed) return
      hasFailed = true
      throw new Error('away')
    },
  }
  const { deps, follow, follower } = makeFollower()
  const both = { ...deps, followers: [failing, follower] }
  expect(await deps.store.listBehind(['failing', 'counts'])).toEqual(['counts', 'failing'])
  await expect(followArrivals(both, 'failing', signal)).rejects.toThrow('away')
  expect(await follow()).toEqual([{ postId, live: false }])
  expect(await deps.store.listBehind(['failing', 'counts'])).toEqual(['failing'])
  await followArrivals(both, 'failing', signal)
  const { rows } = await database.pool.query('select post_id::int as "postId" from effects')
  expect(rows).toEqual([{ postId }])
})

test('two instances of one follower read each post once', async () => {
  const stored: number[] = []
  for (let post = 0; post < 25; post += 1) stored.push(await storeOne(`p${post}`))
  const [one, other] = [makeFollower(), makeFollower()]
  const read = (await Promise.all([one.follow(), other.follow()])).flat().map(({ postId }) => postId)
  expect(read.toSorted((a, b) => a - b)).toEqual(stored)
})

test('what every follower has read is deleted, and nothing before', async () => {
  const keeps = async () => (await database.pool.query('select from arrivals')).rowCount
  await storeOne('one')
  const [quick, slow] = [makeFollower('quick'), makeFollower('slow')]
  await slow.deps.store.listBehind(['slow'])
  expect(await quick.follow()).toHaveLength(1)
  await storeOne('two')
  expect(await quick.follow()).toHaveLength(1)
  expect(await keeps()).toBe(2)
  expect(await slow.follow()).toHaveLength(2)
  expect(await keeps()).toBe(0)
  await storeOne('three')
  expect([await quick.follow(), await slow.follow()].map((read) => read.length)).toEqual([1, 1])
})
