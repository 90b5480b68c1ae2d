import { createHash, timingSafeEqual } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import { findNewestBackup } from '#server/operations/daily-backup.ts'
import type { HealthWatch } from '#server/operations/health-watch.ts'
import { addStateMetrics, countWatched, makeMetrics } from '#server/operations/metrics.ts'
import { makeMetricsStore } from '#server/operations/metrics-store.ts'
import { productVersion } from '#server/operations/product-version.ts'
import type { Readiness } from '#server/operations/readiness.ts'
import type { MetricsShare } from '#server/operations/sum-metrics.ts'
import type { Wired } from './wired.ts'

const path = '/metrics'
const hash = (text: string) => createHash('sha256').update(text).digest()

type MetricsParts = { readiness: Readiness; watch: HealthWatch; jobTitles: readonly string[] }

/**
 * Serves metrics to callers with METRICS_TOKEN. Without a token nothing is counted and the URL does not
 * exist.
 */
export function wireMetrics(
  { config, database, together }: Wired,
  { readiness, watch, jobTitles }: MetricsParts,
) {
  const { metricsToken, dataDir, backups } = config
  if (metricsToken === null) return (_app: FastifyInstance) => {}
  const metrics = makeMetrics()
  const calls = countWatched(metrics)
  for (const name of [
    'mail',
    'payments production',
    'payments sandbox',
    ...jobTitles.map((title) => `job ${title}`),
  ])
    calls.expect(name)
  watch.onOutcome(calls)
  addStateMetrics(metrics, {
    store: makeMetricsStore(database.db),
    pool: database.pool,
    version: productVersion(),
    scorerVersion: shippedScorer().version,
    async readReadiness() {
      await readiness.ask()
      return Object.fromEntries(readiness.parts.map((part) => [part, watch.read(part).condition === 'ok']))
    },
    async readDisk() {
      const { bavail, bsize } = await statfs(dataDir)
      return { freeBytes: bavail * bsize }
    },
    readNewestBackup: backups === null ? null : () => findNewestBackup(backups.folder),
  })
  together.answer('metrics', () => metrics.share())
  const askShares = async () => (await together.askAll('metrics')) as MetricsShare[]
  const expected = hash(`Bearer ${metricsToken}`)
  return (app: FastifyInstance) => {
    app.addHook('onResponse', async ({ method, routeOptions, agentSearch = null }, reply) => {
      const route = routeOptions.url ?? 'none'
      if (route === path) return
      const { statusCode: status, elapsedTime } = reply
      metrics.countRequest({ method, route, status, seconds: elapsedTime / 1000, agentSearch })
    })
    app.get(path, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      if (!timingSafeEqual(hash(request.headers.authorization ?? ''), expected)) {
        reply.code(401).header('www-authenticate', 'Bearer')
        return { message: 'Send the header Authorization: Bearer METRICS_TOKEN', code: 'unauthenticated' }
      }
      return reply.type(metrics.contentType).send(await metrics.write(askShares))
    })
  }
}
