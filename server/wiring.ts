import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { SiteFacts } from '#contract/site-facts.ts'
import { findNeeds } from '#scoring/needs.ts'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import { readForeignLists } from './adapters/list-files/read-foreign-lists.ts'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { openDatabase } from './database/open-database.ts'
import { makeOutageLog } from './database/outage-log.ts'
import { makeDatabaseProbe } from './database/probe-database.ts'
import { watchPool } from './database/watch-pool.ts'
import { type Actor, entryOf } from './features/admin/actor.ts'
import type { AuditStore } from './features/admin/audit-store.ts'
import { makeHealthWatch } from './features/admin/health-watch.ts'
import { makeArchiveStore } from './features/archive/archive-store.ts'
import { makeArchiveWordsStore } from './features/archive/archive-words-store.ts'
import { countWords, mostCounted } from './features/archive/count-words.ts'
import { loadStarterCollection } from './features/archive/load-starter-collection.ts'
import { endBilling } from './features/billing/end-billing.ts'
import { makeInstanceCounter } from './features/instance/count-instance.ts'
import { makeInstanceStore } from './features/instance/instance-store.ts'
import { makeScoringLimitStore } from './features/scoring/scoring-limit-store.ts'
import { makeAllowanceKey } from './features/search/allowance-key.ts'
import { dayStart } from './features/search/allowance-rules.ts'
import { loadCookieSecret } from './http/cookie-secret.ts'
import { describeSite } from './http/describe-site.ts'
import { startBillingSweep } from './jobs/billing-sweep.ts'
import { startHousekeeping } from './jobs/housekeeping.ts'
import { ownDuty } from './jobs/own-duty.ts'
import { makeLogger } from './logger.ts'
import { type Clock, SourceError } from './ports.ts'
import { makeReadiness } from './readiness.ts'
import { requireFreeAddress } from './require-free-address.ts'
import type { ResultsRenderer } from './results-renderer.ts'
import { cleanAccounts, wireAccounts, wireProviders } from './wire-accounts.ts'
import { announceSetup, cleanAdmin, wireAdmin } from './wire-admin.ts'
import { billingFact, openPayments, sweepBilling, wireBilling } from './wire-billing.ts'
import { wireOwn, wireOwnBriefs } from './wire-own.ts'
import { type Scan, startScanJobs, wireScan } from './wire-scan.ts'
import { wireSearch } from './wire-search.ts'
import { announceSources, wirePurging, wireSourceAdmin } from './wire-source-admin.ts'
import { replaceLive, wireSources } from './wire-sources.ts'
import type { Wired } from './wired.ts'

const webFolder = join(import.meta.dirname, '../web/dist')

/** The built front end and its own code for drawing kept results; null where nothing was built. */
async function openFrontEnd(facts: SiteFacts) {
  if (!existsSync(join(webFolder, 'app.html'))) return null
  type Draw = (kept: Parameters<ResultsRenderer>[0] & { facts: SiteFacts }) => ReturnType<ResultsRenderer>
  const built: { renderResults: Draw } = await import(
    pathToFileURL(join(webFolder, 'server/prerender.js')).href
  )
  const draw: ResultsRenderer = (kept) => built.renderResults({ ...kept, facts })
  return { folder: webFolder, facts, draw }
}

/** What a source said, and what the network did. */
const describeRefusal = ({ message, cause }: SourceError) =>
  cause instanceof Error ? `${message}: ${cause.message}` : message

/** What notices that the database, the disk or a provider fails, and says so once. */
function wireHealth({ config, database, logger }: Wired, clock: Clock) {
  const log = (level: 'error' | 'warn' | 'info', details: object, message: string) =>
    logger[level](details, message)
  const watch = makeHealthWatch(clock)
  const probe = makeDatabaseProbe(database.pool)
  const outages = makeOutageLog({ probe, log })
  const readiness = makeReadiness({ probe, folder: config.dataDir, watch, log })
  const warn = (message: string, cause: unknown) => {
    if (outages.note(cause) !== null) return
    // What a source says is an answer, and where in our code it came in says nothing.
    if (cause instanceof SourceError) logger.warn({ reason: describeRefusal(cause) }, message)
    else logger.warn({ err: cause }, message)
  }
  return { watch, probe, outages, readiness, warn }
}

/** What the operator's page of the scan calls; who changed what goes into the audit log. */
const wireScanPage = (scan: Scan, audit: AuditStore, clock: Clock) => ({
  ...scan.report,
  ...scan.scanning,
  ...scan.keywords,
  readForeignLists,
  recordKeywords: (by: Actor, details: string) =>
    audit.recordEntry(entryOf(clock, by, { action: 'scan_keywords_changed', details })),
  wakeJobs: () => scan.wakeUp.ring(),
  recordAsking: (by: Actor) => audit.recordEntry(entryOf(clock, by, { action: 'scan_started' })),
})

