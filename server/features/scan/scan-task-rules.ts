import type { PostFeed, ScanTarget } from '#server/ports.ts'

/** A target in one source. */
export type ScanTask = ScanTarget & { source: string }

export type Scannable = {
  feeds: readonly Pick<PostFeed, 'source' | 'reads'>[]
  targets: readonly ScanTarget[]
}

/** One text for a task. */
export function taskKey({ source, kind, value }: ScanTask): string {
  return `${source} ${kind} ${value}`
}

/** Every target in every source that can be read for it. */
export function listTasks({ feeds, targets }: Scannable): ScanTask[] {
  return targets.flatMap((target) => {
    const sources = feeds.filter((feed) => feed.reads(target.kind)).map(({ source }) => source)
    return [...new Set(sources)].map((source) => ({ ...target, source }))
  })
}

/** What has to be set before anything can be scanned; null when all is there. */
export function findMissing({ feeds, targets }: Scannable): string | null {
  if (targets.length === 0) return 'Set SCAN_COMMUNITIES or SCAN_KEYWORDS to what shall be read every day.'
  if (feeds.length === 0) return 'No live source is set up that could be read.'
  if (listTasks({ feeds, targets }).length > 0) return null
  return 'None of the live sources that are set up can be read for the targets that are set.'
}
