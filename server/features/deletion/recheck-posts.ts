import { type DeletionCheck, SourceError } from '#server/ports.ts'
import type { DuePost } from './deletion-store.ts'
import { type PurgePosts, purgePosts } from './purge-posts.ts'
import { dueBefore, judgeAnswer } from './recheck-rules.ts'

export type RecheckPosts = PurgePosts & {
  /** Called when a source failed, or says that too many posts are gone at once. */
  warn: (message: string, cause?: unknown) => void
}

export type RecheckSources = RecheckPosts & {
  listChecks: () => Promise<readonly DeletionCheck[]>
  reportCounts: (message: string, counts: object) => void
}

type RecheckCounts = { asked: number; gone: number; doubted: number }

/** At least so many posts are judged together. */
const postsAtOnce = 100
/** A job ends after so many calls; what is still due is the next one's. People's searches share the budget. */
const mostCalls = 60

/** Purges what is gone of posts not checked for a day. An answer that cannot be read deletes nothing. */
export async function recheckPosts(deps: RecheckPosts, check: DeletionCheck, signal: AbortSignal) {
  const counts: RecheckCounts = { asked: 0, gone: 0, doubted: 0 }
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
    deps.reportCounts('Deleted posts were forgotten', { source, ...counts })
}

const idsOf = (posts: readonly DuePost[]) => posts.map(({ postId }) => postId)

async function askAbout(check: DeletionCheck, due: readonly DuePost[], signal: AbortSignal) {
  const asked = new Set(due.map(({ sourceId }) => sourceId))
  const ids = [...asked]
  const gone: string[] = []
  for (let from = 0; from < ids.length; from += check.idsPerCall) {
    gone.push(...(await check.findGone(ids.slice(from, from + check.idsPerCall), signal)))
  }
  if (gone.some((id) => !asked.has(id))) throw new SourceError('told of posts that nobody asked about')
  return gone
}
