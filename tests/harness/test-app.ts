import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import { loadConfig } from '#server/config/config.ts'
import { makeArchiveStore } from '#server/features/archive/store/archive-store.ts'
import { storePosts } from '#server/features/archive/store/store-posts.ts'
import { makeLogger } from '#server/operations/logger.ts'
import type { Post } from '#server/source-ports.ts'
import type { Replacements } from '#server/wiring/wired.ts'
import { wireApp } from '#server/wiring/wiring.ts'
import { cheapHash } from './cheap-hash.ts'
import { shareWorkers } from './shared-workers.ts'
import { openTestDatabase, type TestDatabase } from './test-database.ts'

export type TestApp = {
  app: FastifyInstance
  database: TestDatabase
  /** The product's data folder. */
  dataDir: string
  /** Scores and stores posts like an import. */
  storePosts(posts: readonly Post[]): Promise<void>
  /** A second instance of the product on the same database, with variables overridden by `changed`. */
  another(changed?: Record<string, string>): Promise<FastifyInstance>
  close(): Promise<void>
}

/**
 * The product with its own or a given database, for calls with `app.inject`. `environment` can set every
 * limit, and tests can read every log line.
 */
export async function openTestApp(
  { over, ...replaced }: Replacements & { over?: TestDatabase } = {},
  environment: Record<string, string> = {},
  logLine?: (line: string) => void,
): Promise<TestApp> {
  const database = over ?? (await openTestDatabase())
  const dataDir = await mkdtemp(join(tmpdir(), 'unmet-app-'))
  const ours = { DATA_DIR: dataDir, SEARCH_CACHE_SECONDS: '0', HACKER_NEWS: 'off', ...environment }
  const config = loadConfig(ours)
  const logger = logLine === undefined ? makeLogger('silent') : makeLogger('info', { write: logLine })
  const open = { ...database, where: 'test' }
  const publicUrl = config.publicUrl ?? 'http://127.0.0.1:3000'
  const workers = replaced.workers ?? shareWorkers()
  const instances: FastifyInstance[] = []
  const another = async (changed: Record<string, string> = {}) => {
    // Long timeouts, so that no search fails on a machine that stalls for seconds. Real hashes would cost as
    // much as ten requests.
    const limits = { archiveTimeLimitMs: 60_000, searchCheckMs: 60_000, hashCost: cheapHash }
    const { app } = await wireApp(
      {
        config: loadConfig({ ...ours, ...changed }),
        database: open,
        logger,
        workers,
        replaced: { ...limits, ...replaced },
      },
      publicUrl,
    )
    instances.push(app)
    return app
  }
  return {
    app: await another(),
    database,
    dataDir,
    another,
    async storePosts(posts) {
      await storePosts({ store: makeArchiveStore(database.db), scorer: shippedScorer() }, posts)
    },
    async close() {
      for (const instance of instances) await instance.close()
      await workers.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
