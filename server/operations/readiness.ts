import { statfs } from 'node:fs/promises'
import type { DatabaseProbe } from '#server/database/probe-database.ts'
import { NotReady } from '#server/errors.ts'
import { cachedFor } from './cached-for.ts'
import type { HealthWatch } from './health-watch.ts'

export type Readiness = ReturnType<typeof makeReadiness>

type ReadinessParts = {
  probe: Pick<DatabaseProbe, 'ask' | 'askMigrations' | 'askQueue'>
  /** On whose disk room is needed. */
  folder: string
  watch: Pick<HealthWatch, 'watch'>
  log: (level: 'warn' | 'info', details: object, message: string) => void
}

/** What the database may need at once for its own log. */
const leastFreeBytes = 32 * 2 ** 20
const answerCachedMs = 1_000

async function findFullDisk(folder: string): Promise<string | null> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free >= leastFreeBytes) return null
  return `only ${Math.floor(free / 2 ** 20)} MB are free, and ${leastFreeBytes / 2 ** 20} are needed`
}

/** Whether the database answers, can be written and has the schema of this version, the disk has room and the queue of jobs can be read. */
export function makeReadiness({ probe, folder, watch, log }: ReadinessParts) {
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
    // One after the other: the questions to the database take the same connection.
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
  return {
    /** The parts that are looked at, as the health watch names them. */
    parts: Object.keys(looks),
    /** Whether requests can be served; the log and the operator's area say what is missing. */
    ask: cachedFor(answerCachedMs, lookAtAll, () => new Date()),
  }
}
