import type { Clock } from '#server/ports.ts'
import type { ArchiveSearchStore } from './archive-search-store.ts'

const lifetimeMs = 1000

/**
 * A text that changes when posts come into the archive. Asked at most once a second, also when many
 * searches want it at the same moment.
 */
export function makeArchiveVersion(
  store: Pick<ArchiveSearchStore, 'listSources'>,
  clock: Clock,
): () => Promise<string> {
  let asked: { at: number; version: Promise<string> } | null = null
  const read = async () => {
    const sources = await store.listSources()
    return sources.map((row) => `${row.source}:${row.posts}:${row.changedAt.getTime()}`).join(',')
  }
  return () => {
    const now = clock().getTime()
    if (asked !== null && now - asked.at < lifetimeMs) return asked.version
    const version = read()
    asked = { at: now, version }
    version.catch(() => {
      asked = null
    })
    return version
  }
}
