import type pg from 'pg'
import type { DatabaseProbe } from './probe-database.ts'
import { succeeds } from './settled-within.ts'
import { DatabaseUnavailable } from './system-error.ts'

type WatchedPool = {
  pool: Pick<pg.Pool, 'query'>
  probe: Pick<DatabaseProbe, 'ask'>
  everyMs?: number
  mostFailures?: number
}

/** Settles when the pool stays silent though the database answers new connections: only a new process helps. */
export function watchPool({ pool, probe, everyMs = 30_000, mostFailures = 10 }: WatchedPool) {
  const { promise: lost, resolve } = Promise.withResolvers<DatabaseUnavailable>()
  let failures = 0
  let stopped = false
  const look = async () => {
    const answers = await succeeds(pool.query('select 1'))
    if (stopped) return
    failures = answers || (await probe.ask()) !== null ? 0 : failures + 1
    if (failures < mostFailures) return again()
    resolve(
      new DatabaseUnavailable(
        'The connections to the database give no answer although it answers new ones: ending, to be started again.',
      ),
    )
  }
  let timer: NodeJS.Timeout | undefined
  const again = () => {
    timer = setTimeout(() => void look(), everyMs).unref()
  }
  again()
  return {
    lost,
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
