import type { Logger } from 'pino'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import type { Operator } from '#server/actor.ts'
import type { Transaction } from '#server/database/in-transaction.ts'
import type { OpenDatabase } from '#server/database/open-database.ts'
import { ArchiveWriteError } from '#server/errors.ts'
import { type AuditStore, entryOf } from '#server/features/admin/audit-store.ts'
import { makeArchiveStore } from '#server/features/archive/store/archive-store.ts'
import { makeArrivalsStore } from '#server/features/archive/store/arrivals-store.ts'
import { type AskHeld, heldDuty } from '#server/features/archive/store/ask-held.ts'
import { deletionFollower } from '#server/features/archive/store/deletion-store.ts'
import { arrivalsDuty } from '#server/features/archive/store/follow-arrivals.ts'
import { makeHeldPostsStore } from '#server/features/archive/store/held-posts-store.ts'
import { type HeldStore, makeHeldStore } from '#server/features/archive/store/held-store.ts'
import { readHeld } from '#server/features/archive/store/read-held.ts'
import { deletionDuty, overdueBefore } from '#server/features/archive/store/recheck-posts.ts'
import { storeFeedPosts } from '#server/features/archive/store/store-source-posts.ts'
import { makeScanKeywordStore } from '#server/features/scan/scan-keyword-store.ts'
import { addScanRoutes } from '#server/features/scan/scan-routes.ts'
import { makeScanReportStore, makeScanStore } from '#server/features/scan/scan-store.ts'
import { startScan } from '#server/features/scan/start-scan.ts'
import { explainScanFailure, scanDuty } from '#server/features/scan/work-on-scan.ts'
import { cachedFor } from '#server/operations/cached-for.ts'
import { type Post, type PostFeed, type ScanTarget, SourceError } from '#server/source-ports.ts'
import { wireDeletion } from './wire-deletion.ts'
import { quietRepeats } from './wire-health.ts'
import type { LiveNow } from './wire-source-calls.ts'
import { postsScorer, readListsIn } from './wire-texts.ts'
import { watchFollowing } from './wire-watches.ts'
import type { AddRoutes, Wired } from './wired.ts'

export type ScanDeps = Pick<Wired, 'config' | 'logger' | 'clock' | 'workers'> & {
  database: Pick<OpenDatabase, 'db'>
  live: Pick<LiveNow, 'listFeeds' | 'listChecks'>
}

/** The dependencies of the daily scan and the deletion checks. */
export type Scan = ReturnType<typeof wireScan>

/** Expected errors are logged as a sentence, unexpected ones with their stack. */
function logTrouble(logger: Logger) {
  return (message: string, cause?: unknown) => {
    if (cause === undefined) logger.warn(message)
    else if (cause instanceof SourceError || cause instanceof ArchiveWriteError) {
      logger.warn({ reason: explainScanFailure(cause) }, message)
    } else logger.warn({ err: cause }, message)
  }
}

/**
 * Stores the posts of a feed's page in the transaction of that page, and notes which posts were skipped or
 * truncated.
 */
function feedPostStorer({ workers }: ScanDeps) {
  const scorePosts = postsScorer(workers.ofScan)
  return async (posts: readonly Post[], inside: Transaction) => {
    const told: string[] = []
    const tell = (sentence: string) => told.push(sentence)
    const store = makeArchiveStore(inside)
    const archiving = { store, scorer: shippedScorer(), scorePosts, onSetAside: tell, onCut: tell }
    const stored = await storeFeedPosts(archiving, posts)
    return { ...stored, told }
  }
}

/** Deleted and held posts, for the admin page of the scan. */
function reportDeletion(
  { clock, live: { listChecks } }: ScanDeps,
  deletion: ReturnType<typeof wireDeletion>['store'],
  held: HeldStore,
) {
  return {
    listDeletionChecks: async () =>
      Promise.all(
        (await listChecks()).map(async ({ source }) => {
          const report = await deletion.report(source, overdueBefore(clock()))
          return { ...report, oldestCheckAt: report.oldestCheckAt?.toISOString() ?? null }
        }),
      ),
    countPurged: (since: Date) => deletion.countPurged(since),
    listHeld: () => readHeld({ held, listChecks }),
  }
}

export function wireScan(parts: ScanDeps) {
  const { config, database, logger, clock } = parts
  const { listFeeds, listChecks } = parts.live
  const keywords = makeScanKeywordStore(database.db)
  const seedKeywords = cachedFor(
    Number.POSITIVE_INFINITY,
    () => keywords.seedKeywords(config.scan.keywords, clock()),
    clock,
  )
  const listTargets = async (): Promise<ScanTarget[]> => {
    await seedKeywords()
    return [
      ...config.scan.communities.map((value) => ({ kind: 'community' as const, value })),
      ...(await keywords.listEnabled()).map((value) => ({ kind: 'keyword' as const, value })),
    ]
  }
  const warn = quietRepeats(logTrouble(logger))
  const purging = wireDeletion(parts)
  const scanning = {
    store: makeScanStore(database.db),
    listFeeds,
    listTargets,
    clock,
    hour: config.scan.hour,
    warn,
    storePosts: feedPostStorer(parts),
  }
  const reportCounts = (message: string, counts: object) => logger.info(counts, message)
  const rechecking = { ...purging, listChecks, warn, reportCounts }
  const held = makeHeldStore(database.db)
  const heldPosts = makeHeldPostsStore(database.db)
  const releasePosts: AskHeld['releasePosts'] = (ids, checkedAt) => heldPosts.release(ids, checkedAt)
  const following = {
    store: makeArrivalsStore(database.db),
    followers: [deletionFollower(clock), watchFollowing(parts)],
  }
  return {
    scanning,
    rechecking,
    report: {
      ...scanning,
      report: makeScanReportStore(database.db),
      timeZone: config.timeZone,
      ...reportDeletion(parts, purging.store, held),
    },
    held,
    keywords: { keywords, seedKeywords },
    /** Reads these feeds at once, independently of the daily scan. */
    readNow: async (feeds: readonly PostFeed[]) => {
      await startScan({ ...scanning, listFeeds: async () => feeds, listTargets: async () => [] }, 'operator')
    },
    following,
    duties: [
      scanDuty(scanning),
      heldDuty({ ...rechecking, held, releasePosts }),
      deletionDuty(rechecking),
      arrivalsDuty(following),
    ],
  }
}

type ScanRoutesDeps = Pick<Wired, 'workers' | 'jobs'> & {
  audit: Pick<AuditStore, 'recordEntry' | 'withEntries'>
}

/** The admin page of the scan. Every change is written to the audit log. */
export function scanRoutes(scan: Scan, { workers, jobs, audit }: ScanRoutesDeps): AddRoutes {
  const { clock } = scan.report
  const parts = {
    ...scan.report,
    ...scan.scanning,
    ...scan.keywords,
    readForeignLists: readListsIn(workers),
    recordKeywords: (by: Operator, details: string) =>
      audit.recordEntry(entryOf(clock, by, { action: 'scan_keywords_changed', details })),
    wakeJobs: jobs.wake,
    allowUnasked: (source: string, by: Operator) =>
      audit.withEntries(
        (inside) => scan.held.allowUnasked(source, clock(), inside),
        (posts) => {
          const details = `${posts} posts of ${source}, which it was not asked about.`
          return posts === null ? [] : [entryOf(clock, by, { action: 'held_posts_released', details })]
        },
      ),
    recordAsking: (by: Operator) => audit.recordEntry(entryOf(clock, by, { action: 'scan_started' })),
  }
  return (app) => addScanRoutes(app, parts)
}
