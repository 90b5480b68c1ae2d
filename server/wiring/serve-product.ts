import { shippedScorer } from '#scoring/shipped-scorer.ts'
import { watchPool } from '#server/database/probe-database.ts'
import { settledWithin } from '#server/database/settled-within.ts'
import { loadStarterCollection } from '#server/features/archive/import/load-starter-collection.ts'
import { makeArchiveStore } from '#server/features/archive/store/archive-store.ts'
import { listeningUrl } from './open-foundation.ts'
import { startIndexThread } from './wire-index.ts'
import { openWorkers } from './wire-workers.ts'
import type { Given } from './wired.ts'
import { wireApp } from './wiring.ts'

/** The longest time for which readiness waits for the warm-up, which makes the first searches fast. */
const warmUpMs = 10_000

/** Loads the starter collection and listens in this process. If a step fails, everything opened is closed. */
export async function serveProduct(given: Pick<Given, 'config' | 'database' | 'logger' | 'together'>) {
  const { config, database, logger, together } = given
  const { processes = 1, isFirst = true } = together ?? {}
  const closing = new AsyncDisposableStack()
  try {
    if (isFirst)
      await loadStarterCollection({ store: makeArchiveStore(database.db), scorer: shippedScorer() })
    const publicUrl = config.publicUrl ?? listeningUrl(config.host, config.port)
    const workers = openWorkers(config.readyThreads, { processes })
    closing.defer(() => workers.close())
    const { app, probe, readiness, warmUp, jobs } = await wireApp(
      { ...given, workers, replaced: {} },
      publicUrl,
    )
    const warm = () => settledWithin(warmUpMs, warmUp())
    // One of several processes listens only once it is warm, because another one may answer `/readyz`.
    if (processes > 1) await warm().catch(() => {})
    await app.listen({ host: config.host, port: config.port })
    const address = app.server.address()
    const port = typeof address === 'object' && address !== null ? address.port : config.port
    if (processes === 1) void readiness.waitFor(warm())
    if (isFirst) jobs.start()
    const index = isFirst ? startIndexThread({ database, dataDir: config.dataDir, logger }) : null
    const watched = watchPool({ pool: database.pool, probe })
    let ended: Promise<unknown> | undefined
    /** Other instances take over the jobs at once. */
    const endJobs = () => (ended ??= Promise.all([jobs.stop(), index?.stop()]))
    return {
      port,
      /** Settles with the reason when this process cannot continue. */
      lost: watched.lost,
      /**
       * Continues to answer requests, while a failing `/readyz` makes load balancers send new ones elsewhere.
       */
      drain(): void {
        readiness.drain()
        endJobs().catch(() => {})
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