/** The app over an open database: what the product serves and what tests call. */
export async function wireApp(given: Wired, publicUrl: string) {
  const { config, logger } = given
  const clock = given.replaced.clock ?? (() => new Date())
  const { watch, probe, outages, readiness, warn } = wireHealth(given, clock)
  const cookieSecrets = config.sessionSecrets ?? [await loadCookieSecret(config.dataDir)]
  const [cookieSecret = ''] = cookieSecrets
  const wired = { ...given, watch, warn, allowanceKey: makeAllowanceKey(cookieSecret) }
  const stoppedClock = given.replaced.clock ?? null
  const sources = await wireSources({ ...given, publicUrl, clock, stoppedClock })
  const scan = wireScan({ ...given, clock, live: replaceLive(sources.live, given.replaced) })
  const search = wireSearch({ ...wired, ...scan }, sources.live, clock)
  const accounts = wireAccounts(wired, publicUrl, clock)
  const own = wireOwn({ db: given.database.db, clock, archive: search.archiveSearch, wakeUp: scan.wakeUp })
  const billing = watch.watchBilling(wireBilling({ ...wired, publicUrl, clock }))
  const beforeDeletion = [(userId: string) => endBilling(billing, userId)]
  const parts = { ...wired, readiness, publicUrl, clock, cookieSecrets, accounts, billing, beforeDeletion }
  const admin = wireAdmin({ ...parts, listSources: search.listSources, scanJobs: scan.jobNames })
  const app = await buildApp({
    settings: {
      publicUrl,
      cookieSecrets,
      trustedProxies: config.trustedProxies,
      web: await openFrontEnd(describeSite({ ...config, publicUrl, billing: billingFact(config.payments) })),
      requestTimeoutMs: wired.replaced.requestTimeoutMs ?? 10_000,
    },
    logger,
    clock,
    outages,
    readiness,
    search,
    scoring: { store: makeScoringLimitStore(wired.database.db), scorer: shippedScorer(), clock },
    instance: {
      countInstance: makeInstanceCounter({
        store: makeInstanceStore(wired.database.db),
        clock,
        countLive: sources.countLive,
      }),
    },
    sessions: accounts.sessions,
    accounts: { ...accounts, beforeDeletion, exportMaterial: own.exportMaterial },
    own: { ...own, ...wireOwnBriefs(search) },
    lists: { lists: search.lists, readForeignLists },
    billing,
    admin,
    scan: wireScanPage(scan, admin.audit, clock),
    sources: wireSourceAdmin({ ...given, clock, sources, scan, audit: admin.audit }),
    providers: { ...accounts, ...wireProviders(wired, publicUrl) },
  })
  // Mails under way are part of what ends in order; from then on nobody tries again.
  app.addHook('onClose', () => Promise.all([accounts.delivery.finish(), admin.operatorDelivery.finish()]))
  app.addHook('onClose', async () => {
    outages.close()
    await probe.close()
  })
  app.addHook('onReady', () => announceSetup(admin, publicUrl, logger))
  app.addHook('onReady', () => announceSources(sources, logger))
  return { app, search, scan, own, billing, admin, probe, clean: cleanAccounts(wired.database, clock) }
}

function listeningUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

export type RunningProduct = {
  url: string
  /** Settles with the reason when the product cannot go on. */
  lost: Promise<Error>
  stop(): Promise<void>
}

/** Opens the database, loads the starter collection, listens. What was opened is closed when a step fails. */
export async function startProduct(config: Config): Promise<RunningProduct> {
  await requireFreeAddress(config)
  const logger = makeLogger(config.logLevel)
  const database = await openDatabase(config, 'product', (line) => logger.info(line))
  const closing = new AsyncDisposableStack()
  closing.defer(() => database.close())
  try {
    const { scorePost, version: scorerVersion } = shippedScorer()
    await loadStarterCollection({ store: makeArchiveStore(database.db), scorePost, scorerVersion })
    const provider = await openPayments(config, (line) => logger.info(line))
    closing.defer(() => provider.close())
    const publicUrl = config.publicUrl ?? listeningUrl(config.host, config.port)
    const wired = { config: { ...config, payments: provider.payments }, database, logger, replaced: {} }
    const { app, search, scan, own, billing, admin, probe, clean } = await wireApp(wired, publicUrl)
    // Opens what needs are found with: a tenth of a second that no first brief should wait for.
    findNeeds([])
    await app.listen({ host: config.host, port: config.port })
    const address = app.server.address()
    const port = typeof address === 'object' && address !== null ? address.port : config.port
    provider.listensAt(port)
    const stopHousekeeping = startHousekeeping(
      () =>
        admin.healthWatch.watch('job housekeeping', async () => {
          await search.store.deleteExpired(search.clock(), dayStart(search.clock()))
          await clean()
          await own.clean()
          await cleanAdmin(admin)
          await makeArchiveStore(database.db).countLanguages()
          await countWords({ store: makeArchiveWordsStore(database.db) }, mostCounted.besideSearches)
        }),
      (error) => logger.warn({ err: error }, 'Housekeeping failed'),
    )
    const stopSweep = startBillingSweep(
      (stopped) => admin.healthWatch.watch('job subscriptions', () => sweepBilling(billing, logger, stopped)),
      (error) => logger.warn({ err: error }, 'The sweep of subscriptions failed'),
    )
    const watched = watchPool({ pool: database.pool, probe })
    const purging = wirePurging({ database, clock: search.clock })
    const watchOwn = (work: () => Promise<void>) => admin.healthWatch.watch('job own material', work)
    const scanJobs = startScanJobs(scan, {
      pool: database.pool,
      logger,
      watch: admin.healthWatch,
      purging,
      more: [ownDuty(own, watchOwn)],
    })
    return {
      url: config.publicUrl ?? listeningUrl(config.host, port),
      lost: Promise.race([database.lost, watched.lost]),
      async stop() {
        stopHousekeeping()
        watched.stop()
        await Promise.all([stopSweep(), scanJobs.stop(), app.close()])
        await closing.disposeAsync()
      },
    }
  } catch (error) {
    await closing.disposeAsync()
    throw error
  }
}
