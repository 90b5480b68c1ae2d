import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AskHeld, askHeld, heldDuty } from '#server/features/archive/store/ask-held.ts'
import { makeHeldPostsStore } from '#server/features/archive/store/held-posts-store.ts'
import { couldBeGone, makeHeldStore } from '#server/features/archive/store/held-store.ts'
import { purgePosts } from '#server/features/archive/store/purge-posts.ts'
import { makeSourceRemovalStore } from '#server/features/sources/source-store.ts'
import { type DeletionCheck, SourceError } from '#server/source-ports.ts'
import { wireDeletion } from '#server/wiring/wire-deletion.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { storeInArchive } from '#tests/harness/store-in-archive.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'

const hourMs = 3_600_000
let database: TestDatabase
let dataDir: string
let now: Date
let asked: string[][]
beforeEach(async () => {
  database = await openTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'unmet-held-'))
  now = new Date()
  asked = []
})
afterEach(async () => {
  await database.close()
  await rm(dataDir, { recursive: true })
})

const answering = (findGone: (ids: readonly string[]) => string[]): DeletionCheck => ({
  source: 'reddit',
  idsPerCall: 100,
  async findGone(ids) {
    asked.push([...ids])
    return findGone(ids)
  },
})

function depsWith(check: DeletionCheck): AskHeld {
  const archive = makeHeldPostsStore(database.db)
  return {
    ...wireDeletion({ database, clock: () => now, config: { dataDir } }),
    held: makeHeldStore(database.db),
    releasePosts: (ids, checkedAt) => archive.release(ids, checkedAt),
    listChecks: async () => [check],
    warn: () => {},
    reportCounts: () => {},
  }
}

const ask = (check: DeletionCheck) => askHeld(depsWith(check), check, new AbortController().signal)
const idAt = (at: number) => `id${String(at).padStart(3, '0')}`
const postAt = (at: number) =>
  makePost({ sourceId: idAt(at), createdAt: new Date(Date.UTC(2026, 0, 1, 0, at)) })

/** Stores posts, each more recent than the one before, and holds them back like a restore. */
async function hold(count: number): Promise<void> {
  await storeInArchive(
    database.db,
    Array.from({ length: count }, (_, at) => postAt(at)),
  )
  const held = makeHeldStore(database.db)
  await depsWith(answering(() => [])).store.enlistAll('reddit')
  const { asked: sources } = await held.listSources()
  await makeHeldPostsStore(database.db).hold(couldBeGone(new Date(now.getTime() + hourMs)), sources)
  await held.noteHeld(now)
}

async function listIds(table: 'archive_posts' | 'held_posts'): Promise<string[]> {
  const { rows } = await database.pool.query(`select source_id from ${table} order by 1`)
  return rows.map((row) => row.source_id)
}
const countOf = async () =>
  (await database.pool.query(`select posts from archive_sources where source = 'reddit'`)).rows[0]?.posts

test('the source is asked about the most recent posts first; existing posts are shown, deleted posts are purged', async () => {
  await hold(150)
  expect([await listIds('archive_posts'), await countOf()]).toEqual([[], 0])
  const counts = await ask(answering((ids) => ids.filter((id) => id === idAt(7))))
  expect(counts).toEqual({ released: 149, gone: 1, doubted: 0 })
  expect(asked.map((ids) => [ids[0], ids.length])).toEqual([
    [idAt(149), 100],
    [idAt(49), 50],
  ])
  expect(await listIds('held_posts')).toEqual([])
  expect([(await listIds('archive_posts')).length, await countOf()]).toEqual([149, 149])
  const { rows } = await database.pool.query(
    `select count(*)::int as checked from post_checks where checked_at = $1`,
    [now],
  )
  expect(rows[0]).toEqual({ checked: 149 })
})

test('if a source does not answer, its posts stay held and nothing is purged', async () => {
  await hold(30)
  const failing = answering(() => {
    throw new SourceError('spoke nonsense')
  })
  await expect(ask(failing)).rejects.toThrow('spoke nonsense')
  now = new Date(now.getTime() + 30 * 24 * hourMs)
  const [due] = await (heldDuty(depsWith(failing)) as { listDue(): Promise<{ key: string }[]> }).listDue()
  expect(due?.key).toBe('reddit')
  expect([(await listIds('held_posts')).length, await listIds('archive_posts')]).toEqual([30, []])
})

test('if a source reports more than half as deleted, the posts stay held until it confirms this twelve hours later', async () => {
  await hold(40)
  const mostAreGone = answering((ids) => ids.filter((id) => id >= idAt(10)))
  expect(await ask(mostAreGone)).toEqual({ released: 10, gone: 0, doubted: 30 })
  expect(await ask(mostAreGone)).toEqual({ released: 0, gone: 0, doubted: 0 })
  now = new Date(now.getTime() + 13 * hourMs)
  expect(await ask(mostAreGone)).toEqual({ released: 0, gone: 30, doubted: 0 })
  expect([await listIds('held_posts'), (await listIds('archive_posts')).length]).toEqual([[], 10])
})

test('a search or scan that returns a held post shows it again under its id; an import of a file does not', async () => {
  await hold(2)
  const { rows: before } = await database.pool.query('select id from held_posts order by source_id')
  const imported = await storeInArchive(database.db, [postAt(0)])
  expect(imported).toMatchObject({ inserted: 0, purged: 1 })
  expect(await listIds('archive_posts')).toEqual([])
  const read = await storeInArchive(database.db, [postAt(0)], { live: true })
  expect(read).toMatchObject({ inserted: 0, updated: 1, purged: 0 })
  const { rows: after } = await database.pool.query('select id from archive_posts')
  expect([after, await countOf(), await listIds('held_posts')]).toEqual([[before[0]], 1, [idAt(1)]])
})

test('a held post can be purged manually, and is deleted with its source', async () => {
  await hold(3)
  const deps = depsWith(answering(() => []))
  expect(await deps.store.findKeys([idAt(0)])).toEqual([{ source: 'reddit', sourceId: idAt(0) }])
  expect(await purgePosts(deps, [{ source: 'reddit', sourceId: idAt(0) }])).toBe(1)
  expect(await listIds('held_posts')).toEqual([idAt(1), idAt(2)])
  const { rows } = await database.pool.query(
    `insert into sources (kind, name, address, title, added_by, added_at, removed_at)
     values ('discourse', 'reddit', 'https://x.test', 'x', 'operator', now(), now()) returning *`,
  )
  const removed = { ...rows[0], addedBy: 'operator' }
  const brought = await makeSourceRemovalStore(database.db).listBrought(removed, 10)
  expect(brought.map(({ sourceId }) => sourceId).sort()).toEqual([idAt(1), idAt(2)])
})
