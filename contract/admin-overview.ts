import * as z from 'zod/mini'
import { subscriptionTier } from './accounts.ts'
import { paymentMode } from './billing.ts'
import { defineEndpoint } from './endpoint.ts'

/**
 * The figures of all stored searches. Days, weeks (from Monday) and months are in the operator's time zone.
 */
const adminStats = z.object({
  totalUsers: z.int(),
  proUsers: z.int(),
  totalSearches: z.int(),
  searchesToday: z.int(),
  searchesThisWeek: z.int(),
  searchesThisMonth: z.int(),
  totalResults: z.int(),
  /** At most two decimals. 0 if there are no searches. */
  averageResultsPerSearch: z.number(),
  timeZone: z.string(),
})
export type AdminStats = z.infer<typeof adminStats>

export const adminStatsEndpoint = defineEndpoint('GET /api/admin/stats', 'admin', { output: adminStats })

/** A day of the charts. Every day is listed, oldest first. The last day is today, which is incomplete. */
const chartDay = z.object({
  /** A day such as `2026-11-21` in the operator's time zone. */
  day: z.string(),
  searches: z.int(),
  /** The number of accounts that were created on that day and still exist. */
  signUps: z.int(),
  /**
   * The percentage of accounts that were Pro at the end of the day, 0 to 100. Null if there are no accounts.
   */
  proSharePercent: z.nullable(z.number()),
  /** Null on a day without searches. */
  resultsPerSearch: z.nullable(z.number()),
})
export type ChartDay = z.infer<typeof chartDay>

export const adminChartsEndpoint = defineEndpoint('GET /api/admin/charts', 'admin', {
  query: z.object({ days: z._default(z.enum(['30', '90']), '30') }),
  output: z.object({ timeZone: z.string(), days: z.array(chartDay) }),
})

/**
 * A search by anybody. Without `user` it was made by a visitor. `ipAddress` is null once it has been deleted.
 */
const adminSearchSession = z.object({
  id: z.string(),
  keyword: z.string(),
  resultsCount: z.int(),
  ipAddress: z.nullable(z.string()),
  createdAt: z.string(),
  user: z.optional(z.object({ id: z.string(), email: z.string(), subscriptionTier })),
})
export type AdminSearchSession = z.infer<typeof adminSearchSession>

const rowLimit = z.pipe(z.coerce.number(), z.int().check(z.gte(1), z.lte(200)))

/** The newest searches, newest first. `before` is the id of the last search on the previous page. */
export const adminSearchSessionsEndpoint = defineEndpoint('GET /api/admin/search-sessions', 'admin', {
  query: z.object({ limit: z._default(rowLimit, 50), before: z.optional(z.uuid('This is not a search')) }),
  output: z.array(adminSearchSession),
})

/** The labels of actions that the audit log records. */
export const auditActions = {
  setup: 'Set up the admin account',
  login: 'Signed in',
  login_failed: 'Failed to sign in',
  logout: 'Signed out',
  password_reset_requested: 'Asked for a reset link',
  password_reset: 'Reset the admin password',
  second_factor_on: 'Turned two-step sign-in on',
  second_factor_off: 'Turned two-step sign-in off',
  recovery_codes_made: 'Made new recovery codes',
  recovery_code_used: 'Signed in with a recovery code',
  user_password_reset: 'Reset the password',
  user_email_changed: 'Changed the email address',
  user_promoted: 'Promoted to Pro',
  user_demoted: 'Demoted to Free',
  user_watches_limited: 'Changed how many watches a person may have',
  user_deleted: 'Deleted the account',
  user_deletion_failed: 'Failed to delete the account',
  payment_mode_changed: 'Switched the payment mode',
  price_ids_changed: 'Changed the price ids',
  users_exported: 'Exported the users',
  scan_started: 'Started a scan',
  held_posts_released: 'Released restored posts',
  source_added: 'Added a source',
  source_changed: 'Changed a source',
  source_removed: 'Removed a source',
  scan_keywords_changed: 'Changed the keywords of the scan',
  key_ended: 'Ended an API key',
} as const
export const auditAction = z.enum(Object.keys(auditActions) as (keyof typeof auditActions)[])
export type AuditAction = z.infer<typeof auditAction>

