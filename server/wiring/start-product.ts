import { once } from 'node:events'
import { createServer } from 'node:net'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import type { Config } from '#server/config/config.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { watchPool } from '#server/database/probe-database.ts'
import { loadStarterCollection } from '#server/features/archive/import/load-starter-collection.ts'
import { makeArchiveStore } from '#server/features/archive/store/archive-store.ts'
import { countWords, mostCounted } from '#server/features/archive/store/count-words.ts'
import { makeWordCountStore } from '#server/features/archive/store/word-count-store.ts'
import { startRepeating } from '#server/jobs/start-repeating.ts'
import { makeLogger } from '#server/operations/logger.ts'
import { ownDuty } from './duties.ts'
import { openPayments, sweepBilling } from './wire-billing.ts'
import { startScanJobs } from './wire-scan.ts'
import { wirePurging } from './wire-sources.ts'
import { openWorkers } from './wire-workers.ts'
import type { Given } from './wired.ts'
import { type WiredApp, wireApp } from './wiring.ts'

/** Listens briefly, so that an address in use fails before a database is created. Rejects like `listen`. */
async function requireFreeAddress({ host, port }: Config): Promise<void> {
  const probe = createServer().listen(port, host)
  await once(probe, 'listening')
  await probe[Symbol.asyncDispose]()
}

function listeningUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

const hourMs = 3_600_000

/** The background work of this process, until it is stopped. */
function startBackground(wired: WiredApp, { database, logger }: Given): { stop(): Promise<void> } {
  const { watch, outages, clock, scan, own, billing } = wired
  const { db, pool } = database
  const clean = async () => {
    await wired.clean()
    await makeArchiveStore(db).countLanguages()
    await countWords({ store: makeWordCountStore(db) }, mostCounted.besideSearches)
  }
  const stopHousekeeping = startRepeating({
    work: () => watch.watch('job housekeeping', clean),
    everyMs: hourMs,
    warn: (error) => logger.warn({ err: error }, 'Housekeeping failed'),
  })
  const stopSweep = startRepeating({
    work: (stopped) => watch.watch('job subscriptions', () => sweepBilling(billing, logger, stopped)),
    everyMs: 24 * hourMs,
    warn: (error) => logger.warn({ err: error }, 'Synchronising subscriptions failed'),
  })
  const purging = wirePurging({ database, clock })
  const watchOwn = (work: () => Promise<void>) => watch.watch('job own material', work)
  const more = [ownDuty(own, watchOwn)]
  const scanJobs = startScanJobs(scan, { pool, logger, outages, watch, purging, more })
  return {
    async stop() {
      // The shutdown does not wait for housekeeping: the next process continues it.
      void stopHousekeeping()
      await Promise.all([stopSweep(), scanJobs.stop()])
    },
  }
}

/** One account uses at most two, for its request and its file; one more is for others. */
const keptThreads = 3

/** Opens the database, loads the starter collection, listens. If a step fails, everything opened is closed. */
export async function startProduct(config: Config) {
  await requireFreeAddress(config)
  const logger = makeLogger(config.logLevel)
  const database = await openDatabase(config, 'product', (line) => logger.info(line))
  const closing = new AsyncDisposableStack()
  closing.defer(() => database.close())
  try {
    await loadStarterCollection({ store: makeArchiveStore(database.db), scorer: shippedScorer() })
    const provider = await openPayments(config, (line) => logger.info(line))
    closing.defer(() => provider.close())
    const publicUrl = config.publicUrl ?? listeningUrl(config.host, config.port)
    if (['0.0.0.0', '::'].includes(config.host) && new URL(publicUrl).hostname === 'localhost')
      logger.warn('Only this machine can search and sign in: for others set PUBLIC_URL=http://ADDRESS:PORT')
    const workers = openWorkers(keptThreads)
    closing.defer(() => workers.close())
    const given = {
      config: { ...config, payments: provider.payments },
      database,
      logger,
      workers,
      replaced: {},
    }
    const wired = await wireApp(given, publicUrl)
    const { app, probe } = wired
    await app.listen({ host: config.host, port: config.port })
    const address = app.server.address()
    const port = typeof address === 'object' && address !== null ? address.port : config.port
    provider.listensAt(port)
    const background = startBackground(wired, given)
    const watched = watchPool({ pool: database.pool, probe })
    return {
      url: config.publicUrl ?? listeningUrl(config.host, port),
      /** Settles with the reason if the product cannot continue. */
      lost: Promise.race([database.lost, watched.lost]),
      async stop(): Promise<void> {
        watched.stop()
        await Promise.all([background.stop(), app.close()])
        await closing.disposeAsync()
      },
    }
  } catch (error) {
    await closing.disposeAsync()
    throw error
  }
}
