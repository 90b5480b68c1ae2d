import { boundedDeadline } from '#server/adapters/source-calls/source-clock.ts'
import type { DeletionCheck } from '#server/ports.ts'
import { readArcticShift } from './arctic-shift-posts.ts'
import type { ArcticShift } from './arctic-shift-source.ts'

/** What Arctic Shift takes at once. */
const idsPerCall = 500
const checkMs = 90_000

/**
 * Reddit's posts that Arctic Shift tells as deleted or does not know, for those without a client at Reddit.
 * It looks at a post twice in its first two days, so later deletions are not seen.
 */
export function arcticShiftDeletionCheck({ http, url, clock, sourceClock }: ArcticShift): DeletionCheck {
  return {
    source: 'reddit',
    idsPerCall,
    async findGone(sourceIds, signal) {
      const asked = sourceIds.slice(0, idsPerCall)
      if (asked.length === 0) return []
      const deadline = boundedDeadline(checkMs, signal, sourceClock)
      const request = { url: `${url}/api/posts/ids`, query: { ids: asked.join(',') } }
      const { posts } = readArcticShift(await http.ask(request, deadline), clock())
      const standing = new Set(
        posts.flatMap((one) =>
          one.kind === 'gone' ? [] : [one.kind === 'post' ? one.post.sourceId : one.sourceId],
        ),
      )
      return asked.filter((one) => !standing.has(one))
    },
  }
}
