import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config/config.ts'
import type { OpenDatabase } from '#server/database/open-database.ts'
import type { RefusalLog } from '#server/doors/web/refusal-log.ts'
import type { HashCost } from '#server/features/accounts/password-hash.ts'
import type { BackgroundJobs } from '#server/jobs/background-jobs.ts'
import type { Mailer } from '#server/mail-ports.ts'
import type { HealthWatch } from '#server/operations/health-watch.ts'
import type { DeletionCheck, DiscussionSource, PostFeed } from '#server/source-ports.ts'
import type { Together } from './together.ts'
import type { ProductWorkers } from './wire-workers.ts'

/** The parts of the outside world that tests replace. The product itself replaces nothing. */
export type Replacements = {
  clock?: Clock
  sources?: (archive: DiscussionSource) => DiscussionSource[]
  archiveTimeLimitMs?: number
  searchCheckMs?: number
  feeds?: PostFeed[]
  checks?: DeletionCheck[]
  requestTimeoutMs?: number
  mailer?: Mailer
  workers?: ProductWorkers
  hashCost?: HashCost | undefined
}

export type Given = {
  config: Config
  database: OpenDatabase
  logger: Logger
  /** The code that opened the workers closes them. */
  workers: ProductWorkers
  /** Missing if there is only one process. */
  together?: Together
  replaced: Replacements
}

/** The shared dependencies of every feature. */
export interface Wired extends Given {
  publicUrl: string
  clock: Clock
  together: Together
  /** The first secret signs new cookies. */
  cookieSecrets: readonly string[]
  watch: HealthWatch
  jobs: Pick<BackgroundJobs, 'wake'>
  /** Limits log lines that anybody can cause. */
  refusals: RefusalLog
  /** Logs a background failure at most once a minute. An outage of the database is logged once. */
  warn: (message: string, cause: unknown) => void
}

export type AddRoutes = (app: FastifyInstance) => void
