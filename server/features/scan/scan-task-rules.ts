import { lastDue, type Rhythm } from '#server/clock.ts'
import type { PostFeed, ScanTarget } from '#server/source-ports.ts'

export type ScanTask = ScanTarget & { source: string }

type ScannableFeed = Pick<PostFeed, 'source' | 'reads' | 'own' | 'everyHours'>

export type Scannable = {
  feeds: readonly ScannableFeed[]
  targets: readonly ScanTarget[]
}

export function taskKey({ source, kind, value }: ScanTask): string {
  return `${source} ${kind} ${value}`
}

/** Whether the target belongs to the source itself, or is a configured target that the source accepts. */
export function isReadFor(feed: ScannableFeed, { kind, value }: ScanTarget): boolean {
  return feed.reads(kind) || (feed.own ?? []).some((one) => one.kind === kind && one.value === value)
}

/** Each configured target with each source that accepts it, and the targets of the sources themselves. */
export function listTasks({ feeds, targets }: Scannable): ScanTask[] {
  const set = targets.flatMap((target) =>
    feeds.filter((feed) => feed.reads(target.kind)).map(({ source }) => ({ ...target, source })),
  )
  const own = feeds.flatMap((feed) => (feed.own ?? []).map((target) => ({ ...target, source: feed.source })))
  return [...new Map([...set, ...own].map((task) => [taskKey(task), task])).values()]
}

export function findMissing({ feeds, targets }: Scannable): string | null {
  if (listTasks({ feeds, targets }).length > 0) return null
  if (feeds.length === 0) return 'There is no source that could be read: add one at /admin, under Sources.'
  if (targets.length === 0)
    return 'Set SCAN_COMMUNITIES to the communities to read every day, or add keywords at /admin, under Sources.'
  return 'None of the configured live sources supports the configured targets.'
}

/** The schedule: this hour (UTC), and further hours at a fixed interval before and after it. */
export const scanRhythm = (hour: number, everyHours: number): Rhythm => ({
  everyMinutes: everyHours * 60,
  offsetMinutes: hour * 60,
})

const usualHours = 24

/**
 * The targets that were due at the last time of their own schedule, grouped by that time. Each group becomes
 * one scan.
 */
export function listDueTasks(scannable: Scannable, now: Date, hour: number): Map<number, ScanTask[]> {
  const due = new Map<number, ScanTask[]>()
  for (const everyHours of new Set(scannable.feeds.map((feed) => feed.everyHours ?? usualHours))) {
    const feeds = scannable.feeds.filter((feed) => (feed.everyHours ?? usualHours) === everyHours)
    const moment = lastDue(scanRhythm(hour, everyHours), now).getTime()
    due.set(moment, [...(due.get(moment) ?? []), ...listTasks({ ...scannable, feeds })])
  }
  return due
}
