import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startDatabaseProgram } from '#tests/harness/start-database-program.ts'
import { makeTemporaryDataDir, type TemporaryDataDir } from '#tests/harness/temporary-data-dir.ts'
import { unfinishedPrefix } from './data-folder.ts'

let folder: TemporaryDataDir
beforeEach(async () => {
  folder = await makeTemporaryDataDir()
})
afterEach(() => folder.remove())

const unfinished = async () =>
  (await readdir(folder.path)).filter((name) => name.startsWith(unfinishedPrefix))

test('a product that is killed while it makes its database starts clean the next time', async () => {
  let halves = 0
  for (const moment of [0, 80, 160, 280]) {
    const killed = startDatabaseProgram({ dataDir: folder.path })
    while ((await unfinished()).length === 0 && !(await readdir(folder.path)).includes('postgres'))
      await sleep(5)
    await sleep(moment)
    await killed.kill()
    halves += (await unfinished()).length
  }
  // If no kill has left an unfinished database, this test proves nothing.
  expect(halves).toBeGreaterThan(0)
  const next = startDatabaseProgram({ dataDir: folder.path })
  await next.opened
  expect(await next.stop()).toBe(0)
  expect(await unfinished()).toEqual([])
})
