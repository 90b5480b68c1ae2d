import { execFileSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyDatabase } from '#tests/harness/copy-database.ts'
import { smallServer } from '#tests/harness/small-server.ts'
import { makeTemporaryDataDir, type TemporaryDataDir } from '#tests/harness/temporary-data-dir.ts'
import { openDatabase, type RunningDatabase } from './open-database.ts'
import { readPostmasterFile, serverMark } from './postmaster-file.ts'
import { readPassword } from './server-address.ts'

let folder: TemporaryDataDir
let lines: string[]
let died: PromiseWithResolvers<void>
beforeEach(async () => {
  folder = await makeTemporaryDataDir()
  await copyDatabase(folder.path)
})
afterEach(() => folder.remove())

const cluster = () => join(folder.path, 'postgres')

async function open(): Promise<RunningDatabase> {
  lines = []
  died = Promise.withResolvers()
  return openDatabase(
    { databaseUrl: null, dataDir: folder.path, serverSettings: smallServer },
    'product',
    (line) => {
      lines.push(line)
      if (line.includes('stopped unexpectedly')) died.resolve()
    },
  )
}

/** Finds the checkpointer, the process without which the server cannot shut down cleanly. */
async function findCheckpointer(): Promise<string> {
  const password = await readPassword({ folder: { passwordFile: join(folder.path, 'postgres.password') } })
  const admin = new pg.Client({
    host: cluster(),
    user: 'postgres',
    database: 'postgres',
    password: password ?? '',
  })
  await admin.connect()
  const { rows } = await admin.query(`select pid from pg_stat_activity where backend_type = 'checkpointer'`)
  await admin.end()
  return String(rows[0].pid)
}

async function killServer(): Promise<void> {
  const file = await readPostmasterFile(cluster())
  if (file === null) throw new Error('the server does not run')
  process.kill(file.pid, 'SIGKILL')
}

/** The server and its children, including one that has not yet recorded its start. */
async function listServerProcesses(): Promise<number[]> {
  const found: number[] = []
  for (const pid of (await readdir('/proc')).map(Number).filter(Number.isInteger)) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (command.includes(serverMark(cluster()))) found.push(pid)
  }
  return found
}

test('a server that does not end is stopped hard, this is said, and nothing is lost', async () => {
  const database = await open()
  await database.pool.query(`create table survivors as select 'here' as word`)
  execFileSync('kill', ['-STOP', await findCheckpointer()])
  await database.close()
  expect(await readPostmasterFile(cluster())).toBe(null)
  expect(lines.at(-1)).toBe(
    'The database server did not end within 7 s and was stopped immediately. ' +
      'Nothing that was saved is lost; the next start recovers it and may take longer.',
  )
  const next = await open()
  expect((await next.pool.query('select word from survivors')).rows).toEqual([{ word: 'here' }])
  await next.close()
})

test.skipIf(process.platform !== 'linux')(
  'closing while a dead server is being brought back leaves no server behind (on Linux)',
  async () => {
    for (const moment of [0, 40, 80, 160]) {
      const database = await open()
      await killServer()
      await died.promise
      await sleep(moment)
      await database.close()
      expect(await listServerProcesses()).toEqual([])
    }
  },
)
