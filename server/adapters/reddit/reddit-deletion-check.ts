import { boundedDeadline, type SourceClock } from '#server/adapters/source-calls/source-clock.ts'
import type { DeletionCheck } from '#server/ports.ts'
import type { RedditClient } from './reddit-client.ts'

/** What Reddit takes at once. */
const idsPerCall = 100
const checkMs = 90_000

/** Posts that Reddit shows as deleted or removed, or no longer knows: those are silently missing from its answer. */
export function redditDeletionCheck({
  client,
  sourceClock,
}: {
  client: RedditClient
  sourceClock: SourceClock
}): DeletionCheck {
  return {
    source: 'reddit',
    idsPerCall,
    async findGone(sourceIds, signal) {
      const asked = sourceIds.slice(0, idsPerCall)
      if (asked.length === 0) return []
      const deadline = boundedDeadline(checkMs, signal, sourceClock)
      const id = asked.map((one) => `t3_${one}`).join(',')
      const { posts } = await client.list('/api/info', { id }, deadline)
      const standing = new Set(
        posts.flatMap((one) =>
          one.kind === 'gone' ? [] : one.kind === 'post' ? [one.post.sourceId] : [one.sourceId],
        ),
      )
      return asked.filter((one) => !standing.has(one))
    },
  }
}
