import type { DeletionCheck, PostFeed } from '#server/source-ports.ts'

/** Sources that do not change during a test. */
export function stillLive(feeds: readonly PostFeed[], checks: readonly DeletionCheck[] = []) {
  return { listFeeds: async () => feeds, listChecks: async () => checks }
}
