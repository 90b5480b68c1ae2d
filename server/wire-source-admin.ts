import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import { readOpml, writeOpml } from './adapters/feeds/opml-list.ts'
import type { Config } from './config.ts'
import type { OpenDatabase } from './database/open-database.ts'
import { entryOf } from './features/admin/actor.ts'
import type { AuditStore } from './features/admin/audit-store.ts'
import { makeArchiveStore } from './features/archive/archive-store.ts'
import { overdueBefore } from './features/deletion/recheck-rules.ts'
import type { ManageSources } from './features/sources/manage-sources.ts'
import type { PurgeSources } from './features/sources/purge-source.ts'
import { makeSourceFiguresStore } from './features/sources/source-figures-store.ts'
import { makeSourceRemovalStore } from './features/sources/source-removal-store.ts'
import type { addSourcesRoutes } from './features/sources/sources-routes.ts'
import type { Clock } from './ports.ts'
import type { Scan } from './wire-scan.ts'
import type { Sources } from './wire-sources.ts'

type Parts = {
  config: Pick<Config, 'scan'>
  database: Pick<OpenDatabase, 'db'>
  clock: Clock
  sources: Sources
  scan: Scan
  audit: Pick<AuditStore, 'recordEntry'>
}

/** Sources in the operator's area. */
export function wireSourceAdmin(parts: Parts): Parameters<typeof addSourcesRoutes>[1] {
  const { config, database, clock, sources, scan, audit } = parts
  const recordAction: ManageSources['recordAction'] = (by, action, details) =>
    audit.recordEntry(entryOf(clock, by, { action, details }))
  return {
    store: sources.store,
    removal: makeSourceRemovalStore(database.db),
    figures: makeSourceFiguresStore(database.db),
    fixed: sources.fixed,
    turnedOff: sources.turnedOff,
    recognise: sources.recognise,
    readSome: sources.readSome,
    scorePost: shippedScorer().scorePost,
    startReading: (identities) => scan.readNow(identities.flatMap(sources.openFeeds)),
    readOpml,
    writeOpml,
    listTargets: () => scan.report.report.listTargets(),
    listSet: () => scan.scanning.listTargets(),
    listOwn: (source) => sources.openFeeds(source).flatMap(({ own }) => own ?? []),
    readsByItself: config.scan.hour !== null,
    overdueBefore,
    wakeJobs: () => scan.wakeUp.ring(),
    recordAction,
    clock,
  }
}

/** A new installation says whom it asks, and how to have it ask nobody. */
export async function announceSources({ store, turnedOff }: Sources, logger: Logger): Promise<void> {
  const kept = await store.listSources()
  const came = kept.some(
    ({ kind, addedBy, enabled, removedAt }) =>
      addedBy === 'product' && enabled && removedAt === null && !turnedOff.some((one) => one === kind),
  )
  if (!came) return
  logger.info(
    'Hacker News is searched and read, which needs no key. HACKER_NEWS=off, or Pause at /admin under Sources, ends that',
  )
}

/** What deletes what removed sources brought. */
export function wirePurging({ database, clock }: Pick<Parts, 'database' | 'clock'>): PurgeSources {
  const archive = makeArchiveStore(database.db)
  return {
    removal: makeSourceRemovalStore(database.db),
    removePosts: (keys) => archive.save({ scored: [], restated: [], deleted: keys }),
    pause: (delayMs, signal) => sleep(delayMs, undefined, { signal }).catch(() => {}),
    clock,
  }
}
