import { type Duty, hourMs } from '#server/clock.ts'
import { type DeletionCheck, SourceError } from '#server/source-ports.ts'
import type { DuePost } from './deletion-store.ts'
import { type PurgePosts, purgePosts } from './purge-posts.ts'

/** The interval between checks. Deleted posts have to be purged within 48 hours. */
const dueAfterMs = 24 * hourMs
/**
 * The delay before an implausible answer is checked again. This delay and the 24 hours between checks leave
 * 12 of the 48 hours for failures.
 */
const doubtMs = 12 * hourMs
const overdueAfterMs = 48 * hourMs

/** An answer about fewer posts than this is always plausible. */
const fewPosts = 20

const before = (now: Date, ms: number) => new Date(now.getTime() - ms)
export const dueBefore = (now: Date) => ({
  seenBefore: before(now, dueAfterMs),
  doubtedBefore: before(now, doubtMs),
})
export const overdueBefore = (now: Date): Date => before(now, overdueAfterMs)

/**
 * If a source reports more than half of 20 or more posts as deleted at once, it is probably broken. In that
 * case, a post is purged only if the source also reported it 12 hours earlier.
 */
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
  /** Called when a source has failed or has reported too many posts as deleted. */
  warn: (message: string, cause?: unknown) => void
}

export type RecheckSources = RecheckPosts & {
  listChecks: () => Promise<readonly DeletionCheck[]>
  reportCounts: (message: string, counts: object) => void
}

/** The minimum number of posts to ask about before the answer is judged. */
const postsAtOnce = 100
/**
 * The maximum number of calls per job. The next job checks the remaining posts. Searches share the budget of
 * these calls.
 */
const mostCalls = 60

/** The number of posts to ask about next, which depends on the calls that the job has made. */
const sizeOfTurn = ({ idsPerCall }: DeletionCheck, calls: number): number =>
  Math.min(Math.max(postsAtOnce, idsPerCall), (mostCalls - calls) * idsPerCall)

type Turn = { check: DeletionCheck; due: readonly DuePost[] }

/** Asks a source about posts. Returns a warning if the answer is implausible. */
async function judgeDue(deps: RecheckPosts, { check, due }: Turn, signal: AbortSignal) {
  const judged = judgeAnswer(due, await askAbout(check, due, signal))
  if (judged.doubted.length > 0) {
    const share = `${judged.doubted.length} of ${due.length}`
    deps.warn(`${check.source} says that ${share} posts are deleted; checked again later`)
  }
  return judged
}

/** The posts to check, in the archive or held back. */
type CheckedPosts = {
  listDue: (most: number) => Promise<DuePost[]>
  noteSeen: (postIds: readonly number[], now: Date) => Promise<void>
  noteDoubt: (postIds: readonly number[], now: Date) => Promise<void>
}

/**
 * Asks a source about the posts that are due, up to the maximum number of calls, and purges those that are
 * gone. If a response cannot be parsed, nothing is deleted.
 */
export async function checkPosts(
  deps: RecheckPosts,
  { check, posts }: { check: DeletionCheck; posts: CheckedPosts },
  signal: AbortSignal,
) {
  const counts = { asked: 0, gone: 0, doubted: 0 }
  for (let calls = 0; calls < mostCalls && !signal.aborted; ) {
    const due = await posts.listDue(sizeOfTurn(check, calls))
    if (due.length === 0) break
    calls += Math.ceil(due.length / check.idsPerCall)
    const { seen, gone, doubted } = await judgeDue(deps, { check, due }, signal)
    await purgePosts(
      deps,
      gone.map(({ sourceId }) => ({ source: check.source, sourceId })),
    )
    await posts.noteSeen(idsOf(seen), deps.clock())
    await posts.noteDoubt(idsOf(doubted), deps.clock())
    counts.asked += due.length
    counts.gone += gone.length
    counts.doubted += doubted.length
  }
  return counts
}

/** Checks those archived posts of a source that were not checked for a day. */
export async function recheckPosts(deps: RecheckPosts, check: DeletionCheck, signal: AbortSignal) {
  const { store, clock } = deps
  await store.enlistAll(check.source)
  const posts = { ...store, listDue: (most: number) => store.listDue(check.source, dueBefore(clock()), most) }
  return checkPosts(deps, { check, posts }, signal)
}

async function listRecheckWork(deps: RecheckSources): Promise<string[]> {
  const due: string[] = []
  for (const { source } of await deps.listChecks()) {
    if (await deps.store.hasDue(source, dueBefore(deps.clock()))) due.push(source)
  }
  return due
}

/** The message contains only the reason of the failure, so it may be stored. */
export function explainCheck(deps: Pick<RecheckPosts, 'warn'>, source: string, error: unknown): SourceError {
  deps.warn(`Checking ${source} for deleted posts failed`, error)
  return new SourceError(
    error instanceof SourceError ? error.message : 'could not be checked; the log says why',
  )
}

/** The checks of one source. Errors contain only the reason of the failure, so they may be stored. */
async function recheckSource(deps: RecheckSources, source: string, signal: AbortSignal) {
  const check = (await deps.listChecks()).find((one) => one.source === source)
  if (check === undefined) return
  const counts = await recheckPosts(deps, check, signal).catch((error: unknown) => {
    if (signal.aborted) return null
    throw explainCheck(deps, source, error)
  })
  if (counts !== null && counts.gone > 0)
    deps.reportCounts('Deleted posts were purged', { source, ...counts })
}

/** Deletion checks, with one job per source. */
export const deletionDuty = (deps: RecheckSources): Duty => ({
  name: 'deletion-check',
  title: 'deletion check',
  atOnce: 1,
  listDue: async () => (await listRecheckWork(deps)).map((source) => ({ key: source, data: { source } })),
  run: (data, signal) => recheckSource(deps, (data as { source: string }).source, signal),
})

const idsOf = (posts: readonly DuePost[]) => posts.map(({ postId }) => postId)

async function askAbout(check: DeletionCheck, due: readonly DuePost[], signal: AbortSignal) {
  const asked = new Set(due.map(({ sourceId }) => sourceId))
  const ids = [...asked]
  const gone: string[] = []
  for (let from = 0; from < ids.length; from += check.idsPerCall) {
    gone.push(...(await check.findGone(ids.slice(from, from + check.idsPerCall), signal)))
  }
  if (gone.some((id) => !asked.has(id)))
    throw new SourceError('answered about posts that it was not asked about')
  return gone
}
