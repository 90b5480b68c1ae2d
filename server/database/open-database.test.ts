import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyDatabase } from '#tests/harness/copy-database.ts'
import { smallServer } from '#tests/harness/small-server.ts'
import { startDatabaseProgram } from '#tests/harness/start-database-program.ts'
import { makeTemporaryDataDir, type TemporaryDataDir } from '#tests/harness/temporary-data-dir.ts'
import { openDatabase } from './open-database.ts'
import { readPostmasterFile } from './postmaster-file.ts'
import { connectionOf, makeDatabaseProbe } from './probe-database.ts'

let folder: TemporaryDataDir
beforeEach(async () => {
  folder = await makeTemporaryDataDir()
  await copyDatabase(folder.path)
})
afterEach(() => folder.remove())

test('a product whose server is killed in the middle of a transaction lives on, is told, and works again', async () => {
  const program = startDatabaseProgram({ dataDir: folder.path, task: 'transact' })
  await program.hasWritten(1)
  const file = await readPostmasterFile(join(folder.path, 'postgres'))
  if (file === null) throw new Error('the server does not run')
  process.kill(file.pid, 'SIGKILL')
  await program.hasWritten(2)
  // The server may accept queries a moment before the program reports it.
  await program.hasSaid('The database server is running again.')
  expect(await program.stop()).toBe(0)
  expect(program.said()).toMatch(
    /stopped unexpectedly; restarting it\.\nThe database server is running again\.\n$/,
  )
  const database = await openDatabase(
    { databaseUrl: null, dataDir: folder.path, serverSettings: smallServer },
    'product',
    () => {},
  )
  const { rows } = await database.pool.query<{ id: string }>('select id from survivors')
  await database.close()
  expect(rows.map(({ id }) => Number(id))).toEqual(program.acknowledged().slice(1))
})

test('connections beside the pool get in where the embedded server asks for its password', async () => {
  const database = await openDatabase(
    { databaseUrl: null, dataDir: folder.path, serverSettings: smallServer },
    'product',
    () => {},
  )
  const probe = makeDatabaseProbe(database.pool)
  const client = new pg.Client(connectionOf(database.pool))
  try {
    expect(await probe.ask()).toBeNull()
    await client.connect()
    expect((await client.query('select current_user')).rows).toEqual([{ current_user: 'unmet' }])
  } finally {
    await client.end()
    await probe.close()
    await database.close()
  }
})
