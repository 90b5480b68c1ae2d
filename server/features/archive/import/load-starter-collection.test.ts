import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/database/drizzle.ts'
import { makeArchiveStore } from '#server/features/archive/store/archive-store.ts'
import { scorePost } from '#tests/harness/scorer.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import { loadStarterCollection } from './load-starter-collection.ts'

let database: TestDatabase
let folder = ''
beforeAll(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'unmet-starter-'))
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => database.db.execute(sql`truncate archive_posts, archive_sources`))

const starter = (id: string, own: Record<string, unknown> = {}) => ({
  id: `sample-${id}`,
  community: 'Bakers',
  title: `Is there a tool for ${id}?`,
  selftext: 'I do it in a spreadsheet.',
  score: 12,
  comments: 3,
  createdAt: '2026-03-02T15:05:01Z',
  ...own,
})

async function load(posts: readonly object[], scorerVersion = 'one') {
  const path = join(folder, 'starter.ndjson')
  await writeFile(path, posts.map((post) => `${JSON.stringify(post)}\n`).join(''))
  const deps = { store: makeArchiveStore(database.db), scorer: { scorePost, version: scorerVersion } }
  return loadStarterCollection(deps, pathToFileURL(path))
}

async function listPosts() {
  const { rows } = await database.pool.query('select * from archive_posts order by source_id')
  return rows
}

async function sampleCoverage() {
  const { rows } = await database.pool.query('select * from archive_sources')
  return rows.map(({ source, sample, posts, oldest_post_at }) => ({
    source,
    sample,
    posts,
    oldest: oldest_post_at.toISOString(),
  }))
}

test('starter posts are kept as samples without an address', async () => {
  expect(await load([starter('a'), starter('b')])).toMatchObject({ inserted: 2 })
  expect((await listPosts())[0]).toMatchObject({
    source: 'sample',
    source_id: 'sample-a',
    sample: true,
    url: null,
    upvotes: 12,
  })
  expect(await sampleCoverage()).toEqual([
    { source: 'sample', sample: true, posts: 2, oldest: '2026-03-02T15:05:01.000Z' },
  ])
})

test('a second start changes nothing', async () => {
  await load([starter('a'), starter('b')])
  const before = await database.pool.query('select xmin, * from archive_posts order by id')
  expect(await load([starter('a'), starter('b')])).toEqual({
    inserted: 0,
    insertedIds: [],
    updated: 0,
    unchanged: 2,
    removed: 0,
    purged: 0,
  })
  expect((await database.pool.query('select xmin, * from archive_posts order by id')).rows).toEqual(
    before.rows,
  )
})

test('a changed file updates, adds and removes, and keeps the ids of what stays', async () => {
  await load([starter('a'), starter('b'), starter('c')])
  const before = await listPosts()
  const changed = [
    starter('a', { title: 'Another title' }),
    starter('b', { createdAt: '2026-01-01T00:00:00Z' }),
    starter('d'),
  ]
  const loaded = await load(changed)
  const after = await listPosts()
  const insertedIds = [Number(after[2].id)]
  expect(loaded).toEqual({ inserted: 1, insertedIds, updated: 2, unchanged: 0, removed: 1, purged: 0 })
  expect(after.map((row) => row.source_id)).toEqual(['sample-a', 'sample-b', 'sample-d'])
  expect(after.slice(0, 2).map((row) => row.id)).toEqual(before.slice(0, 2).map((row) => row.id))
  expect(after[0].title).toBe('Another title')
  expect(await sampleCoverage()).toEqual([
    { source: 'sample', sample: true, posts: 3, oldest: '2026-01-01T00:00:00.000Z' },
  ])
})

test('another version of the scorer scores them anew', async () => {
  await load([starter('a')], 'one')
  expect(await load([starter('a')], 'two')).toMatchObject({ updated: 1 })
  expect((await listPosts())[0].scorer_version).toBe('two')
})

test('two products that start at once load it once', async () => {
  const posts = Array.from({ length: 300 }, (_, index) => starter(String(index)))
  await Promise.all([load(posts), load(posts)])
  expect(await listPosts()).toHaveLength(300)
  expect((await sampleCoverage())[0]?.posts).toBe(300)
})

test('the collection that comes with the product loads', async () => {
  const deps = { store: makeArchiveStore(database.db), scorer: { scorePost, version: 'one' } }
  const { inserted } = await loadStarterCollection(deps)
  expect(inserted).toBeGreaterThan(0)
  expect(await loadStarterCollection(deps)).toEqual({
    inserted: 0,
    insertedIds: [],
    updated: 0,
    unchanged: inserted,
    removed: 0,
    purged: 0,
  })
})
