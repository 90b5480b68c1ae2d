import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock, Duty } from '#server/clock.ts'
import { nullIfMissing } from '#server/database/system-error.ts'
import { type BackupKeep, backupsToDelete } from './backup-keep-rules.ts'

export type DailyBackup = {
  settings: { folder: string; at: `${number}:${number}`; keep: BackupKeep }
  clock: Clock
  /** Writes a backup to this path while requests are served. */
  write: (path: string, signal: AbortSignal) => Promise<void>
}

/** Only files with such a name are counted and deleted. */
const named = /^unmet-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/u

const nameAt = (at: Date) => `unmet-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`

function listBackups(names: readonly string[]) {
  return names.flatMap((name) => {
    const [, day, hour, minute, second] = named.exec(name) ?? []
    return day === undefined ? [] : [{ name, madeAt: new Date(`${day}T${hour}:${minute}:${second}Z`) }]
  })
}

/** Writes a backup to the configured folder every day, then deletes old backups. */
export const backupDuty = ({ settings, clock, write }: DailyBackup): Duty => ({
  name: 'backup',
  title: 'backup',
  rhythm: { at: settings.at, timeZone: 'UTC' },
  async run(_data, signal) {
    const { folder, keep } = settings
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await write(join(folder, nameAt(clock())), signal)
    for (const { name } of backupsToDelete(listBackups(await readdir(folder)), keep))
      await rm(join(folder, name), { force: true })
  },
})

/** The newest backup in a folder; null if there is none. */
export async function findNewestBackup(folder: string): Promise<{ madeAt: Date } | null> {
  const found = listBackups((await readdir(folder).catch(nullIfMissing)) ?? [])
  return found.toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime())[0] ?? null
}
