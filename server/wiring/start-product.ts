import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#server/config/config.ts'
import { type Foundation, listeningUrl, openFoundation } from './open-foundation.ts'

/**
 * Loads each part only in the process that uses it, because the process that starts others needs few parts.
 */
async function serve(foundation: Foundation) {
  if (foundation.config.processes > 1) {
    const { serveInProcesses } = await import('./serve-in-processes.ts')
    return serveInProcesses(foundation)
  }
  const { serveProduct } = await import('./serve-product.ts')
  return serveProduct(foundation)
}

/** Opens the database and listens, in this process or in as many processes as WORKERS says. */
export async function startProduct(config: Config) {
  const foundation = await openFoundation(config)
  const { database, logger } = foundation
  try {
    const serving = await serve(foundation)
    foundation.listensAt(serving.port)
    return {
      url: config.publicUrl ?? listeningUrl(config.host, serving.port),
      /** Settles with the reason when the product cannot continue. */
      lost: Promise.race([database.lost, serving.lost]),
      /**
       * Continues to answer for DRAIN_SECONDS or until `hurry` settles, while a failing `/readyz` makes load
       * balancers send requests elsewhere.
       */
      async drain(hurry: Promise<void>): Promise<void> {
        if (config.drainMs === 0) return
        logger.info(`Stopping in ${config.drainMs / 1000} s: /readyz answers 503`)
        serving.drain()
        await Promise.race([sleep(config.drainMs, undefined, { ref: false }), hurry])
      },
      async stop(): Promise<void> {
        await serving.stop()
        await foundation.close()
      },
    }
  } catch (error) {
    await foundation.close()
    throw error
  }
}
