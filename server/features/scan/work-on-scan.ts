import type { Duty } from '#server/clock.ts'
import { ArchiveWriteError } from '#server/errors.ts'
import { type FeedPage, type Post, type PostFeed, SourceError } from '#server/source-ports.ts'
import type { ScanStep, ScanStore, WaitingTask } from './scan-store.ts'
import { isReadFor, type ScanTask, taskKey } from './scan-task-rules.ts'
import { type StartScan, startDueScans, startScan } from './start-scan.ts'

/** A function that gets the transaction of a page. Only code that stores posts may use this transaction. */
type StorePage = Parameters<ScanStore['savePage']>[2]

export type WorkOnScan = StartScan & {
  store: ScanStore
  /** Scores posts, and stores them in the transaction that stores the position in the feed. */
  storePosts: (posts: readonly Post[], inside: Parameters<StorePage>[0]) => ReturnType<StorePage>
  onPage?: (task: WaitingTask, postsRead: number) => void
  /** The hour (UTC) at which the daily run starts. Null if runs are only started manually. */
  hour: number | null
  /** Called with a failure and its cause, which must not be shown to users. */
  warn: (message: string, cause: unknown) => void
}

/** The maximum number of posts per target, source and run, which is the number that Reddit lists. */
const mostPosts = 1000
/** Votes and comments change for about two days, so posts are read again for that long. */
const readAgainMs = 2 * 86_400_000

/**
 * A target is done when its feed ends, or when it was read back to `readAgainMs` before `since`. A known post
 * does not end the reading, because searches and imports store posts, too. A date in the future counts as
 * `now`.
 */
function stepAfter(place: WaitingTask, page: FeedPage, now: Date): ScanStep {
  const read = [...page.posts.map((post) => post.createdAt), ...(page.others ?? [])]
  const times = read.map((createdAt) => createdAt.getTime())
  const postsRead = place.postsRead + times.length
  const newest = Math.max(place.newestPostAt?.getTime() ?? 0, place.since?.getTime() ?? 0, ...times)
  const reached = place.since !== null && Math.min(...times) <= place.since.getTime() - readAgainMs
  const through = page.next === null || reached
  const stuck = page.next === place.after
  return {
    after: page.next,
    newestPostAt: newest === 0 ? null : new Date(Math.min(newest, now.getTime())),
    postsRead,
    done: through || stuck || postsRead >= mostPosts,
    cutShort: !through && (stuck || postsRead >= mostPosts),
    notes: page.unchanged === true ? null : (page.notes ?? []),
  }
}

/**
 * Reads one page after another. It can safely be repeated, killed, and run twice at the same time. Throws the
 * feed's errors. Stored pages stay.
 */
async function scanTarget(deps: WorkOnScan, task: ScanTask, signal: AbortSignal) {
  for (;;) {
    const waiting = await deps.store.findWaiting(task)
    if (waiting === null) return 'done'
    if (signal.aborted) return 'stopped'
    const { kind, value } = task
    const feed = requireFeed(await deps.listFeeds(), task)
    const page = await feed.listNew({ kind, value }, waiting.after, signal)
    const now = deps.clock()
    const step = stepAfter(waiting, page, now)
    const saved = await deps.store.savePage(waiting, { step, now }, (inside) =>
      deps.storePosts(page.posts, inside),
    )
    if (saved) await page.onStored?.()
    deps.onPage?.(waiting, step.postsRead)
  }
}

function requireFeed(feeds: readonly PostFeed[], task: ScanTask): PostFeed {
  const feed = feeds.find((one) => one.source === task.source && isReadFor(one, task))
  if (feed === undefined) throw new SourceError('is paused, or no longer configured')
  return feed
}

/**
 * The reason why a target could not be read, for the operator. Only messages of our own errors are known to
 * contain neither texts nor secrets.
 */
export function explainScanFailure(error: unknown): string {
  if (error instanceof SourceError) return `The source ${error.message.replace(/\.?$/u, '.')}`
  if (error instanceof ArchiveWriteError) {
    return `The posts could not be stored: ${error.message.replace(/\.?$/u, '.')}`
  }
  return 'Something unexpected happened; see the log.'
}

