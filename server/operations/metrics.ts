import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { settledWithin } from '#server/database/settled-within.ts'
import type { MetricsStore } from './metrics-store.ts'
import { type MetricsShare, sumMetrics } from './sum-metrics.ts'

export type Metrics = ReturnType<typeof makeMetrics>

/** A request that has been answered. `route` is the pattern of the route, never the requested path. */
export type AnsweredRequest = {
  method: string
  route: string
  status: number
  seconds: number
  /** The status of the search if an agent requested one, else null. */
  agentSearch: number | null
}

const latencySeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/**
 * A metric that takes longer to read counts as failed, because Prometheus waits only a few seconds for all
 * metrics.
 */
const readLimitMs = 3_000
/**
 * The kind of caller by route, for routes that make a search or a brief. The route for agents is missing,
 * because it also serves other calls.
 */
const searchDoors: Readonly<Record<string, string>> = {
  '/api/search': 'page',
  '/api/search-stream': 'page',
  '/api/v1/search': 'api',
  '/api/v1/brief': 'api',
  '/api/v1/needs': 'api',
}

/** Counts what this process does, in the text format of Prometheus. */
export function makeMetrics() {
  const registry = new Registry()
  const state = new Registry()
  const registers = [registry]
  // Exemplars are off, because with them the library counts each event twice.
  const requests = new Counter({
    name: 'unmet_http_requests_total',
    help: 'Answered requests',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  })
  const latencies = new Histogram({
    name: 'unmet_http_request_seconds',
    help: 'Time until a request was answered',
    labelNames: ['route'] as const,
    buckets: latencySeconds,
    registers,
  })
  const searches = new Counter({
    name: 'unmet_searches_total',
    help: 'Searches, and briefs for programs, by entry point (page, api, mcp) and outcome; refused ones had no allowance, no valid key or a wrong keyword',
    labelNames: ['door', 'outcome'] as const,
    registers,
  })
  // Every series starts at 0: Prometheus sees no increase if a series first appears at 1.
  for (const door of ['page', 'api', 'mcp'])
    for (const outcome of ['answered', 'refused', 'failed']) searches.inc({ door, outcome }, 0)
  collectDefaultMetrics({ register: registry })
  const readers: (() => Promise<void>)[] = []
  const stateReaders: (() => Promise<void>)[] = []
  const readAll = (some: readonly (() => Promise<void>)[]) => Promise.all(some.map((read) => read()))

  return {
    /** The registry of this process, and functions that update values before they are read. */
    registry,
    readers,
    /** The values that are the same in every process, such as those of the database. */
    state,
    stateReaders,
    countRequest({ method, route, status, seconds, agentSearch }: AnsweredRequest): void {
      requests.inc({ method, route, status })
      latencies.observe({ route }, seconds)
      const door = searchDoors[route]
      if (door !== undefined) searches.inc({ door, outcome: outcomeOf(status) })
      if (agentSearch !== null) searches.inc({ door: 'mcp', outcome: outcomeOf(agentSearch) })
    },
    /** The values of this process, to be added to those of other processes. */
    async share(): Promise<MetricsShare> {
      await readAll(readers)
      return registry.getMetricsAsJSON()
    },
    async write(askShares: () => Promise<readonly MetricsShare[]>): Promise<string> {
      const [shares] = await Promise.all([askShares(), readAll(stateReaders)])
      const own = shares.length > 1 ? sumMetrics(shares) : registry
      return `${await own.metrics()}${await state.metrics()}`
    },
    contentType: registry.contentType,
  }
}

function outcomeOf(status: number): string {
  if (status < 400) return 'answered'
  return status < 500 ? 'refused' : 'failed'
}

/**
 * The metrics for the names that health-watch.ts records. `source hacker-news` is a call to the source Hacker
 * News.
 */
const watched = {
  source: ['unmet_source_calls', 'source', 'Calls to sources by searches'],
  payments: ['unmet_payment_calls', 'mode', 'Calls of Stripe'],
  job: ['unmet_job_runs', 'job', 'Runs of background jobs'],
  mail: ['unmet_mails', 'kind', 'Mails handed to the mail server'],
} as const

/** Counts calls of external services by outcome, with their durations. */
export function countWatched({ registry }: Metrics) {
  const registers = [registry]
  const kinds = new Map(
    Object.entries(watched).map(([kind, [name, label, help]]) => {
      const labelNames = [label, 'outcome']
      const calls = new Counter({ name: `${name}_total`, help, labelNames, registers })
      const seconds = new Histogram({
        name: `${name}_seconds`,
        help: `${help}: duration`,
        labelNames: [label],
        buckets: [...latencySeconds, 120, 600, 3600],
        registers,
      })
      return [kind, { label, calls, seconds }]
    }),
  )
  const find = (name: string) => {
    const [kind = '', ...rest] = name.split(' ')
    const known = kinds.get(kind)
    return known && { ...known, value: rest.join(' ') || 'all' }
  }
  return {
    /** Creates a series for each outcome, so that all series exist from the start. */
    expect(name: string): void {
      const known = find(name)
      if (known === undefined) return
      for (const outcome of ['ok', 'failed']) known.calls.inc({ [known.label]: known.value, outcome }, 0)
    },
    count(name: string, outcome: 'ok' | 'failed', seconds: number): void {
      const known = find(name)
      known?.calls.inc({ [known.label]: known.value, outcome })
      known?.seconds.observe({ [known.label]: known.value }, seconds)
    },
  }
}

