import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { lstatSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inTransaction } from '#server/database/in-transaction.ts'
import { makeArchiveStore } from '#server/features/archive/store/archive-store.ts'
import { madeArchive } from '#tests/harness/made-archive.ts'
import { readWholeIndex } from '#tests/harness/read-whole-index.ts'
import { makeTemporaryDataDir, type TemporaryDataDir } from '#tests/harness/temporary-data-dir.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import { IndexWriter } from './follow-archive.ts'
import { indexFolder, readManifest } from './index-generations.ts'
import { makeIndexedPostsStore } from './indexed-posts-store.ts'
import { mergeSegments } from './merge-segments.ts'
import { keptRecords, openSegment } from './open-segment.ts'
import { writeSegment } from './write-segment.ts'

vi.setConfig({ testTimeout: 240_000 })

const { signal } = new AbortController()
/** `INDEX_KILLS=20` kills the process more often. */
const kills = Number(process.env.INDEX_KILLS ?? 4)

let database: TestDatabase
let folder: TemporaryDataDir
let writers: IndexWriter[]
let programs: ChildProcess[]
beforeEach(async () => {
  writers = []
  programs = []
  database = await openTestDatabase()
  folder = await makeTemporaryDataDir()
})
afterEach(async () => {
  for (const writer of writers) await writer.close()
  for (const program of programs) program.kill('SIGKILL')
  await database.close()
  await folder.remove()
})

type WriterOptions = ConstructorParameters<typeof IndexWriter>[2]

async function openWriter(dataDir = folder.path, options?: WriterOptions): Promise<IndexWriter> {
  const writer = new IndexWriter(makeIndexedPostsStore(database.pool), dataDir, options)
  writers.push(writer)
  await writer.open(signal)
  return writer
}

type Made = ReturnType<typeof madeArchive>

async function save(
  scored: Made,
  deleted: Made = [],
  db: Parameters<typeof makeArchiveStore>[0] = database.db,
) {
  await makeArchiveStore(db).save({ scored, restated: [], deleted })
}

async function followAll(writer: IndexWriter): Promise<void> {
  while (await writer.follow(signal));
}

/** An index of the same archive that is built from scratch in another folder. */
async function readBuiltAnew(): Promise<Map<number, unknown>> {
  const another = await makeTemporaryDataDir()
  try {
    await openWriter(another.path)
    return await readWholeIndex(another.path)
  } finally {
    await another.remove()
  }
}

async function expectEqualToBuiltAnew(): Promise<void> {
  const [followed, built] = [await readWholeIndex(folder.path), await readBuiltAnew()]
  const { rows } = await database.pool.query<{ id: string }>('select id from archive_posts order by id')
  expect([...built.keys()].sort((a, b) => a - b)).toEqual(rows.map(({ id }) => Number(id)))
  expect(new Map([...followed].sort(([a], [b]) => a - b))).toEqual(
    new Map([...built].sort(([a], [b]) => a - b)),
  )
}

test('an index that followed inserts, changed texts, new scores and deletions equals one built anew', async () => {
  const posts = madeArchive(300)
  await save(posts.slice(0, 200))
  const writer = await openWriter()
  await save(posts.slice(200))
  await followAll(writer)
  await save(
    posts.slice(0, 40).map((post) => ({ ...post, title: `${post.title} again`, opportunityScore: 77 })),
  )
  await followAll(writer)
  await save([], posts.slice(30, 60))
  await database.pool.query("update archive_posts set opportunity_score = 12 where source_id = 'archived70'")
  await followAll(writer)
  for (const post of posts.slice(60, 75)) {
    await save([], [post])
    await followAll(writer)
  }
  await expectEqualToBuiltAnew()
})

