import { spawnSync } from 'node:child_process'
import { appendFile, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyDatabase } from '#tests/harness/copy-database.ts'
import { makeTemporaryDataDir, type TemporaryDataDir } from '#tests/harness/temporary-data-dir.ts'
import { withExclusiveLock } from './exclusive-lock.ts'
import { openDatabase, type RunningDatabase } from './open-database.ts'
import { readPostmasterFile } from './postmaster-file.ts'

const canMount = process.platform === 'linux' && process.getuid?.() === 0
const megabyte = 1024 * 1024
let folder: TemporaryDataDir
let database: RunningDatabase
let lines: string[]
let diskFullReported: Promise<void>

beforeEach(async () => {
  folder = await makeTemporaryDataDir()
  if (!canMount) return
  expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=755', 'tmpfs', folder.path]).status).toBe(0)
  await copyDatabase(folder.path)
  const reported = Promise.withResolvers<void>()
  diskFullReported = reported.promise
  lines = []
  database = await openDatabase({ databaseUrl: null, dataDir: folder.path }, 'product', (line) => {
    lines.push(line)
    if (line.startsWith('The disk that holds')) reported.resolve()
  })
  await database.pool.query('create table survivors (id int primary key, note text not null)')
})
afterEach(async () => {
  if (canMount) {
    await rm(ballast(), { force: true })
    await database.close()
    spawnSync('umount', ['--lazy', folder.path])
  }
  await folder.remove()
})

const ballast = () => join(folder.path, '.ballast')

/** Fills the disk up to this many free bytes. */
async function fillDisk(leave: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder.path)
  await appendFile(ballast(), Buffer.alloc(Math.max(0, bavail * bsize - leave), 1))
}

/** Writes incompressible rows of 100 kB until one is refused. */
async function writeUntilRefused(): Promise<{ acknowledged: number; error: unknown }> {
  const row = `insert into survivors
    select $1, string_agg(md5(random()::text), '') from generate_series(1, 3200)`
  for (let id = 1; ; id += 1) {
    try {
      await database.pool.query(row, [id])
    } catch (error) {
      return { acknowledged: id - 1, error }
    }
  }
}

const countRows = async () =>
  (await database.pool.query('select count(*)::int as count from survivors')).rows[0]?.count

/** Polls until the server is back, for as long as the test may take. */
async function whenBack<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

/**
 * The write-ahead log eventually needs a new file of 16 MB, and the server stops if there is no space for it.
 */
async function fillWriteAheadLog(): Promise<void> {
  for (;;) await database.pool.query(`select pg_logical_emit_message(true, 'fill', repeat('x', 1000000))`)
}

/** Closes the database on a full disk, and opens it again once there is space. */
async function closeAndOpenAgain(): Promise<void> {
  await database.close()
  expect(await readPostmasterFile(join(folder.path, 'postgres'))).toBe(null)
  await rm(ballast())
  database = await openDatabase({ databaseUrl: null, dataDir: folder.path }, 'product', () => {})
}

const fullDisk = () =>
  `The disk that holds DATA_DIR ${folder.path} is full. ` +
  'Nothing that was saved is lost: free some space and start again.'

test.skipIf(!canMount)(
  'a full disk refuses a row with a clear error, keeps the others, and takes rows again once there is space (as root)',
  async () => {
    // Less than the free space in the current file of the write-ahead log, so that the table runs out of
    // space first.
    await fillDisk(2 * megabyte)
    const { acknowledged, error } = await writeUntilRefused()
    expect(error).toMatchObject({
      code: '53100',
      message: expect.stringContaining('No space left on device'),
    })
    expect(acknowledged).toBeGreaterThan(0)
    expect(await countRows()).toBe(acknowledged)
    await rm(ballast())
    await database.pool.query(`insert into survivors values (0, 'there is space again')`)
    expect(await countRows()).toBe(acknowledged + 1)
  },
)

test.skipIf(!canMount)(
  'a disk too full for the server to run on is reported to the operator, and nothing is lost once there is space (as root)',
  async () => {
    await database.pool.query(`insert into survivors values (1, 'acknowledged')`)
    await fillDisk(0)
    await expect(fillWriteAheadLog()).rejects.toThrow()
    await diskFullReported
    expect(lines).toContain(fullDisk())
    await rm(ballast())
    expect(await whenBack(countRows)).toBe(1)
  },
)

test.skipIf(!canMount)(
  'closing on a full disk takes no longer than a service manager waits, says why, and loses nothing (as root)',
  async () => {
    await fillDisk(2 * megabyte)
    const { acknowledged } = await writeUntilRefused()
    await fillDisk(0)
    await closeAndOpenAgain()
    expect(lines.at(-1)).toBe(fullDisk())
    expect(await countRows()).toBe(acknowledged)
  },
)

test.skipIf(!canMount)(
  'closing at the moment in which a full disk stops the server is as quick and loses nothing (as root)',
  async () => {
    await database.pool.query(`insert into survivors values (1, 'acknowledged')`)
    await fillDisk(0)
    await expect(fillWriteAheadLog()).rejects.toThrow()
    await closeAndOpenAgain()
    expect(await countRows()).toBe(1)
  },
)

test.skipIf(!canMount)('a full disk leaves the lock as it is: one holder at a time (as root)', async () => {
  const file = join(folder.path, 'postgres.test-lock')
  await withExclusiveLock(file, async () => {})
  await fillDisk(0)
  await withExclusiveLock(file, async () => {
    const second = withExclusiveLock(file, async () => {}, AbortSignal.timeout(100))
    await expect(second).rejects.toMatchObject({ name: 'AbortError' })
  })
})
