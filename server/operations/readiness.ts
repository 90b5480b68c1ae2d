import { statfs } from 'node:fs/promises'
import type { DatabaseProbe } from '#server/database/probe-database.ts'
import { NotReady } from '#server/errors.ts'
import { cachedFor } from './cached-for.ts'
import type { HealthWatch } from './health-watch.ts'

export type Readiness = ReturnType<typeof makeReadiness>

type ReadinessDeps = {
  probe: Pick<DatabaseProbe, 'ask' | 'askMigrations' | 'askQueue'>
  /** The folder whose disk needs free space. */
  folder: string
  watch: Pick<HealthWatch, 'watch'>
  log: (level: 'warn' | 'info', details: object, message: string) => void
}

/** The space that the database may need at any moment for its write-ahead log. */
const leastFreeBytes = 32 * 2 ** 20
const answerCachedMs = 1_000

async function findFullDisk(folder: string): Promise<string | null> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free >= leastFreeBytes) return null
  return `only ${Math.floor(free / 2 ** 20)} MB are free, and ${leastFreeBytes / 2 ** 20} are needed`
}

/**
 * Checks the database (it answers, accepts writes and has the schema of this version), the disk space, and
 * whether the job queue can be read.
 */
export function makeReadiness({ probe, folder, watch, log }: ReadinessDeps) {
  const looks: Record<string, () => Promise<string | null>> = {
    database: () => probe.ask(),
    migrations: () => probe.askMigrations(),
    disk: () => findFullDisk(folder),
    queue: () => probe.askQueue(),
  }
  let logged = ''
  const look = async (part: string, find: () => Promise<string | null>) => {
    try {
      await watch.watch(part, async () => {
        const reason = await find()
        if (reason !== null) throw new NotReady(reason)
      })
      return null
    } catch (error) {
      return `${part}: ${error instanceof Error ? error.message : 'unknown'}`
    }
  }
  const lookAtAll = async () => {
    const found: string[] = []
    // Sequential, because the database checks use the same connection.
    for (const [part, find] of Object.entries(looks)) {
      const missing = await look(part, find)
      if (missing !== null) found.push(missing)
    }
    const now = found.join('; ')
    if (now !== logged && now === '') log('info', {}, 'Ready again')
    else if (now !== logged) log('warn', { missing: found }, 'Not ready')
    logged = now
    return found.length === 0
  }
  const ask = cachedFor(answerCachedMs, lookAtAll, () => new Date())
  let isDraining = false
  let isWarm = true
  return {
    /** The parts that are checked, by their names in the health watch. */
    parts: Object.keys(looks),
    /** Whether requests can be served. If a part fails, the log and the admin area name it. */
    ask: async () => (await ask()) && isWarm && !isDraining,
    /** The product is not ready until this promise settles. */
    async waitFor(warmUp: Promise<unknown>): Promise<void> {
      isWarm = false
      await warmUp.catch(() => {})
      isWarm = true
    },
    /**
     * From now on `/readyz` fails, so that load balancers send no new requests here. The process still
     * answers requests.
     */
    drain(): void {
      isDraining = true
    },
    isDraining: () => isDraining,
  }
}
