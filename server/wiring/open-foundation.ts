import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { makeLogger } from '#server/operations/logger.ts'
import { beginPurgeList, purgeListName } from '#server/operations/purge-list.ts'
import { openPayments } from './open-payments.ts'

export type Foundation = Awaited<ReturnType<typeof openFoundation>>

/**
 * Listens for a moment: if the address is in use, the start fails before a database is created. Rejects like
 * `listen`.
 */
async function requireFreeAddress({ host, port }: Config): Promise<number> {
  const probe = createServer().listen(port, host)
  await once(probe, 'listening')
  const address = probe.address()
  await probe[Symbol.asyncDispose]()
  return typeof address === 'object' && address !== null ? address.port : port
}

export function listeningUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** Opens the parts that the product has once, however many processes it runs: the database and payments. */
export async function openFoundation(config: Config) {
  const freePort = await requireFreeAddress(config)
  const logger = makeLogger(config.logLevel)
  const database = await openDatabase(config, 'product', (line) => logger.info(line))
  const closing = new AsyncDisposableStack()
  closing.defer(() => database.close())
  try {
    await beginPurgeList(join(config.dataDir, purgeListName), new Date())
    const provider = await openPayments(config, (line) => logger.info(line))
    closing.defer(() => provider.close())
    const { hostname } = new URL(config.publicUrl ?? listeningUrl(config.host, config.port))
    if (['0.0.0.0', '::'].includes(config.host) && hostname === 'localhost')
      logger.warn('Only this machine can search and sign in: for others set PUBLIC_URL=http://ADDRESS:PORT')
    return {
      // All processes listen on the same port, even those that start later.
      config: {
        ...config,
        port: config.processes === 1 ? config.port : freePort,
        payments: provider.payments,
      },
      database,
      logger,
      listensAt: (port: number) => provider.listensAt(port),
      close: () => closing.disposeAsync(),
    }
  } catch (error) {
    await closing.disposeAsync()
    throw error
  }
}
