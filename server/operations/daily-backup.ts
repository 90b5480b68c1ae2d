import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Clock, type Duty, dayMs } from '#server/clock.ts'
import { nullIfMissing } from '#server/database/system-error.ts'
import { type BackupKeep, backupsToDelete } from './backup-keep-rules.ts'

export type DailyBackup = {
  settings: { folder: string; at: `${number}:${number}`; keep: BackupKeep }
  clock: Clock
  /** Writes a backup to this path while requests are served. */
  write: (path: string, signal: AbortSignal) => Promise<void>
}

/** The names of backups; other files are ignored. A killed process leaves an unfinished backup. */
const named = /^unmet-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup(\.unfinished-\d+)?$/u

const nameAt = (at: Date) => `unmet-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`

async function listBackups(folder: string) {
  const names = (await readdir(folder).catch(nullIfMissing)) ?? []
  const files = names.flatMap((name) => {
    const [, day, hour, minute, second, unfinished] = named.exec(name) ?? []
    const madeAt = new Date(`${day}T${hour}:${minute}:${second}Z`)
    return day === undefined ? [] : [{ name, madeAt, isFinished: unfinished === undefined }]
  })
  const { finished = [], unfinished = [] } = Object.groupBy(files, ({ isFinished }) =>
    isFinished ? 'finished' : 'unfinished',
  )
  return { finished, unfinished }
}

/** Deletes unfinished backups that are a day old. Another instance may still be writing a newer one. */
async function deleteLeftOver(folder: string, now: Date): Promise<void> {
  const { unfinished } = await listBackups(folder)
  for (const { name, madeAt } of unfinished) {
    if (now.getTime() - madeAt.getTime() >= dayMs) await rm(join(folder, name), { force: true })
  }
}

/** Writes a backup to the configured folder every day, then deletes old backups. */
export const backupDuty = ({ settings, clock, write }: DailyBackup): Duty => ({
  name: 'backup',
  title: 'backup',
  rhythm: { at: settings.at, timeZone: 'UTC' },
  async run(_data, signal) {
    const { folder, keep } = settings
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // Unfinished backups may have filled the disk, so they are deleted first.
    await deleteLeftOver(folder, clock())
    await write(join(folder, nameAt(clock())), signal)
    for (const { name } of backupsToDelete((await listBackups(folder)).finished, keep))
      await rm(join(folder, name), { force: true })
  },
})

/** The newest backup in a folder; null if there is none. */
export async function findNewestBackup(folder: string): Promise<{ madeAt: Date } | null> {
  const { finished } = await listBackups(folder)
  return finished.toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime())[0] ?? null
}
