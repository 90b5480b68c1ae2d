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

/** What tests replace in the outside world. The product itself replaces nothing. */
export type Replacements = {
  clock?: Clock
  sources?: (archive: DiscussionSource) => DiscussionSource[]
  archiveTimeLimitMs?: number
  searchWaitMs?: number
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
  /** Closed by the code that opened them. */
  workers: ProductWorkers
  /** Missing in a process that is the only one. */
  together?: Together
  replaced: Replacements
}

/** The shared dependencies of every feature. */
export interface Wired extends Given {
  publicUrl: string
  clock: Clock
  together: Together
  /** The first secret signs. */
  cookieSecrets: readonly string[]
  watch: HealthWatch
  jobs: Pick<BackgroundJobs, 'wake'>
  /** Counts log lines that anybody can cause. */
  refusals: RefusalLog
  /** Logs a background failure, once a minute; an outage of the database is one line. */
  warn: (message: string, cause: unknown) => void
}

/** Adds the routes of a feature. */
export type AddRoutes = (app: FastifyInstance) => void
