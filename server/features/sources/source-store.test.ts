import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SourceIdentity } from '#server/source-ports.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import { makeFeedMemory } from './feed-memory-store.ts'
import { makeSourceStore } from './source-store.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('adding a source that is here changes nothing about how it is read; one that was removed starts anew', async () => {
  const clock = () => new Date()
  const store = makeSourceStore(database.db, clock)
  const memory = makeFeedMemory(database.db, clock)
  const address = 'https://a.test/feed'
  const feed: SourceIdentity = { kind: 'feed', name: 'feed', address, title: 'A', communities: [] }
  const validators = { etag: '"1"', lastModified: null }
  const id = await store.addSource(feed, 'operator')
  await memory.noteItems(address, [])
  await memory.saveValidators(address, validators)
  expect(await store.addSource(feed, 'operator')).toBeNull()
  expect(await memory.findValidators(address)).toEqual(validators)
  const source = await store.findSource(id ?? '')
  if (source !== null) await store.removeSource(source)
  await memory.saveValidators(address, validators)
  expect(await store.addSource(feed, 'operator')).toBe(id)
  expect(await memory.findValidators(address)).toEqual({ etag: null, lastModified: null })
})
