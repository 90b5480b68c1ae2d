import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBackup } from '#server/operations/backup-file.ts'
import { backupDuty, findNewestBackup } from '#server/operations/daily-backup.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import { backUpInThread } from './wire-backup.ts'

let database: TestDatabase
let folder: string
beforeEach(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'unmet-backups-'))
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const dailyAt = (now: Date, dataDir = folder) =>
  backupDuty({
    settings: { folder: join(folder, 'backups'), at: '02:30', keep: { days: 2, weeks: 0, months: 0 } },
    clock: () => now,
    write: (path, signal) => {
      const config = { dataDir, databaseUrl: null, sessionSecrets: null }
      return backUpInThread({ database, config }, path, signal)
    },
  }).run({}, new AbortController().signal)

test('each day has its backup, old ones are deleted, and other files stay', async () => {
  await dailyAt(new Date('2026-03-01T02:30:00Z'))
  await writeFile(join(folder, 'backups', 'mine.backup'), '')
  await dailyAt(new Date('2026-03-02T02:30:00Z'))
  await dailyAt(new Date('2026-03-03T02:30:01Z'))
  expect(await readdir(join(folder, 'backups'))).toEqual([
    'mine.backup',
    'unmet-2026-03-02T02-30-00Z.backup',
    'unmet-2026-03-03T02-30-01Z.backup',
  ])
  const newest = await findNewestBackup(join(folder, 'backups'))
  expect(newest?.madeAt).toEqual(new Date('2026-03-03T02:30:01Z'))
  const backup = await openBackup(join(folder, 'backups', 'unmet-2026-03-03T02-30-01Z.backup'))
  backup.close()
  expect(backup.header.unmetBackup).toBe(1)
})

test('what a killed process left unfinished is deleted after a day, before the next backup is written', async () => {
  const backups = join(folder, 'backups')
  await mkdir(backups)
  const leftOver = ['2026-03-01T02-30-00Z', '2026-03-01T23-00-00Z'].map(
    (at) => `unmet-${at}.backup.unfinished-41`,
  )
  for (const name of [...leftOver, 'mine.backup.unfinished-41']) await writeFile(join(backups, name), 'half')
  await dailyAt(new Date('2026-03-02T02:30:00Z'))
  expect((await readdir(backups)).sort()).toEqual([
    'mine.backup.unfinished-41',
    'unmet-2026-03-01T23-00-00Z.backup.unfinished-41',
    'unmet-2026-03-02T02-30-00Z.backup',
  ])
  await dailyAt(new Date('2026-03-03T02:30:00Z'))
  expect(await readdir(backups)).not.toContain(leftOver[1])
  expect((await findNewestBackup(backups))?.madeAt).toEqual(new Date('2026-03-03T02:30:00Z'))
})

test('a backup that fails is a failure of the job, leaves no file and deletes none', async () => {
  await dailyAt(new Date('2026-03-01T02:30:00Z'))
  await dailyAt(new Date('2026-03-02T02:30:00Z'))
  await database.pool.query('drop table drizzle.__drizzle_migrations')
  await expect(dailyAt(new Date('2026-03-03T02:30:00Z'))).rejects.toThrow()
  expect((await readdir(join(folder, 'backups'))).length).toBe(2)
})
