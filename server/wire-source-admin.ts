import { setTimeout as sleep } from 'node:timers/promises'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
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
    audit.recordEntry(entryOf(clock, by, action, { details }))
  return {
    store: sources.store,
    removal: makeSourceRemovalStore(database.db),
    figures: makeSourceFiguresStore(database.db),
    fixed: sources.fixed,
    turnedOff: sources.turnedOff,
    recognise: sources.recognise,
    readSome: sources.readSome,
    scorePost: shippedScorer().scorePost,
    startReading: (identity) => scan.readNow(sources.openFeeds(identity)),
    listTargets: () => scan.report.report.listTargets(),
    readsByItself: config.scan.hour !== null,
    overdueBefore,
    wakeJobs: () => scan.bell.ring(),
    recordAction,
    clock,
  }
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
