import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { smallServer } from '#tests/harness/small-server.ts'
import { startDatabaseProgram } from '#tests/harness/start-database-program.ts'
import { makeTemporaryDataDir, type TemporaryDataDir } from '#tests/harness/temporary-data-dir.ts'
import { openEmbeddedPostgres } from './embedded-postgres.ts'
import { type DatabaseRole, openDatabase, type RunningDatabase } from './open-database.ts'
import { ownerOfProcess, postmasterFilePath, readPostmasterFile } from './postmaster-file.ts'

let folder: TemporaryDataDir
let opened: RunningDatabase[] = []
beforeAll(async () => {
  folder = await makeTemporaryDataDir()
})
afterEach(async () => {
  for (const database of opened) await database.close()
  opened = []
})
afterAll(() => folder.remove())

async function open(role: DatabaseRole, log: (line: string) => void = () => {}): Promise<RunningDatabase> {
  const database = await openDatabase(
    { databaseUrl: null, dataDir: folder.path, serverSettings: smallServer },
    role,
    log,
  )
  opened.push(database)
  return database
}

const cluster = () => join(folder.path, 'postgres')

/** The server's process id, or null if it is stopped. */
async function serverPid(): Promise<number | null> {
  const file = await readPostmasterFile(cluster())
  if (file === null) return null
  return (await ownerOfProcess(file.pid, cluster())) === 'ours' ? file.pid : null
}

/** Runs a program as the user that runs the server, because the server only checks processes of that user. */
function spawnAsServer(command: string, words: string[]) {
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  return spawn(command, words, { ...account, stdio: ['ignore', 'pipe', 'ignore'] })
}

/** Leaves behind a stopped database whose postmaster.pid names this process. */
async function leavePostmasterFile(pid: number): Promise<void> {
  const database = await open('product')
  const text = await readFile(postmasterFilePath(cluster()), 'utf8')
  await database.close()
  await writeFile(postmasterFilePath(cluster()), text.replace(/^\d+/, String(pid)), { mode: 0o600 })
}

test('two processes that start at once on a new DATA_DIR make one database and migrate it once', async () => {
  const both = [1, 2].map(() => startDatabaseProgram({ dataDir: folder.path, role: 'command' }))
  await Promise.all(both.map((program) => program.opened))
  const database = await open('product')
  const journal = JSON.parse(
    await readFile(new URL('./migrations/meta/_journal.json', import.meta.url), 'utf8'),
  )
  const applied = await database.pool.query('select from drizzle.__drizzle_migrations')
  expect(applied.rowCount).toBe(journal.entries.length)
  expect(both.map((program) => program.said()).filter((text) => text.includes('Creating'))).toHaveLength(1)
  expect(await Promise.all(both.map((program) => program.stop()))).toEqual([0, 0])
})

