import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makePost } from '#tests/harness/make-post.ts'
import { runScript } from '#tests/harness/run-script.ts'
import { runScriptHere } from '#tests/harness/run-script-here.ts'
import { storeInArchive } from '#tests/harness/store-in-archive.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'

let database: TestDatabase
let empty: TestDatabase
let folder: string
let backup: string
beforeAll(async () => {
  database = await openTestDatabase()
  empty = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'unmet-backup-'))
  await storeInArchive(database.db, [makePost({ sourceId: 'one', selftext: 'a\tb\n\\.\n\\N "c"' })])
  backup = join(folder, 'backup')
  expect(await runScript('backup.ts', [backup], backupSettings())).toMatchObject({ code: 0 })
})
afterAll(async () => {
  await database.close()
  await empty.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => rm(join(folder, 'changed'), { force: true }))

const backupSettings = () => ({ DATABASE_URL: database.url, DATA_DIR: join(folder, 'data') })
const restoreSettings = () => ({ DATABASE_URL: empty.url, DATA_DIR: join(folder, 'restored') })
const runBackup = (...args: string[]) => runScriptHere('backup.ts', args, backupSettings())
const runRestore = (...args: string[]) => runScriptHere('restore.ts', args, restoreSettings())

async function change(how: (lines: string[]) => string[]): Promise<string> {
  const path = join(folder, 'changed')
  const lines = zstdDecompressSync(await readFile(backup))
    .toString()
    .split('\n')
  await writeFile(path, zstdCompressSync(how(lines).join('\n')))
  return path
}

const withHeader = (fields: object) =>
  change(([header = '', ...rest]) => [JSON.stringify({ ...JSON.parse(header), ...fields }), ...rest])

async function countRestored(): Promise<number> {
  const { rows } = await empty.pool.query<{ posts: number }>(
    'select count(*)::int as posts from archive_posts',
  )
  return rows[0]?.posts ?? -1
}

test('a backup is one file, and no name is used twice', async () => {
  expect((await readdir(folder)).filter((name) => name.startsWith('backup'))).toEqual(['backup'])
  const before = await readFile(backup)
  expect(await runBackup(backup)).toEqual({
    code: 1,
    stdout: '',
    stderr: `${backup} exists already. Choose another name, or remove it first.\n`,
  })
  expect((await readFile(backup)).equals(before)).toBe(true)
})

test('what a killed backup left unfinished is deleted by the next one, and nothing else', async () => {
  const before = await readdir(folder)
  const half = zstdCompressSync(Buffer.from('half'))
  const { pid } = spawnSync('true')
  const names = {
    killed: `again.unfinished-${pid}`,
    old: `other.unfinished-${pid}`,
    recent: `recent.unfinished-${pid}`,
    running: `again.unfinished-${process.ppid}`,
    text: `notes.unfinished-${pid}`,
  }
  for (const name of Object.values(names)) {
    await writeFile(join(folder, name), name === names.text ? 'notes' : half)
  }
  const twoDaysAgo = Date.now() / 1000 - 2 * 24 * 3600
  for (const name of [names.old, names.text]) await utimes(join(folder, name), twoDaysAgo, twoDaysAgo)
  expect(await runBackup(join(folder, 'again'))).toMatchObject({ code: 0 })
  const made = (await readdir(folder)).filter((name) => !before.includes(name))
  const kept = ['again', names.recent, names.running, names.text]
  expect(new Set(made)).toEqual(new Set(kept))
  for (const name of kept) await rm(join(folder, name))
})

test('a file that cannot be written is named, with the reason', async () => {
  const path = join(folder, 'missing', 'backup')
  expect(await runBackup(path)).toMatchObject({ code: 1, stderr: `${path} cannot be written: not found.\n` })
})

const canMount = process.platform === 'linux' && process.getuid?.() === 0

test.skipIf(!canMount)(
  'a full disk ends a backup with the reason, and leaves no part of it (as root)',
  async () => {
    const disk = join(folder, 'disk')
    await mkdir(disk)
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]).status).toBe(0)
    try {
      await database.pool.query(
        `create table filler as select string_agg(md5(random()::text), '') from generate_series(1, 10000)`,
      )
      const path = join(disk, 'backup')
      expect(await runBackup(path)).toEqual({
        code: 1,
        stdout: '',
        stderr: `${path} cannot be written: the disk is full.\n`,
      })
      expect(await readdir(disk)).toEqual([])
    } finally {
      await database.pool.query('drop table if exists filler')
      spawnSync('umount', ['--lazy', disk])
    }
  },
)