test('a transaction that commits after later ones is not missed', async () => {
  const posts = madeArchive(30)
  const writer = await openWriter()
  const { promise: committing, resolve: commit } = Promise.withResolvers<void>()
  const { promise: stored, resolve: isStored } = Promise.withResolvers<void>()
  const late = inTransaction(database.db, async (tx) => {
    await save(
      posts.slice(0, 1).map((post) => ({ ...post, source: 'late' })),
      [],
      tx,
    )
    isStored()
    await committing
  })
  await Promise.race([stored, late])
  await save(posts.slice(1))
  await followAll(writer)
  expect((await readWholeIndex(folder.path)).size).toBe(29)
  commit()
  await late
  await followAll(writer)
  await expectEqualToBuiltAnew()
})

/** The changes of a transaction are read again until all older transactions on the server have ended. */
const settleChanges = () =>
  expect
    .poll(async () => {
      const { rows } = await database.pool.query(
        'select coalesce(max(transaction) < pg_snapshot_xmin(pg_current_snapshot()), true) as settled from archive_changes',
      )
      return rows[0].settled
    })
    .toBe(true)

test('a writer that was away goes on where it stopped, without building anew', async () => {
  const posts = madeArchive(120)
  await save(posts.slice(0, 100))
  await settleChanges()
  await (await openWriter()).close()
  const [before] = readdirSync(indexFolder(folder.path)).filter((name) => name.endsWith('.segment'))
  await save(posts.slice(100))
  await followAll(await openWriter())
  expect(readdirSync(indexFolder(folder.path))).toContain(before)
  await expectEqualToBuiltAnew()
})

/** Damages the middle, which in a small file usually belongs to the columns. */
function damageMiddle(path: string): void {
  const bytes = readFileSync(path)
  const middle = Math.floor(bytes.length * 0.6)
  writeFileSync(path, bytes.fill(7, middle, middle + 200))
}

test.each([
  ['a damaged file', damageMiddle],
  ['half a file', (path: string) => writeFileSync(path, readFileSync(path).subarray(0, 3_000))],
  ['an empty file', (path: string) => writeFileSync(path, '')],
])('an index with %s is built anew', async (_, damage) => {
  await save(madeArchive(50))
  await (await openWriter()).close()
  for (const name of readdirSync(indexFolder(folder.path)))
    if (name.endsWith('.segment')) damage(join(indexFolder(folder.path), name))
  await openWriter()
  await expectEqualToBuiltAnew()
})

/** The files in this folder that this process has open, also deleted ones. Linux lists them. */
function openFilesIn(path: string): string[] {
  const targets = readdirSync('/proc/self/fd').map((fd) => join('/proc/self/fd', fd))
  return targets
    .filter((link) => lstatSync(link, { throwIfNoEntry: false }) !== undefined)
    .map((link) => readlinkSync(link))
    .filter((file) => file.startsWith(path))
}

test.skipIf(process.platform !== 'linux')('a segment that cannot be completed is closed', async () => {
  await save(madeArchive(50))
  await (await openWriter()).close()
  const files = indexFolder(folder.path)
  const [kept = ''] = readdirSync(files).filter((name) => name.endsWith('.segment'))
  const segment = await openSegment(join(files, kept))
  expect(openFilesIn(files)).toEqual([join(files, kept)])
  const readRecord = () => {
    throw new Error('The disk is full')
  }
  const merging = mergeSegments(files, [{ ...segment, readRecord }], { name: 'one.segment', isWhole: true })
  await expect(merging).rejects.toThrow('The disk is full')
  const incomplete = { lists: new Uint8Array(1), records: null } as never
  expect(() => writeSegment(files, 'two.segment', incomplete)).toThrow()
  await segment.close()
  expect(openFilesIn(files)).toEqual([])
})

test('an archive that was emptied at once empties the index', async () => {
  await save(madeArchive(50))
  const writer = await openWriter()
  await database.pool.query('truncate archive_posts')
  await followAll(writer)
  expect((await readWholeIndex(folder.path)).size).toBe(0)
})