test('a second product on one DATA_DIR is refused in one sentence, and the first works on', async () => {
  const first = await open('product')
  await expect(open('product')).rejects.toMatchObject({
    name: 'DatabaseUnavailable',
    message:
      `Another Unmet already runs on DATA_DIR ${folder.path}. ` +
      'Stop that one, or set DATA_DIR to another folder for this one.',
  })
  expect((await first.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a command works through the server of a running product and leaves it running', async () => {
  const product = await open('product')
  const pid = await serverPid()
  const command = await open('command')
  await command.pool.query('create table from_command ()')
  await command.close()
  expect(await serverPid()).toBe(pid)
  expect((await product.pool.query('select from from_command')).rowCount).toBe(0)
})

test('a product that comes and goes while a command runs leaves the server to the command', async () => {
  const command = await open('command')
  const product = await open('product')
  await product.close()
  expect((await command.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await command.close()
  expect(await serverPid()).toBe(null)
})

test('closing twice is the same as closing once', async () => {
  const database = await open('product')
  await Promise.all([database.close(), database.close()])
  expect(await serverPid()).toBe(null)
})

test('a killed product leaves its place to the next one at once, on the server it left', async () => {
  const killed = startDatabaseProgram({ dataDir: folder.path, role: 'product' })
  await killed.opened
  const pid = await serverPid()
  await killed.kill()
  await open('product')
  expect(await serverPid()).toBe(pid)
})

test('processes that come and go at once always find the server running', async () => {
  const stay = await open('product')
  await stay.close()
  const rounds = Array.from({ length: 6 }, async () => {
    const database = await open('command')
    const answer = await database.pool.query('select 1 as one')
    await database.close()
    return answer.rowCount
  })
  expect(await Promise.all(rounds)).toEqual([1, 1, 1, 1, 1, 1])
  expect(await serverPid()).toBe(null)
})

test("a postmaster.pid that names a stranger's process does not stop the start", async () => {
  const stranger = spawnAsServer('sleep', ['60'])
  await leavePostmasterFile(stranger.pid ?? 0)
  const database = await open('product')
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(stranger.exitCode).toBe(null)
  stranger.kill()
})

test.skipIf(process.platform !== 'linux')(
  'a postmaster.pid that names a zombie does not stop the start (on Linux)',
  async () => {
    // The shell becomes a `sleep` process, which never reaps a child.
    const parent = spawnAsServer('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'])
    const [line] = await once(parent.stdout, 'data')
    const zombie = Number(String(line).trim())
    await leavePostmasterFile(zombie)
    while (!(await readFile(`/proc/${parent.pid}/cmdline`, 'utf8')).startsWith('sleep'));
    process.kill(zombie, 'SIGKILL')
    while (!(await readFile(`/proc/${zombie}/stat`, 'utf8')).includes(') Z '));
    const database = await open('product')
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    parent.kill()
  },
)

test('a postmaster.pid that a crash left empty does not stop the start', async () => {
  await leavePostmasterFile(1)
  await writeFile(postmasterFilePath(cluster()), '')
  const database = await open('product')
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a server that dies is brought back while the product runs, and keeps its product', async () => {
  const back = Promise.withResolvers<void>()
  const lines: string[] = []
  const database = await open('product', (line) => {
    lines.push(line)
    if (line === 'The database server is running again.') back.resolve()
  })
  const pid = await serverPid()
  process.kill(pid ?? 0, 'SIGKILL')
  await back.promise
  expect(lines).toContain('The database server has stopped unexpectedly; restarting it.')
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(await serverPid()).not.toBe(pid)
  await expect(open('product')).rejects.toThrow('Another Unmet already runs')
})

test('a product that is stopped while its server is being brought back ends in order', async () => {
  const writer = startDatabaseProgram({ dataDir: folder.path, task: 'write' })
  await writer.hasWritten(1)
  process.kill((await serverPid()) ?? 0, 'SIGKILL')
  await writer.hasWritten(writer.acknowledged().length + 1)
  expect(await writer.stop()).toBe(0)
  expect(await serverPid()).toBe(null)
})

test('a server that cannot be brought back is reported as lost, with the reason', async () => {
  const server = await openEmbeddedPostgres(folder.path, {
    role: 'product',
    log: () => {},
    settings: smallServer,
    retryDelaysMs: [0, 0],
  })
  const versionFile = join(cluster(), 'PG_VERSION')
  await writeFile(versionFile, '17\n')
  process.kill((await serverPid()) ?? 0, 'SIGKILL')
  expect((await server.lost).message).toMatch(
    / was made by PostgreSQL 17, and this Unmet runs PostgreSQL 18\./,
  )
  await writeFile(versionFile, '18\n')
  await server.close()
  const database = await open('product')
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('the last to leave stops a server that somebody else started', async () => {
  const starter = startDatabaseProgram({ dataDir: folder.path, role: 'product' })
  await starter.opened
  const command = await open('command')
  expect(await starter.stop()).toBe(0)
  expect(await serverPid()).not.toBe(null)
  await command.close()
  expect(await serverPid()).toBe(null)
})