type ReadState = {
  store: MetricsStore
  pool: { totalCount: number; idleCount: number; waitingCount: number }
  version: string
  scorerVersion: string
  readReadiness: () => Promise<Record<string, boolean>>
  readDisk: () => Promise<{ freeBytes: number }>
  /** Null if there are no daily backups. */
  readNewestBackup: (() => Promise<{ madeAt: Date } | null>) | null
}

type Labels = Record<string, string>
type Sample = [labels: Labels, value: number]

/**
 * Gauges whose values are read when Prometheus asks for them. A value that cannot be read is omitted and
 * counted as a failure. The other values are still reported.
 */
function gaugeMaker({ registry }: Metrics) {
  const failures = new Counter({
    name: 'unmet_metrics_failures_total',
    help: 'Metrics that could not be read',
    labelNames: ['metric'] as const,
    registers: [registry],
  })
  return (to: Registry, readers: (() => Promise<void>)[]) =>
    (
      [name, help, ...labelNames]: [name: string, help: string, ...labels: string[]],
      read: () => Promise<Sample[]>,
    ) => {
      failures.inc({ metric: name }, 0)
      const gauge = new Gauge({ name, help, labelNames, registers: [to] })
      readers.push(async () => {
        gauge.reset()
        const reading = read()
        try {
          if (!(await settledWithin(readLimitMs, reading))) throw new Error('The read takes too long')
          for (const [labels, value] of await reading) gauge.set(labels, value)
        } catch {
          reading.catch(() => {})
          failures.inc({ metric: name })
        }
      })
    }
}

/** The state of the product, in gauges. */
export function addStateMetrics(metrics: Metrics, deps: ReadState): void {
  const { registry, state, stateReaders } = metrics
  const gaugeIn = gaugeMaker(metrics)
  const { store, pool } = deps
  const gauge = gaugeIn(state, stateReaders)
  const ownGauge = gaugeIn(registry, metrics.readers)
  gauge(['unmet_build_info', 'Versions of the product and its scorer', 'version', 'scorer'], async () => [
    [{ version: deps.version, scorer: deps.scorerVersion }, 1],
  ])
  gauge(['unmet_ready', '1 if a part of the product works, otherwise 0, by part', 'part'], async () =>
    Object.entries(await deps.readReadiness()).map(([part, isReady]) => [{ part }, isReady ? 1 : 0]),
  )
  ownGauge(['unmet_database_connections', 'Connections of the product by state', 'state'], async () => [
    [{ state: 'used' }, pool.totalCount - pool.idleCount],
    [{ state: 'idle' }, pool.idleCount],
    [{ state: 'waited_for' }, pool.waitingCount],
  ])
  ownGauge(['unmet_processes', 'Processes that answer requests'], async () => [[{}, 1]])
  gauge(['unmet_jobs', 'Jobs in the queue by state', 'queue', 'state'], async () =>
    (await store.readJobs()).map(({ queue, state, jobs }) => [{ queue, state }, jobs]),
  )
  gauge(['unmet_oldest_job_seconds', 'Age of the oldest job that is due and not done', 'queue'], async () =>
    (await store.readOldestJobs()).map(({ queue, seconds }) => [{ queue }, seconds]),
  )
  gauge(['unmet_deliveries', 'Deliveries to webhooks by state', 'state'], async () =>
    (await store.readDeliveries()).map(({ state, deliveries }) => [{ state }, deliveries]),
  )
  gauge(['unmet_archive_posts', 'Posts in the archive by source', 'source'], async () =>
    (await store.readPosts()).map(({ source, posts }) => [{ source }, posts]),
  )
  gauge(['unmet_database_bytes', 'Size of the database'], async () => [[{}, await store.readBytes()]])
  gauge(['unmet_disk_free_bytes', 'Free space on the disk of DATA_DIR'], async () => [
    [{}, (await deps.readDisk()).freeBytes],
  ])
  const { readNewestBackup } = deps
  if (readNewestBackup === null) return
  gauge(
    ['unmet_backup_seconds', 'When the newest backup in BACKUP_DIR was made; 0 means never'],
    async () => [[{}, ((await readNewestBackup())?.madeAt.getTime() ?? 0) / 1000]],
  )
}