/** An entry of the audit log. Entries can be added, but never changed or removed. */
const auditEntry = z.object({
  id: z.string(),
  at: z.string(),
  action: auditAction,
  /** The operator's user name, or the typed name if a login failed. */
  admin: z.string(),
  /** The IP address. Null for a command on the server itself. */
  ipAddress: z.nullable(z.string()),
  /** The affected account. `email` is null once the account is deleted. */
  target: z.nullable(z.object({ userId: z.string(), email: z.nullable(z.string()) })),
  /** Details as a sentence; null if the action needs none. */
  details: z.nullable(z.string()),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** The newest entries, newest first. `before` is the id of the last entry on the previous page. */
export const auditLogEndpoint = defineEndpoint('GET /api/admin/audit-log', 'admin', {
  query: z.object({
    limit: z._default(rowLimit, 50),
    before: z.optional(z.string().check(z.regex(/^\d{1,18}$/u, 'This is not an entry'))),
  }),
  output: z.array(auditEntry),
})

/**
 * The state of an external service since the server was started. `unused` means that it was not needed so
 * far.
 */
const condition = z.enum(['ok', 'failing', 'unused', 'off'])

const watched = {
  condition,
  lastSuccessAt: z.nullable(z.string()),
  lastFailureAt: z.nullable(z.string()),
  /** The reason of the last failure as a sentence without addresses or secrets. */
  lastFailure: z.nullable(z.string()),
}

/** The health panel. Sizes are in bytes. Successes and failures are counted from `startedAt`. */
const adminHealth = z.object({
  /** The version of the product, as in package.json. */
  version: z.string(),
  startedAt: z.string(),
  /** What every request needs: the database, free disk space and the job queue. */
  readiness: z.array(z.object({ name: z.string(), ...watched })),
  /** The sources that are searched, such as `archive` or `reddit`, with notes for the operator. */
  sources: z.array(z.object({ name: z.string(), notice: z.nullable(z.string()), ...watched })),
  /**
   * `outbox` means that mails are written to a folder on the server, because no mail server is configured.
   */
  mail: z.object({ delivery: z.enum(['smtp', 'outbox']), operatorEmailSet: z.boolean(), ...watched }),
  /** `off` means that no payment provider is configured for the current mode. */
  payments: z.object({ mode: paymentMode, standIn: z.boolean(), ...watched }),
  database: z.object({ bytes: z.int(), embedded: z.boolean() }),
  archive: z.object({
    posts: z.int(),
    bytes: z.int(),
    sources: z.array(
      z.object({
        source: z.string(),
        sample: z.boolean(),
        posts: z.int(),
        newestPostAt: z.string(),
        changedAt: z.string(),
      }),
    ),
  }),
  jobs: z.array(z.object({ name: z.string(), ...watched })),
})
export type AdminHealth = z.infer<typeof adminHealth>

export const adminHealthEndpoint = defineEndpoint('GET /api/admin/health', 'admin', { output: adminHealth })

/**
 * `currentPriceId` is the price in the current mode: the saved price, else the price in the environment, else
 * null.
 */
const paymentConfigView = z.object({
  mode: paymentMode,
  currentPriceId: z.nullable(z.string()),
  productionPriceId: z.nullable(z.string()),
  sandboxPriceId: z.nullable(z.string()),
  /** Whether a local stand-in simulates the provider, because no keys are set. Payments are then not real. */
  standIn: z.boolean(),
  /** Whether the environment has the keys of this mode. */
  productionReady: z.boolean(),
  sandboxReady: z.boolean(),
  lastModifiedAt: z.nullable(z.string()),
  lastModifiedBy: z.nullable(z.string()),
})
export type PaymentConfigView = z.infer<typeof paymentConfigView>

export const paymentConfigEndpoint = defineEndpoint('GET /api/admin/stripe-config', 'admin', {
  output: paymentConfigView,
})

/** The provider's id of a price. An empty string removes the saved id. */
const priceId = z.optional(
  z.string().check(z.trim(), z.regex(/^(?:price_[A-Za-z0-9_]{1,200})?$/u, 'A price id begins with price_')),
)

/**
 * Switches the mode and, if they are given, the ids of the prices, in one transaction. `invalid_input` with a
 * `userMessage` also means that the provider does not accept the price. `billing_not_set_up` means that the
 * environment has no keys for that mode (409). `settings_changed` means that somebody saved other settings
 * after `basedOn` (409).
 */
export const savePaymentConfigEndpoint = defineEndpoint('POST /api/admin/stripe-config', 'admin', {
  body: z.object({
    mode: z.enum(['production', 'sandbox'], {
      error: ({ input }) =>
        input === undefined ? 'Mode is required' : "Mode must be either 'production' or 'sandbox'",
    }),
    productionPriceId: priceId,
    sandboxPriceId: priceId,
    /**
     * The `lastModifiedAt` of the settings that the caller changes. Without it, the change replaces whatever
     * is saved.
     */
    basedOn: z.optional(z.nullable(z.iso.datetime())),
  }),
  output: z.object({ config: paymentConfigView }),
  errors: ['billing_not_set_up', 'payments_unavailable', 'settings_changed'],
})