test.each<[string, () => Promise<string>, RegExp]>([
  [
    'of a newer version',
    () => withHeader({ version: '9.9.9', migrations: [1, 99_999_999_999_999] }),
    /was written by a newer version of Unmet \(9\.9\.9\) than this one\./u,
  ],
  ['of a newer format', () => withHeader({ unmetBackup: 2 }), /newer version of Unmet/u],
  ['that is no backup', () => change(() => ['hello', '']), /is not a backup of Unmet\.$/mu],
  ['that ends early', () => change((lines) => [...lines.slice(0, -3), '']), /is incomplete\./u],
  [
    'with a changed row',
    () => change((lines) => lines.map((line) => line.replace('\tone\t', '\ttwo\t'))),
    /is damaged: its content differs from what was written\./u,
  ],
  [
    'made with a secret that is not set here',
    () => withHeader({ secretHash: 'a'.repeat(64) }),
    /Set SESSION_SECRET as the product that was backed up had it\./u,
  ],
  [
    'with damaged bytes',
    async () => {
      const bytes = await readFile(backup)
      const middle = Math.floor(bytes.length / 2)
      bytes.fill(7, middle, middle + 40)
      await writeFile(join(folder, 'changed'), bytes)
      return join(folder, 'changed')
    },
    /is damaged/u,
  ],
  ['that is missing', async () => join(folder, 'nowhere'), /cannot be read: not found\./u],
])('a file %s is refused in one sentence, and nothing is restored', async (_, make, sentence) => {
  const { code, stdout, stderr } = await runRestore(await make())
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(sentence)
  expect(stderr.trim().split('\n').length).toBe(1)
  expect(await countRestored()).toBe(0)
})

test('after refusals the same place takes a sound backup, with every character of a text', async () => {
  expect(await runScript('restore.ts', [backup], restoreSettings())).toMatchObject({ code: 0, stderr: '' })
  const { rows } = await empty.pool.query('select source_id, selftext from archive_posts')
  expect(rows).toEqual([{ source_id: 'one', selftext: 'a\tb\n\\.\n\\N "c"' }])
})

test('a backup of an earlier version is restored, and migrated', async () => {
  const older = await openTestDatabase()
  try {
    // The older version had no tables for watches, feeds and webhooks. The header lists all migrations.
    const header = JSON.parse(
      zstdDecompressSync(await readFile(backup))
        .toString()
        .split('\n')[0] ?? '',
    ) as { migrations: number[] }
    await older.pool.query('drop schema public cascade; drop schema drizzle cascade; create schema public')
    const { migrateUntil } = await import('#server/database/migrate-database.ts')
    const { writeBackup } = await import('#server/operations/write-backup.ts')
    const { wireBackup } = await import('#server/wiring/wire-backup.ts')
    await migrateUntil(older.pool, header.migrations[25] ?? 0)
    await older.pool.query(`insert into users (email) values ('ann@example.test')`)
    const path = join(folder, 'older')
    const parts = { dataDir: folder, sessionSecrets: null }
    await writeBackup(wireBackup(older, parts), path, new AbortController().signal)
    await older.pool.query('drop schema public cascade; drop schema drizzle cascade; create schema public')
    const restored = await runScriptHere('restore.ts', [path], { DATABASE_URL: older.url, DATA_DIR: folder })
    expect(restored, restored.stderr).toMatchObject({ code: 0 })
    const { rows } = await older.pool.query(
      `select (select count(*) from drizzle.__drizzle_migrations)::int as migrations, email from users`,
    )
    expect(rows).toEqual([{ migrations: header.migrations.length, email: 'ann@example.test' }])
  } finally {
    await older.close()
  }
})

test.each([[['a', 'b']], [[]], [['--fast']]])('%j ends with 2 and says why, help with 0', async (args) => {
  for (const run of [runBackup, runRestore]) {
    const { code, stderr } = await run(...args)
    expect(code).toBe(2)
    expect(stderr).toMatch(/See --help\.\n$/u)
    expect((await run('--help')).code).toBe(0)
  }
})