/** How long past runs are kept for the operator. */
const runsStoredMs = 90 * 86_400_000

/** Starts the run of the day when it is due, and lists the targets that are not read yet, of all runs. */
export async function listScanWork(deps: WorkOnScan): Promise<ScanTask[]> {
  if (deps.hour !== null) await startDueScans(deps, deps.hour)
  await deps.store.deleteRunsBefore(new Date(deps.clock().getTime() - runsStoredMs))
  const waiting = await deps.store.listWaiting()
  return waiting.map(({ source, kind, value }) => ({ source, kind, value }))
}

/** If the attempt fails, the reason is stored for the operator. Posts that were stored before stay. */
async function tryTarget(deps: WorkOnScan, task: ScanTask, signal: AbortSignal) {
  try {
    return await scanTarget(deps, task, signal)
  } catch (error) {
    if (signal.aborted) return 'stopped'
    const reason = explainScanFailure(error)
    await deps.store.noteFailure(task, { reason, now: deps.clock() })
    deps.warn(`Reading ${task.value} in ${task.source} failed`, error)
    return { reason }
  }
}

/** Reads one target. Errors contain only the reason of the failure, so they may be stored. */
export async function workOnTarget(deps: WorkOnScan, task: ScanTask, signal: AbortSignal): Promise<void> {
  const outcome = await tryTarget(deps, task, signal)
  if (typeof outcome === 'object') throw new SourceError(outcome.reason)
}

async function giveUpTarget(deps: WorkOnScan, task: ScanTask): Promise<void> {
  const noted = (await deps.store.findWaiting(task))?.reason
  const reason = noted ?? 'The process that read it ended several times before it was done.'
  await deps.store.giveUp(task, { reason, now: deps.clock() })
}

/** The daily scan, with one job for each target in each source. */
export const scanDuty = (deps: WorkOnScan): Duty => ({
  name: 'scan',
  title: 'daily scan',
  atOnce: 2,
  listDue: async () => (await listScanWork(deps)).map((task) => ({ key: taskKey(task), data: task })),
  run: (data, signal) => workOnTarget(deps, data as ScanTask, signal),
  giveUp: (data) => giveUpTarget(deps, data as ScanTask),
})

type RunScan = WorkOnScan & {
  /** Stops early when the signal aborts. */
  wait: (delayMs: number, signal: AbortSignal) => Promise<void>
  onTarget: (task: ScanTask, outcome: TargetOutcome) => void
}

export type TargetOutcome = { how: 'done' } | { how: 'failed' | 'trouble'; reason: string }
type ScanOutcome =
  | { how: 'nothing-to-read' | 'stopped' }
  | { how: 'complete'; targets: number; failed: number }

const retryDelaysMs = [2_000, 15_000]

/**
 * Does a new run, or the rest of a run in progress. Concurrent processes neither store nor count a post
 * twice.
 */
export async function runScan(deps: RunScan, signal: AbortSignal): Promise<ScanOutcome> {
  const runId = await startScan(deps, 'command')
  if (runId === null) return { how: 'nothing-to-read' }
  const waiting = (await deps.store.listWaiting()).filter((task) => task.runId === runId)
  let failed = 0
  for (const task of waiting) {
    const outcome = await readTarget(deps, task, signal)
    if (outcome === 'stopped') return { how: 'stopped' }
    if (outcome === 'failed') failed += 1
  }
  return { how: 'complete', targets: waiting.length, failed }
}

async function readTarget(deps: RunScan, task: WaitingTask, signal: AbortSignal) {
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await tryTarget(deps, task, signal)
    if (outcome === 'done') deps.onTarget(task, { how: 'done' })
    if (typeof outcome === 'string') return outcome
    const delayMs = retryDelaysMs[attempt]
    if (delayMs === undefined) {
      await deps.store.giveUp(task, { ...outcome, now: deps.clock() })
      deps.onTarget(task, { how: 'failed', ...outcome })
      return 'failed'
    }
    deps.onTarget(task, { how: 'trouble', ...outcome })
    await deps.wait(delayMs, signal)
  }
}
