import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import type { Config } from '#server/config/config.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { watchPool } from '#server/database/probe-database.ts'
import { settledWithin } from '#server/database/settled-within.ts'
import { loadStarterCollection } from '#server/features/archive/import/load-starter-collection.ts'
import { makeArchiveStore } from '#server/features/archive/store/archive-store.ts'
import { makeLogger } from '#server/operations/logger.ts'
import { beginPurgeList, purgeListName } from '#server/operations/purge-list.ts'
import { openPayments } from './wire-billing.ts'
import { startIndexThread } from './wire-index.ts'
import { openWorkers } from './wire-workers.ts'
import { wireApp } from './wiring.ts'

/** How long readiness waits at most for the work that makes the first searches fast. */
const warmUpMs = 10_000

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

/** Opens the database, loads the starter collection, listens. If a step fails, everything opened is closed. */
export async function startProduct(config: Config) {
  await requireFreeAddress(config)
  const logger = makeLogger(config.logLevel)
  const database = await openDatabase(config, 'product', (line) => logger.info(line))
  const closing = new AsyncDisposableStack()
  closing.defer(() => database.close())
  try {
    await beginPurgeList(join(config.dataDir, purgeListName), new Date())
    await loadStarterCollection({ store: makeArchiveStore(database.db), scorer: shippedScorer() })
    const provider = await openPayments(config, (line) => logger.info(line))
    closing.defer(() => provider.close())
    const publicUrl = config.publicUrl ?? listeningUrl(config.host, config.port)
    if (['0.0.0.0', '::'].includes(config.host) && new URL(publicUrl).hostname === 'localhost')
      logger.warn('Only this machine can search and sign in: for others set PUBLIC_URL=http://ADDRESS:PORT')
    const workers = openWorkers(config.readyThreads)
    closing.defer(() => workers.close())
    const given = {
      config: { ...config, payments: provider.payments },
      database,
      logger,
      workers,
      replaced: {},
    }
    const { app, probe, readiness, warmUp, jobs } = await wireApp(given, publicUrl)
    await app.listen({ host: config.host, port: config.port })
    const address = app.server.address()
    const port = typeof address === 'object' && address !== null ? address.port : config.port
    provider.listensAt(port)
    void readiness.waitFor(settledWithin(warmUpMs, warmUp()))
    jobs.start()
    const index = startIndexThread({ database, dataDir: config.dataDir, logger })
    const watched = watchPool({ pool: database.pool, probe })
    let ended: Promise<unknown> | undefined
    /** Other instances take over the jobs at once. */
    const endJobs = () => (ended ??= Promise.all([jobs.stop(), index.stop()]))
    return {
      url: config.publicUrl ?? listeningUrl(config.host, port),
      /** Settles with the reason if the product cannot continue. */
      lost: Promise.race([database.lost, watched.lost]),
      /**
       * Continues to answer for DRAIN_SECONDS, or until `hurry` settles, while `/readyz` makes load balancers
       * send requests elsewhere.
       */
      async drain(hurry: Promise<void>): Promise<void> {
        if (config.drainMs === 0) return
        readiness.drain()
        logger.info(`Stopping in ${config.drainMs / 1000} s: /readyz answers 503`)
        endJobs().catch(() => {})
        await Promise.race([sleep(config.drainMs, undefined, { ref: false }), hurry])
      },
      async stop(): Promise<void> {
        watched.stop()
        await Promise.all([endJobs(), app.close()])
        await closing.disposeAsync()
      },
    }
  } catch (error) {
    await closing.disposeAsync()
    throw error
  }
}
