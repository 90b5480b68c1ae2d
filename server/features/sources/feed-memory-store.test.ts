import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FeedMemory } from '#server/source-ports.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import { makeFeedMemory } from './feed-memory-store.ts'

const dayMs = 86_400_000
const [one, other] = ['https://a.test/feed', 'https://b.test/feed']
let database: TestDatabase
let memory: FeedMemory
let now: number

beforeEach(async () => {
  database = await openTestDatabase()
  now = Date.UTC(2026, 10, 25)
  memory = makeFeedMemory(database.db, () => new Date(now))
})
afterEach(() => database.close())

test('a feed is asked with what it said once the posts were stored, and without it after a body that was not', async () => {
  const said = { etag: '"1"', lastModified: 'Wed, 25 Nov 2026 00:00:00 GMT' }
  const nothing = { etag: null, lastModified: null }
  expect(await memory.findValidators(one)).toEqual(nothing)
  await memory.noteItems(one, ['x'])
  await memory.saveValidators(one, said)
  expect([await memory.findValidators(one), await memory.findValidators(other)]).toEqual([said, nothing])
  await memory.noteItems(one, ['x', 'y'])
  expect(await memory.findValidators(one)).toEqual(nothing)
})

test('an item is gone so many days after a feed last had it', async () => {
  await memory.noteItems(one, ['stays', 'dropped', 'dropped'])
  now += 10 * dayMs
  await memory.noteItems(one, ['stays'])
  now += 80 * dayMs
  expect(await memory.findDropped(['stays', 'dropped'], 90)).toEqual([])
  now += 1
  expect(await memory.findDropped(['stays', 'dropped'], 90)).toEqual(['dropped'])
})

test('a feed that says it has not changed still has all of its last body, and nothing else', async () => {
  await memory.noteItems(one, ['stays', 'dropped'])
  now += dayMs
  await memory.noteItems(one, ['stays'])
  now += 100 * dayMs
  await memory.noteUnchanged(one)
  expect(await memory.findDropped(['stays', 'dropped'], 90)).toEqual(['dropped'])
})

test('an item of two feeds is gone when both have dropped it; one of none is gone', async () => {
  await memory.noteItems(one, ['both'])
  now += 50 * dayMs
  await memory.noteItems(other, ['both'])
  now += 60 * dayMs
  expect(await memory.findDropped(['both', 'none'], 90)).toEqual(['none'])
})

test('what was dropped long ago is no longer remembered, so that the list does not grow for ever', async () => {
  await memory.noteItems(one, ['old', 'stays'])
  now += 181 * dayMs
  await memory.noteItems(one, ['stays'])
  const { rows } = await database.pool.query('select source_id from feed_items')
  expect(rows).toEqual([{ source_id: 'stays' }])
})
