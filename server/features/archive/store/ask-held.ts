import type { Duty } from '#server/clock.ts'
import type { DeletionCheck } from '#server/source-ports.ts'
import type { HeldStore } from './held-store.ts'
import { checkPosts, dueBefore, explainCheck, type RecheckSources } from './recheck-posts.ts'

export type AskHeld = RecheckSources & {
  held: HeldStore
  /** Shows posts again. `checkedAt` is null if the source was not asked. */
  releasePosts: (postIds: readonly number[], checkedAt: Date | null) => Promise<void>
}

const releasedAtOnce = 200
const always = new Date(8.64e15)

/**
 * Asks a source whether posts that are held back still exist, and begins with the most recent posts. Posts
 * that exist are released; deleted ones are purged. If the source does not answer, the posts stay held back.
 */
export async function askHeld(deps: AskHeld, check: DeletionCheck, signal: AbortSignal) {
  const posts = {
    ...deps.held,
    listDue: (most: number) => deps.held.listNext(check.source, doubtedBefore(deps), most),
    noteSeen: deps.releasePosts,
  }
  const { asked, gone, doubted } = await checkPosts(deps, { check, posts }, signal)
  return { released: asked - gone - doubted, gone, doubted }
}

const doubtedBefore = ({ clock }: AskHeld) => dueBefore(clock()).doubtedBefore

/** Releases all held posts of a source, because the operator pressed the button. */
async function releaseUnasked(deps: AskHeld, source: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const next = await deps.held.listNext(source, always, releasedAtOnce)
    if (next.length === 0) return
    await deps.releasePosts(
      next.map(({ postId }) => postId),
      null,
    )
  }
}

async function workOnHeld(deps: AskHeld, source: string, signal: AbortSignal): Promise<void> {
  const held = (await deps.held.listHeld()).find((one) => one.source === source)
  if (held === undefined) return
  if (held.releasedAt !== null) return releaseUnasked(deps, source, signal)
  const check = (await deps.listChecks()).find((one) => one.source === source)
  if (check === undefined) return
  const counts = await askHeld(deps, check, signal).catch((error: unknown) => {
    if (signal.aborted) return null
    throw explainCheck(deps, source, error)
  })
  if (counts !== null) deps.reportCounts('Restored posts were checked at their source', { source, ...counts })
}

/** One job per source asks it about its held posts. */
export const heldDuty = (deps: AskHeld): Duty => ({
  name: 'held-posts',
  title: 'check of restored posts',
  atOnce: 1,
  async listDue() {
    const held = await deps.held.listHeld()
    if (held.length === 0) return []
    const asked = new Set((await deps.listChecks()).map((check) => check.source))
    const due = []
    for (const { source, releasedAt } of held) {
      const isAskable =
        asked.has(source) && (await deps.held.listNext(source, doubtedBefore(deps), 1)).length > 0
      if (releasedAt !== null || isAskable) due.push({ key: source, data: { source } })
    }
    return due
  },
  run: (data, signal) => workOnHeld(deps, (data as { source: string }).source, signal),
})
