import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { smallServer } from '#tests/harness/small-server.ts'
import { startDatabaseProgram } from '#tests/harness/start-database-program.ts'
import { makeTemporaryDataDir, type TemporaryDataDir } from '#tests/harness/temporary-data-dir.ts'
import { openDatabase } from './open-database.ts'

const isRoot = process.getuid?.() === 0
let folder: TemporaryDataDir
beforeEach(async () => {
  folder = await makeTemporaryDataDir()
})
afterEach(() => folder.remove())

/** Opens a folder that is refused; returns the message for the operator. */
async function refusal(dataDir: string): Promise<string> {
  const opened = openDatabase(
    { databaseUrl: null, dataDir, serverSettings: smallServer },
    'product',
    () => {},
  )
  const error: unknown = await opened.then(
    (database) => database.close(),
    (reason: unknown) => reason,
  )
  expect(error).toMatchObject({ name: 'DatabaseUnavailable' })
  return error instanceof Error ? error.message : ''
}

async function makeCluster(files: Record<string, string>): Promise<string> {
  const cluster = join(folder.path, 'postgres')
  await mkdir(cluster)
  for (const [name, text] of Object.entries(files)) await writeFile(join(cluster, name), text)
  return cluster
}

test('a file in the place of DATA_DIR is refused', async () => {
  const file = join(folder.path, 'data')
  await writeFile(file, 'notes')
  expect(await refusal(file)).toBe(
    `DATA_DIR ${file} is a file, not a folder. Set DATA_DIR to a folder that only Unmet uses.`,
  )
})

test('a DATA_DIR below a file is refused', async () => {
  const file = join(folder.path, 'notes.txt')
  await writeFile(file, 'notes')
  expect(await refusal(join(file, 'data'))).toMatch(
    /^DATA_DIR .*notes.txt\/data cannot be made: a part of the path is a file\. Set DATA_DIR to a folder that user \S+ may write to\.$/,
  )
})

test('a folder full of other files is refused and left as it was', async () => {
  for (const name of ['letter.odt', 'holiday.jpg', 'taxes.pdf', 'todo.md', 'song.mp3']) {
    await writeFile(join(folder.path, name), 'mine')
  }
  expect(await refusal(folder.path)).toBe(
    `DATA_DIR ${folder.path} contains other files (holiday.jpg, letter.odt, song.mp3, and 2 more) and no database. ` +
      'Set DATA_DIR to an empty folder, or to one that does not exist yet.',
  )
})

test("another program's PostgreSQL folder is refused", async () => {
  await writeFile(join(folder.path, 'PG_VERSION'), '16\n')
  expect(await refusal(folder.path)).toBe(
    `DATA_DIR ${folder.path} is the folder of another PostgreSQL database, not one that Unmet made. ` +
      'Set DATA_DIR to a folder that only Unmet uses, or DATABASE_URL to use that server.',
  )
})

test('the database of another major version is refused in words', async () => {
  await makeCluster({ PG_VERSION: '17\n' })
  expect(await refusal(folder.path)).toBe(
    `The database in DATA_DIR ${folder.path} was made by PostgreSQL 17, and this Unmet runs PostgreSQL 18. ` +
      'Start the Unmet that made it, or set DATA_DIR to a new folder.',
  )
})

test('a database folder without a database is refused', async () => {
  const cluster = await makeCluster({ 'readme.txt': 'nothing here' })
  expect(await refusal(folder.path)).toBe(
    `${cluster} is no PostgreSQL database: its PG_VERSION cannot be read (not found). ` +
      'Restore it from a backup, or move it away to start with an empty database.',
  )
})

test.skipIf(!isRoot)('a DATA_DIR on a read-only file system is refused (as root)', async () => {
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', folder.path])
  expect(mounted.status).toBe(0)
  try {
    expect(await refusal(folder.path)).toBe(
      `DATA_DIR ${folder.path} is not writable for user root: the file system is read-only. ` +
        'Give the folder to that user, or set DATA_DIR to another one.',
    )
  } finally {
    spawnSync('umount', [folder.path])
  }
})

test.skipIf(!isRoot)(
  "an ordinary user is told that somebody else's DATA_DIR is not writable (as root)",
  async () => {
    const program = startDatabaseProgram({ dataDir: folder.path }, { uid: 65_534, gid: 65_534 })
    await expect(program.opened).rejects.toThrow()
    expect(program.said()).toBe(
      `DATA_DIR ${folder.path} is not writable for user nobody: permission denied. ` +
        'Give the folder to that user, or set DATA_DIR to another one.\n',
    )
  },
)

test.skipIf(!isRoot)('an ordinary user is told whose database it is (as root)', async () => {
  await makeCluster({ PG_VERSION: '18\n' })
  spawnSync('chmod', ['777', folder.path])
  const program = startDatabaseProgram({ dataDir: folder.path }, { uid: 65_534, gid: 65_534 })
  await expect(program.opened).rejects.toThrow()
  expect(program.said()).toBe(
    `The database in DATA_DIR ${folder.path} belongs to user 0, and Unmet runs as user 65534. ` +
      `Run Unmet as the user that made it, or give it the folder: chown -R 65534 ${folder.path}\n`,
  )
})

test.skipIf(!isRoot)(
  "an ordinary user is told that files in DATA_DIR are somebody else's (as root)",
  async () => {
    spawnSync('chmod', ['777', folder.path])
    await writeFile(join(folder.path, 'postgres.lock'), '')
    const program = startDatabaseProgram({ dataDir: folder.path }, { uid: 65_534, gid: 65_534 })
    await expect(program.opened).rejects.toThrow()
    expect(program.said()).toMatch(
      /^DATA_DIR \S+ is not writable for user nobody: .+\. Give the folder to that user, or set DATA_DIR to another one\.\n$/,
    )
  },
)

test.skipIf(!isRoot)('a user without a name is told that PostgreSQL needs one (as root)', async () => {
  spawnSync('chmod', ['777', folder.path])
  const program = startDatabaseProgram({ dataDir: folder.path }, { uid: 43_210, gid: 43_210 })
  await expect(program.opened).rejects.toThrow()
  expect(program.said()).toContain(
    'User 43210, who would run the database server, has no name on this machine (no line in /etc/passwd), ' +
      'and PostgreSQL needs one. Run Unmet as a user that has one, or set DATABASE_URL.\n',
  )
})
