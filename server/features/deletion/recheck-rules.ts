const hourMs = 3_600_000

/** After so long a post is due; what its author deletes has to be gone here after 48 hours. */
const dueAfterMs = 24 * hourMs
/** A doubtful answer is asked for again after so long: 24 + 12 hours leave 12 for failures. */
const doubtMs = 12 * hourMs
const overdueAfterMs = 48 * hourMs

/** Fewer posts than this are no ground for doubt. */
const fewPosts = 20

export function dueBefore(now: Date): { seenBefore: Date; doubtedBefore: Date } {
  const before = (ms: number) => new Date(now.getTime() - ms)
  return { seenBefore: before(dueAfterMs), doubtedBefore: before(doubtMs) }
}

export function overdueBefore(now: Date): Date {
  return new Date(now.getTime() - overdueAfterMs)
}

type Asked = { postId: number; sourceId: string; doubtedAt: Date | null }
export type Verdict<P extends Asked> = { seen: P[]; gone: P[]; doubted: P[] }

/**
 * How to judge a source's answer about these posts. More than half of 20 or more gone at once is rather a
 * broken source than many deletions: believed only of posts of which it said so 12 hours before.
 */
export function judgeAnswer<P extends Asked>(asked: readonly P[], goneIds: readonly string[]): Verdict<P> {
  const ids = new Set(goneIds)
  const seen = asked.filter((post) => !ids.has(post.sourceId))
  const missing = asked.filter((post) => ids.has(post.sourceId))
  const doubtful = asked.length >= fewPosts && missing.length * 2 > asked.length
  if (!doubtful) return { seen, gone: missing, doubted: [] }
  return {
    seen,
    gone: missing.filter((post) => post.doubtedAt !== null),
    doubted: missing.filter((post) => post.doubtedAt === null),
  }
}