test('the words of a deleted post are overwritten at once', async () => {
  const posts = madeArchive(60)
  const [doomed] = posts
  if (doomed === undefined) throw new Error('No posts were made')
  await save(posts)
  const writer = await openWriter()
  const name = readdirSync(indexFolder(folder.path)).find((one) => one.endsWith('.segment')) ?? ''
  const { rows } = await database.pool.query<{ id: string }>(
    "select id from archive_posts where source_id = 'archived0'",
  )
  const segment = await openSegment(join(indexFolder(folder.path), name))
  const post = segment.findPost(Number(rows[0]?.id))
  expect(segment.readRecord(post).some((byte) => byte > 0)).toBe(true)
  await segment.close()
  await save([], [doomed])
  await writer.follow(signal)
  const after = await openSegment(join(indexFolder(folder.path), name))
  expect(after.readRecord(post).every((byte) => byte === 0)).toBe(true)
  await after.close()
})

test('records that stay in memory are read as they are in the file', async () => {
  await save(madeArchive(1_500))
  await openWriter()
  const [name = ''] = readManifest(indexFolder(folder.path))?.segments ?? []
  const path = join(indexFolder(folder.path), name)
  const [plain, keeping] = [await openSegment(path), await openSegment(path, { keepsRecords: true })]
  const { length } = plain.posts.ids
  // The records that stay in memory take several pieces and end before the last record.
  const keptBytes = keptRecords.bytesPerPost * length
  expect(keptBytes).toBeGreaterThan(2 * keptRecords.pieceBytes)
  expect(keptBytes).toBeLessThan(plain.posts.records[length] ?? 0)
  for (let turn = 0; turn < 2 * length; turn += 1) {
    const post = (turn * 7_919) % length
    expect(Buffer.from(keeping.readRecord(post)).equals(plain.readRecord(post)), `post ${post}`).toBe(true)
  }
  await plain.close()
  await keeping.close()
})

const program = fileURLToPath(new URL('../../../../../tests/harness/index-program.ts', import.meta.url))

function startProgram(): ChildProcess {
  const options = JSON.stringify({ databaseUrl: database.url, dataDir: folder.path })
  const child = spawn(process.execPath, [program, options], { stdio: ['ignore', 'ignore', 'inherit'] })
  programs.push(child)
  return child
}

const manifestOf = () => {
  try {
    return readFileSync(join(indexFolder(folder.path), 'manifest.json'), 'utf8')
  } catch {
    return ''
  }
}

test('a writer leaves more posts than it may read, and changes nothing', async () => {
  const posts = madeArchive(300)
  await save(posts.slice(0, 200))
  const small = { mostPosts: 150 }
  expect((await openWriter(folder.path, small)).isLeft).toBe(true)
  expect(manifestOf()).toBe('')
  await openWriter(folder.path, { postsPerSegment: 50 })
  const writer = await openWriter(folder.path, small)
  expect(writer.isLeft).toBe(false)
  await save(posts.slice(200), posts.slice(0, 60))
  const before = manifestOf()
  expect(await writer.follow(signal)).toBe(false)
  expect([writer.isLeft, manifestOf()]).toEqual([true, before])
  await followAll(await openWriter())
  await expectEqualToBuiltAnew()
  await database.pool.query('insert into archive_changes (post_ids) values (null)')
  const next = await openWriter(folder.path, small)
  await next.follow(signal)
  expect([next.isLeft, manifestOf()]).toEqual([true, ''])
})

test('killed while it builds, follows and merges: nothing is lost, nothing deleted stays', async () => {
  const posts = madeArchive(400)
  let next = 0
  /** Changes the archive in several small transactions, so that there is always something to merge. */
  const change = async () => {
    for (let step = 0; step < 5; step += 1, next += 8)
      await save(posts.slice(next, next + 8), posts.slice(Math.max(0, next - 3), next))
  }
  await change()
  for (let kill = 0; kill < kills; kill += 1) {
    const before = manifestOf()
    const child = startProgram()
    const ended = once(child, 'exit')
    // In odd rounds the process is killed while it writes; in even rounds while it builds the index or
    // follows the archive.
    if (kill % 2 === 1) await vi.waitUntil(() => manifestOf() !== before, { timeout: 60_000, interval: 1 })
    await change()
    child.kill('SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])
  }
  await followAll(await openWriter())
  await expectEqualToBuiltAnew()
})
