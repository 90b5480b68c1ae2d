import { setTimeout as sleep } from 'node:timers/promises'
import { createCluster, guardAccess, reopenAccess } from './create-cluster.ts'
import { explainRefusal, findCluster } from './data-folder.ts'
import { withExclusiveLock } from './exclusive-lock.ts'
import { addressOf, type ServerAddress } from './server-address.ts'
import { type DatabaseRole, type Presence, takePresence } from './server-presence.ts'
import { findRunningServer, startServer, stopServer } from './server-process.ts'
import { openServerSite, type ServerSite, type Transport } from './server-site.ts'
import { DatabaseUnavailable } from './system-error.ts'

export type EmbeddedOptions = {
  role: DatabaseRole
  log: (line: string) => void
  transport?: Transport
  settings?: Readonly<Record<string, string>>
  retryDelaysMs?: number[]
}

type Stay = { presence: Presence; admin: ServerAddress }

const usualRetryDelaysMs = [0, 1, 2, 5, 10, 20, 30, 30, 60, 60].map((seconds) => seconds * 1000)
const mostDeaths = 10
const deathsCountForMs = 60_000
/** A process that keeps the lock for longer than this is itself starting or stopping the server. */
const leaveLockMs = 10_000

/** Starts the server under DATA_DIR if it does not run, and keeps it running until it is closed. */
export async function openEmbeddedPostgres(dataDir: string, options: EmbeddedOptions) {
  const site = await openServerSite(dataDir, options.transport, options.settings)
  const { root } = site.folder
  const closing = new AbortController()
  const lost = Promise.withResolvers<DatabaseUnavailable>()
  let stay = await enterServer(site, options, null)
  let comingBack: Promise<Stay> = Promise.resolve(stay)

  async function keepRunning(): Promise<void> {
    const deaths: number[] = []
    for (;;) {
      await stay.presence.ended
      if (closing.signal.aborted) return
      deaths.push(Date.now())
      options.log('The database server has stopped unexpectedly; restarting it.')
      if (deaths.filter((at) => at > Date.now() - deathsCountForMs).length > mostDeaths) {
        throw new DatabaseUnavailable(
          `The database server in DATA_DIR ${root} keeps stopping; see ${site.folder.logFile}.`,
        )
      }
      comingBack = bringBack()
      stay = await comingBack
      options.log('The database server is running again.')
    }
  }

  async function bringBack(): Promise<Stay> {
    let reason: unknown
    for (const delayMs of options.retryDelaysMs ?? usualRetryDelaysMs) {
      try {
        await sleep(delayMs, undefined, { signal: closing.signal })
        return await enterServer(site, options, { port: stay.admin.port, signal: closing.signal })
      } catch (error) {
        closing.signal.throwIfAborted()
        reason = error
        options.log(error instanceof Error ? error.message : String(error))
      }
    }
    throw reason
  }

  const running = keepRunning().catch((error: unknown) => {
    if (closing.signal.aborted) return
    lost.resolve(error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable(String(error), error))
  })
  return {
    address: { ...stay.admin, user: 'unmet', database: 'unmet' },
    where: `embedded PostgreSQL ${site.binaries.major} in ${root}`,
    /** Settles when the server has died and could not be restarted. */
    lost: lost.promise,
    /** Stops the server unless another process still uses it. */
    async close(): Promise<void> {
      closing.abort()
      await comingBack.catch(() => {})
      await leaveServer(site, stay, options.log)
      await running
    },
  }
}

/**
 * Processes with the same DATA_DIR start and stop one at a time, so each of them finds the server either
 * running or stopped.
 */
async function enterServer(
  site: ServerSite,
  { role, log }: EmbeddedOptions,
  back: { port: number; signal: AbortSignal } | null,
): Promise<Stay> {
  const enter = async () => {
    back?.signal.throwIfAborted()
    if (!(await findCluster(site.folder, site.binaries.major))) {
      log(`Creating the database in ${site.folder.root}.`)
      await createCluster(site)
    }
    const server = (await findRunningServer(site, back?.signal)) ?? (await startGuarded(site, back))
    const admin = await addressOf(site, server)
    return { admin, presence: await takePresence(admin, role, site.folder.root) }
  }
  return withExclusiveLock(site.folder.lockFile, enter, back?.signal).catch((error: unknown) => {
    throw explainRefusal(site.folder.root, error)
  })
}

async function startGuarded(site: ServerSite, back: Parameters<typeof startServer>[1]) {
  await reopenAccess(site)
  const server = await startServer(site, back)
  await guardAccess(site, server)
  return server
}

async function leaveServer(site: ServerSite, { presence }: Stay, log: (line: string) => void): Promise<void> {
  const tooLate = AbortSignal.timeout(leaveLockMs)
  const leave = async () => {
    const last = await presence.isLast()
    await presence.leave()
    if (last) await stopServer(site, log)
  }
  try {
    await withExclusiveLock(site.folder.lockFile, leave, tooLate)
  } catch (error) {
    await presence.leave()
    if (!tooLate.aborted) throw explainRefusal(site.folder.root, error)
  }
}
