import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { smallServer } from '#tests/harness/small-server.ts'
import { type RunningProgram, startDatabaseProgram } from '#tests/harness/start-database-program.ts'
import { makeTemporaryDataDir, type TemporaryDataDir } from '#tests/harness/temporary-data-dir.ts'
import { openDatabase } from './open-database.ts'
import { readPostmasterFile } from './postmaster-file.ts'

const rounds = 4
// A busy machine needs seconds to start a process, and this test starts dozens.
vi.setConfig({ testTimeout: 240_000 })
const idsARound = 1_000_000

let folder: TemporaryDataDir
let writer: RunningProgram | null = null
beforeAll(async () => {
  folder = await makeTemporaryDataDir()
})
afterEach(async () => {
  await writer?.kill()
  writer = null
})
afterAll(() => folder.remove())

/** The times of the kills: 20 to 270 ms after the first write, determined by the seed. */
function killMoments(seed: number): number[] {
  return Array.from({ length: rounds }, (_, round) => 20 + ((seed * 7_919 + round * 104_729) % 251))
}

let nextFirst = 1
async function startWriter(task: 'write' | 'lie'): Promise<RunningProgram> {
  writer = startDatabaseProgram({ dataDir: folder.path, role: 'product', task, first: nextFirst })
  nextFirst += idsARound
  await writer.hasWritten(1)
  return writer
}

/** The ids that were acknowledged but are missing. */
async function lostOf(acknowledged: number[]): Promise<number[]> {
  const database = await openDatabase(
    { databaseUrl: null, dataDir: folder.path, serverSettings: smallServer },
    'product',
    () => {},
  )
  try {
    const { rows } = await database.pool.query<{ id: string }>(
      'select id from unnest($1::bigint[]) as id where id not in (select id from survivors)',
      [acknowledged],
    )
    return rows.map((row) => Number(row.id))
  } finally {
    await database.close()
  }
}

async function serverPid(): Promise<number> {
  const file = await readPostmasterFile(join(folder.path, 'postgres'))
  if (file === null) throw new Error('the server does not run')
  return file.pid
}

/** The process id of the next server. Until it has started, the killed server's file may still exist. */
function nextServerPid(killed: number): Promise<number> {
  const isNext = async () => {
    const pid = await serverPid()
    if (pid === killed) throw new Error('the server has not been started again')
    return pid
  }
  return vi.waitFor(isNext, { timeout: 30_000 })
}

/** Kills the server and its children at once, like a power cut. */
async function killServerWhole(): Promise<void> {
  const pid = await serverPid()
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  for (const id of [pid, ...children.split(' ').filter(Boolean).map(Number)]) kill(id)
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process ended before the kill.
  }
}

test('a product that is killed while it writes loses nothing that was acknowledged', async () => {
  for (const moment of killMoments(1)) {
    const program = await startWriter('write')
    await sleep(moment)
    await program.kill()
    expect(await lostOf(program.acknowledged())).toEqual([])
  }
})

test('a server that is killed under a writing product comes back and loses nothing', async () => {
  const program = await startWriter('write')
  let pid = 0
  for (const moment of killMoments(2)) {
    // The previous server's program may print 20 more ids before the next server runs.
    pid = await nextServerPid(pid)
    await sleep(moment)
    const before = program.acknowledged().length
    kill(pid)
    await program.hasWritten(before + 20)
  }
  expect(await program.stop()).toBe(0)
  expect(await lostOf(program.acknowledged())).toEqual([])
})

test('product and server that are killed together lose nothing, and the next start works', async () => {
  for (const moment of killMoments(3)) {
    const program = await startWriter('write')
    await sleep(moment)
    await Promise.all([killServerWhole(), program.kill()])
    expect(await lostOf(program.acknowledged())).toEqual([])
  }
})

test('control: a row that was acknowledged but never committed is seen to be lost', async () => {
  const program = await startWriter('lie')
  await Promise.all([killServerWhole(), program.kill()])
  expect(program.acknowledged()).toHaveLength(1)
  expect(await lostOf(program.acknowledged())).toEqual(program.acknowledged())
})
