import { dayMs } from '#server/clock.ts'

export type BackupKeep = { days: number; weeks: number; months: number }

/** The weeks begin on Monday, because 1970-01-01 was a Thursday. */
const periods: Record<keyof BackupKeep, (at: Date) => number> = {
  days: (at) => Math.floor(at.getTime() / dayMs),
  weeks: (at) => Math.floor((at.getTime() / dayMs + 3) / 7),
  months: (at) => at.getUTCFullYear() * 12 + at.getUTCMonth(),
}

/**
 * The backups that may be deleted: all except the newest one and the last one of each recent day, week and
 * month (UTC).
 */
export function backupsToDelete<B extends { madeAt: Date }>(backups: readonly B[], keep: BackupKeep): B[] {
  const newestFirst = backups.toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
  const kept = new Set(newestFirst.slice(0, 1))
  for (const [period, count] of Object.entries(keep) as [keyof BackupKeep, number][]) {
    const lastOf = new Map<number, B>()
    for (const backup of newestFirst) {
      const number = periods[period](backup.madeAt)
      if (!lastOf.has(number)) lastOf.set(number, backup)
    }
    for (const backup of [...lastOf.values()].slice(0, count)) kept.add(backup)
  }
  return newestFirst.filter((backup) => !kept.has(backup))
}
