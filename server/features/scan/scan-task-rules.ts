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

/** Whether a source has this among its own, or can be read for whatever is set. */
export function isReadFor(feed: ScannableFeed, { kind, value }: ScanTarget): boolean {
  return feed.reads(kind) || (feed.own ?? []).some((one) => one.kind === kind && one.value === value)
}

/** Every target in every source that can be read for it, and what sources read of their own. */
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
    return 'Set SCAN_COMMUNITIES to what shall be read every day, or bring keywords at /admin, under Sources.'
  return 'None of the live sources that are set up can be read for the targets that are set.'
}

const hourMs = 3_600_000

/** The last moment at or before `now` of a rhythm of so many hours, one of whose moments is this hour of the UTC day. */
export function lastDue(now: Date, hour: number, everyHours: number): Date {
  const [first, step] = [hour * hourMs, everyHours * hourMs]
  return new Date(first + Math.floor((now.getTime() - first) / step) * step)
}

/** The first moment after `now` of the same. */
export function nextDue(now: Date, hour: number, everyHours: number): Date {
  return new Date(lastDue(now, hour, everyHours).getTime() + everyHours * hourMs)
}

const usualHours = 24

/** What is due at the last moment of its own rhythm, by that moment; a scan stands for each. */
export function listDueTasks(scannable: Scannable, now: Date, hour: number): Map<number, ScanTask[]> {
  const due = new Map<number, ScanTask[]>()
  for (const everyHours of new Set(scannable.feeds.map((feed) => feed.everyHours ?? usualHours))) {
    const feeds = scannable.feeds.filter((feed) => (feed.everyHours ?? usualHours) === everyHours)
    const moment = lastDue(now, hour, everyHours).getTime()
    due.set(moment, [...(due.get(moment) ?? []), ...listTasks({ ...scannable, feeds })])
  }
  return due
}
