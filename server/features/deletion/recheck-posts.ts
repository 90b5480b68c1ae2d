import { type DeletionCheck, SourceError } from '#server/source-ports.ts'
import type { DuePost } from './deletion-store.ts'
import { type PurgePosts, purgePosts } from './purge-posts.ts'

const hourMs = 3_600_000

/** After so long a post is due; what its author deletes has to be gone here after 48 hours. */
const dueAfterMs = 24 * hourMs
/** A doubtful answer is asked for again after so long: 24 + 12 hours leave 12 for failures. */
const doubtMs = 12 * hourMs
const overdueAfterMs = 48 * hourMs

/** Fewer posts than this are no ground for doubt. */
const fewPosts = 20

const before = (now: Date, ms: number) => new Date(now.getTime() - ms)
const dueBefore = (now: Date) => ({
  seenBefore: before(now, dueAfterMs),
  doubtedBefore: before(now, doubtMs),
})
export const overdueBefore = (now: Date): Date => before(now, overdueAfterMs)

/** More than half of 20 or more gone at once is rather a broken source: believed only of posts of which it said so 12 hours before. */
function judgeAnswer(asked: readonly DuePost[], goneIds: readonly string[]) {
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

export type RecheckPosts = PurgePosts & {
  /** Called when a source failed, or says that too many posts are gone at once. */
  warn: (message: string, cause?: unknown) => void
}

export type RecheckSources = RecheckPosts & {
  listChecks: () => Promise<readonly DeletionCheck[]>
  reportCounts: (message: string, counts: object) => void
}

/** At least so many posts are judged together. */
const postsAtOnce = 100
/** A job ends after so many calls; what is still due is the next one's. People's searches share the budget. */
const mostCalls = 60

/** Purges what is gone of posts not checked for a day. An answer that cannot be read deletes nothing. */
export async function recheckPosts(deps: RecheckPosts, check: DeletionCheck, signal: AbortSignal) {
  const counts = { asked: 0, gone: 0, doubted: 0 }
  await deps.store.enlistAll(check.source)
  for (let calls = 0; calls < mostCalls && !signal.aborted; ) {
    const most = Math.min(Math.max(postsAtOnce, check.idsPerCall), (mostCalls - calls) * check.idsPerCall)
    const due = await deps.store.listDue(check.source, dueBefore(deps.clock()), most)
    if (due.length === 0) break
    calls += Math.ceil(due.length / check.idsPerCall)
    const { seen, gone, doubted } = judgeAnswer(due, await askAbout(check, due, signal))
    await purgePosts(
      deps,
      gone.map(({ sourceId }) => ({ source: check.source, sourceId })),
    )
    await deps.store.noteSeen(idsOf(seen), deps.clock())
    await deps.store.noteDoubt(idsOf(doubted), deps.clock())
    if (doubted.length > 0) {
      deps.warn(
        `${check.source} says that ${doubted.length} of ${due.length} posts are gone; asked again later`,
      )
    }
    counts.asked += due.length
    counts.gone += gone.length
    counts.doubted += doubted.length
  }
  return counts
}

export async function listRecheckWork(deps: RecheckSources): Promise<string[]> {
  const due: string[] = []
  for (const { source } of await deps.listChecks()) {
    if (await deps.store.hasDue(source, dueBefore(deps.clock()))) due.push(source)
  }
  return due
}

/** One source's turn. What it throws holds nothing but the reason, so that it may be stored. */
export async function recheckSource(deps: RecheckSources, source: string, signal: AbortSignal) {
  const check = (await deps.listChecks()).find((one) => one.source === source)
  if (check === undefined) return
  const counts = await recheckPosts(deps, check, signal).catch((error: unknown) => {
    if (signal.aborted) return null
    deps.warn(`Asking ${source} about deleted posts failed`, error)
    throw new SourceError(
      error instanceof SourceError ? error.message : 'could not be asked; the log says why',
    )
  })
  if (counts !== null && counts.gone > 0)
    deps.reportCounts('Deleted posts were purged', { source, ...counts })
}

const idsOf = (posts: readonly DuePost[]) => posts.map(({ postId }) => postId)

async function askAbout(check: DeletionCheck, due: readonly DuePost[], signal: AbortSignal) {
  const asked = new Set(due.map(({ sourceId }) => sourceId))
  const ids = [...asked]
  const gone: string[] = []
  for (let from = 0; from < ids.length; from += check.idsPerCall) {
    gone.push(...(await check.findGone(ids.slice(from, from + check.idsPerCall), signal)))
  }
  if (gone.some((id) => !asked.has(id))) throw new SourceError('answered about posts that nobody asked about')
  return gone
}
