import type { Logger } from 'pino'
import type { Clock, Duty } from '#server/clock.ts'
import { databaseTrouble } from '#server/database/database-failure.ts'
import { listenForWork } from '#server/database/listen-for-work.ts'
import type { OpenDatabase } from '#server/database/open-database.ts'
import type { OutageLog } from '#server/database/outage-log.ts'
import { restoreWordIndexes } from '#server/database/word-indexes.ts'
import { makeArchiveStore } from '#server/features/archive/store/archive-store.ts'
import { countWords, mostCounted } from '#server/features/archive/store/count-words.ts'
import { makeWordCountStore } from '#server/features/archive/store/word-count-store.ts'
import type { Billing } from '#server/features/billing/require-payments.ts'
import { subscriptionsDuty } from '#server/features/billing/sweep-billing.ts'
import { customerEmailsDuty } from '#server/features/billing/tell-email.ts'
import { ownDuty } from '#server/features/own/score-collection.ts'
import { removalDuty } from '#server/features/sources/purge-source.ts'
import { type BackgroundJobs, makeBackgroundJobs } from '#server/jobs/background-jobs.ts'
import { backupDuty } from '#server/operations/daily-backup.ts'
import { safeMessage } from '#server/operations/failure-report.ts'
import type { HealthWatch } from '#server/operations/health-watch.ts'
import { housekeepingDuty } from '#server/operations/housekeeping.ts'
import { backUpInThread } from './wire-backup.ts'
import type { Delivery } from './wire-delivery.ts'
import type { Digests } from './wire-digests.ts'
import { quietRepeats } from './wire-health.ts'
import type { Keys } from './wire-keys.ts'
import type { OwnMaterial } from './wire-own.ts'
import type { Scan } from './wire-scan.ts'
import { wirePurging } from './wire-sources.ts'
import type { Wired } from './wired.ts'

type JobsDeps = {
  pool: OpenDatabase['pool']
  logger: Logger
  clock: Clock
  /** Logs an outage of the database once. */
  outages?: Pick<OutageLog, 'note'>
  watch: Pick<HealthWatch, 'watch'>
}

/** Background work, which starts once the product listens. */
export function wireJobs({ pool, logger, clock, outages, watch }: JobsDeps): BackgroundJobs {
  const warn = quietRepeats((message, cause) =>
    logger.warn(cause === undefined ? {} : { err: cause }, message),
  )
  const jobs = makeBackgroundJobs({
    clock,
    executeSql: (text, values) => pool.query(text, values),
    listen: (onWork) => listenForWork({ pool, onWork }),
    warn: (message, cause) => {
      if ((outages?.note(cause) ?? null) === null) warn(message, cause)
    },
    findTrouble: databaseTrouble,
    safeMessage,
  })
  const watched = (duty: Duty): Duty => {
    const { title } = duty
    if (title === undefined) return duty
    return { ...duty, run: (data, signal) => watch.watch(`job ${title}`, () => duty.run(data, signal)) }
  }
  return { ...jobs, start: (duties) => jobs.start(duties.map(watched)) }
}

type Cleaned = { clean: () => Promise<unknown> }

type DutiesDeps = {
  search: Cleaned
  accounts: Cleaned
  admin: Cleaned
  own: OwnMaterial
  watches: Cleaned & { duties: readonly Duty[] }
  billing: Billing
  scan: Scan
  delivery: Delivery
  keys: Keys
  digests: Digests
}

/** All background work of the product, in the order in which the operator sees it. */
export function listDuties(
  { config, database, clock, logger }: Pick<Wired, 'config' | 'database' | 'clock' | 'logger'>,
  { search, accounts, admin, own, watches, billing, scan, delivery, digests, keys }: DutiesDeps,
): readonly Duty[] {
  const archive = makeArchiveStore(database.db)
  const counting = { store: makeWordCountStore(database.db) }
  const writeBackup = (path: string, signal: AbortSignal) =>
    backUpInThread({ database, config }, path, signal)
  const { backups: settings } = config
  const backups = settings === null ? [] : [backupDuty({ settings, clock, write: writeBackup })]
  return [
    housekeepingDuty([
      ...[search, accounts, own, watches, admin, delivery, digests, keys].map(
        (feature) => () => feature.clean(),
      ),
      () => archive.countLanguages(),
      () => countWords(counting, mostCounted.besideSearches),
    ]),
    {
      name: 'word-indexes',
      rhythm: { everyMinutes: 10 },
      atStart: true,
      run: () => restoreWordIndexes(database.pool),
    },
    subscriptionsDuty({
      ...billing,
      reportSwept: (swept) => logger.info(swept, 'Subscriptions were checked'),
    }),
    customerEmailsDuty(billing),
    ...scan.duties,
    removalDuty(wirePurging({ database, clock })),
    ownDuty(own),
    ...watches.duties,
    ...delivery.duties,
    ...digests.duties,
    ...backups,
    ...keys.duties,
  ]
}
