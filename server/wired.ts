import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { OpenDatabase } from './database/open-database.ts'
import type { HealthWatch } from './features/admin/health-watch.ts'
import type { AllowanceKey } from './features/search/allowance-key.ts'
import type { Clock, DeletionCheck, DiscussionSource, Mailer, PostFeed } from './ports.ts'

/** What tests put in place of the outside world; the product itself replaces nothing. */
export type Replacements = {
  clock?: Clock
  sources?: (archive: DiscussionSource) => DiscussionSource[]
  archiveTimeLimitMs?: number
  searchWaitMs?: number
  feeds?: PostFeed[]
  checks?: DeletionCheck[]
  requestTimeoutMs?: number
  mailer?: Mailer
}

export type Wired = { config: Config; database: OpenDatabase; logger: Logger; replaced: Replacements }
export type Watched = Wired & {
  watch: HealthWatch
  /** Logs a failure that nobody is told of; of an outage of the database one line tells. */
  warn: (message: string, cause: unknown) => void
  allowanceKey: AllowanceKey
}
