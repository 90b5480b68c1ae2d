import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Logger, pino } from 'pino'
import type { SiteFacts } from '#contract/site-facts.ts'
import { scorePost } from '#scoring/score-post.ts'
import { scorerVersion } from '#scoring/scorer-version.ts'
import { githubProvider } from './adapters/openid/github-provider.ts'
import { googleProvider } from './adapters/openid/google-provider.ts'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { type OpenDatabase, openDatabase } from './database/open-database.ts'
import { makeAccountDataStore } from './features/accounts/account-data-store.ts'
import { makeAccountMails } from './features/accounts/account-mails.ts'
import { makeAccountSessionStore } from './features/accounts/account-session-store.ts'
import { longestWindowMs } from './features/accounts/attempt-rules.ts'
import { makeAttemptStore } from './features/accounts/attempt-store.ts'
import { refuseCommonPassword } from './features/accounts/common-passwords.ts'
import { makeIdentityStore } from './features/accounts/identity-store.ts'
import { makeAttemptLimiter } from './features/accounts/limit-attempts.ts'
import { linkPendingIdentity } from './features/accounts/link-pending-identity.ts'
import { makeMailDelivery } from './features/accounts/mail-delivery.ts'
import { makeMailedTokenStore } from './features/accounts/mailed-token-store.ts'
import { makePasswordHasher } from './features/accounts/password-hash.ts'
import type { SecurityEvent } from './features/accounts/security-event.ts'
import { sendVerification } from './features/accounts/send-verification.ts'
import { makeUserStore, type User } from './features/accounts/user-store.ts'
import { entryOf } from './features/admin/actor.ts'
import { type HealthWatch, makeHealthWatch } from './features/admin/health-watch.ts'
import { makeArchiveSearchStore } from './features/archive/archive-search-store.ts'
import { makeArchiveStore } from './features/archive/archive-store.ts'
import { makeArchiveVersion } from './features/archive/archive-version.ts'
import { keepFoundPosts } from './features/archive/keep-posts.ts'
import { loadStarterCollection } from './features/archive/load-starter-collection.ts'
import { archiveSource } from './features/archive/search-archive.ts'
import { endBilling } from './features/billing/end-billing.ts'
import { makeInstanceCounter } from './features/instance/count-instance.ts'
import { makeInstanceStore } from './features/instance/instance-store.ts'
import { makeScoringLimitStore } from './features/scoring/scoring-limit-store.ts'
import { dayStart, visitorLimits } from './features/search/allowance-rules.ts'
import { makeAnswerCache } from './features/search/answer-cache.ts'
import { findPosts } from './features/search/find-posts.ts'
import { makeLiveAnswers } from './features/search/live-answers.ts'
import { makeSearchStore } from './features/search/search-store.ts'
import { makeUsageStore } from './features/search/usage-store.ts'
import { loadCookieSecret } from './http/cookie-secret.ts'
import { describeSite } from './http/describe-site.ts'
import { startBillingSweep } from './jobs/billing-sweep.ts'
import { startHousekeeping } from './jobs/housekeeping.ts'
import type {
  Clock,
  DeletionCheck,
  DiscussionSource,
  Mailer,
  Post,
  PostFeed,
  ResultsDrawer,
} from './ports.ts'
import { announceSetup, cleanAdmin, wireAdmin } from './wire-admin.ts'
import { openPayments, sweepBilling, wireBilling } from './wire-billing.ts'
import { wireMail } from './wire-mail.ts'
import { type Scan, startScanJobs, wireScan } from './wire-scan.ts'
import { wireSources } from './wire-sources.ts'

const webFolder = join(import.meta.dirname, '../web/dist')

/** What tests put in place of the outside world; the product itself replaces nothing. */
export type Replacements = {
  clock?: Clock
  sources?: (archive: DiscussionSource) => DiscussionSource[]
  archiveTimeLimitMs?: number
  feeds?: PostFeed[]
  checks?: DeletionCheck[]
  requestTimeoutMs?: number
  mailer?: Mailer
}

type Wired = { config: Config; database: OpenDatabase; logger: Logger; replaced: Replacements }
type Watched = Wired & { watch: HealthWatch }

function wireAccounts(wired: Watched, publicUrl: string, clock: Clock) {
  const { database, logger, watch } = wired
  const warn = (message: string, details: object) => logger.warn(details, message)
  const hasher = makePasswordHasher()
  const tokens = makeMailedTokenStore(database.db)
  const accountMails = makeAccountMails(publicUrl)
  const mailer = wired.replaced.mailer ?? wireMail({ ...wired, publicUrl, clock })
  const delivery = makeMailDelivery({ mailer: watch.watchMailer(mailer), warn })
  const mails = { tokens, accountMails, delivery, clock }
  const identities = makeIdentityStore(database.db)
  const usage = makeUsageStore(database.db)
  return {
    clock,
    hasher,
    hashPassword: hasher.hashPassword,
    verifyPassword: (passwordHash: string | null, password: string) =>
      hasher.verifyPassword(passwordHash, password),
    refuseCommonPassword,
    users: makeUserStore(database.db),
    takeOverSearches: (visitorId: string, userId: string | null) => usage.takeOverSearches(visitorId, userId),
    identities,
    sessions: makeAccountSessionStore(database.db, clock),
    attempts: makeAttemptLimiter({ store: makeAttemptStore(database.db), clock }),
    linkIdentity: (pending: Record<string, string> | null, userId: string) =>
      linkPendingIdentity({ store: identities, clock }, pending, userId),
    notify: {
      registered: (user: User) => sendVerification(mails, user.id),
      knownAddress: ({ email }: User) =>
        delivery.later('sign-up with a known address', async () => accountMails.signUpAttempt(email)),
      passwordChanged: ({ email }: User) =>
        delivery.later('password changed', async () => accountMails.passwordChanged(email)),
    },
    recordEvent: (event: SecurityEvent) => logger.info(event, 'Security event'),
    tokens,
    accountMails,
    delivery,
    accountData: makeAccountDataStore(database.db),
  }
}

function wireProviders({ config, logger }: Wired, publicUrl: string) {
  const google = config.google && googleProvider(config.google)
  const github = config.github && githubProvider(config.github)
  return {
    publicUrl,
    providers: [google, github].filter((provider) => provider !== null),
    warn: (message: string, cause: unknown) => logger.warn({ err: cause }, message),
  }
}

/** Removes what has had its time: sessions, mailed links and counted attempts. */
function cleanAccounts(database: OpenDatabase, clock: Clock) {
  const sessions = makeAccountSessionStore(database.db, clock)
  const tokens = makeMailedTokenStore(database.db)
  const attempts = makeAttemptStore(database.db)
  return async () => {
    await sessions.deleteExpiredSessions()
    await tokens.deleteExpiredTokens(clock())
    await attempts.deleteAttemptsBefore(new Date(clock().getTime() - longestWindowMs))
  }
}

function wireSearch(
  { config, database, logger, replaced, watch, enlistLive }: Watched & Pick<Scan, 'enlistLive'>,
  live: readonly DiscussionSource[],
  clock: Clock,
) {
  const archiveSearch = makeArchiveSearchStore(database.db)
  const archive = archiveSource({ store: archiveSearch }, replaced.archiveTimeLimitMs)
  const keepIn = {
    store: makeArchiveStore(database.db),
    listPosts: (ids: readonly number[]) => archiveSearch.listPosts(ids),
    scorePost,
    scorerVersion,
  }
  const findIn = {
    sources: (replaced.sources?.(archive) ?? [archive, ...live]).map(watch.watchSource),
    keepPosts: async (posts: readonly Post[]) => {
      const kept = await keepFoundPosts(keepIn, posts)
      await enlistLive(kept)
      return kept
    },
    liveAnswers: makeLiveAnswers(config.searchCacheSeconds * 1000, keepIn.listPosts),
    warn: (message: string, cause: unknown) => logger.warn({ err: cause }, message),
  }
  return {
    clock,
    warn: findIn.warn,
    sources: findIn.sources.map(({ name }) => name),
    scorerVersion,
    store: makeSearchStore(database.db),
    usage: makeUsageStore(database.db),
    findPosts: (query: Parameters<typeof findPosts>[1]) => findPosts(findIn, query),
    answers: makeAnswerCache(config.searchCacheSeconds * 1000),
    archiveVersion: makeArchiveVersion(archiveSearch, clock),
    visitorLimits: visitorLimits(config.anonymousDailyLimitPerAddress),
    resultsKeptDays: config.resultsKeptDays,
    readPosts: keepIn.listPosts,
    readTexts: (ids: readonly number[]) => archiveSearch.listTexts(ids),
  }
}

/** The built front end and its own code for drawing kept results; null where nothing was built. */
async function openFrontEnd(facts: SiteFacts) {
  if (!existsSync(join(webFolder, 'app.html'))) return null
  const built: { drawResults: ResultsDrawer } = await import(
    pathToFileURL(join(webFolder, 'server/prerender.js')).href
  )
  return { folder: webFolder, facts, draw: built.drawResults }
}

/** The app over an open database: what the product serves and what tests call. */
export async function wireApp(given: Wired, publicUrl: string) {
  const { config, logger } = given
  const clock = given.replaced.clock ?? (() => new Date())
  const watch = makeHealthWatch(clock)
  const wired = { ...given, watch }
  const cookieSecrets = config.sessionSecrets ?? [await loadCookieSecret(config.dataDir)]
  const live = wireSources({ ...given, publicUrl, clock, stoppedClock: given.replaced.clock ?? null })
  const { feeds, checks } = { ...live, ...given.replaced }
  const scan = wireScan({ ...given, clock, feeds, checks })
  const search = wireSearch({ ...wired, ...scan }, live.sources, clock)
  const accounts = wireAccounts(wired, publicUrl, clock)
  const billing = watch.watchBilling(wireBilling({ ...wired, publicUrl, clock }))
  const beforeDeletion = [(userId: string) => endBilling(billing, userId)]
  const parts = { ...wired, publicUrl, clock, cookieSecrets, accounts, billing, beforeDeletion }
  const admin = wireAdmin({ ...parts, sources: search.sources, scanJobs: scan.jobNames })
  const app = await buildApp({
    settings: {
      publicUrl,
      cookieSecrets,
      trustedProxies: config.trustedProxies,
      web: await openFrontEnd(describeSite({ ...config, publicUrl })),
      requestTimeoutMs: wired.replaced.requestTimeoutMs ?? 10_000,
    },
    logger,
    clock,
    search,
    scoring: { store: makeScoringLimitStore(wired.database.db), scorePost, scorerVersion, clock },
    instance: { countInstance: makeInstanceCounter({ store: makeInstanceStore(wired.database.db), clock }) },
    sessions: accounts.sessions,
    accounts: { ...accounts, beforeDeletion },
    billing,
    admin,
    scan: {
      ...scan.report,
      ...scan.scanning,
      wakeJobs: () => scan.bell.ring(),
      recordAsking: (by) => admin.audit.recordEntry(entryOf(clock, by, 'scan_started')),
    },
    providers: { ...accounts, ...wireProviders(wired, publicUrl) },
  })
  // Mails under way are part of what ends in order; from then on nobody tries again.
  app.addHook('onClose', () => Promise.all([accounts.delivery.finish(), admin.operatorDelivery.finish()]))
  app.addHook('onReady', () => announceSetup(admin, publicUrl, logger))
  return { app, live, search, scan, billing, admin, clean: cleanAccounts(wired.database, clock) }
}

function listeningUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

export type RunningProduct = {
  url: string
  /** Settles with the reason when the product cannot go on. */
  lost: Promise<Error>
  stop(): Promise<void>
}

/** Opens the database, loads the starter collection, listens. What was opened is closed when a step fails. */
export async function startProduct(config: Config): Promise<RunningProduct> {
  const logger = pino({ level: config.logLevel, redact: ['req.headers.cookie', 'req.headers.authorization'] })
  const database = await openDatabase(config, 'product', (line) => logger.info(line))
  const closing = new AsyncDisposableStack()
  closing.defer(() => database.close())
  try {
    await loadStarterCollection({ store: makeArchiveStore(database.db), scorePost, scorerVersion })
    const provider = await openPayments(config, (line) => logger.info(line))
    closing.defer(() => provider.close())
    const publicUrl = config.publicUrl ?? listeningUrl(config.host, config.port)
    const wired = { config: { ...config, payments: provider.payments }, database, logger, replaced: {} }
    const { app, search, scan, billing, admin, clean } = await wireApp(wired, publicUrl)
    await app.listen({ host: config.host, port: config.port })
    const address = app.server.address()
    const port = typeof address === 'object' && address !== null ? address.port : config.port
    provider.listensAt(port)
    const stopHousekeeping = startHousekeeping(
      () =>
        admin.healthWatch.watch('job housekeeping', async () => {
          await search.store.deleteExpired(search.clock(), dayStart(search.clock()))
          await clean()
          await cleanAdmin(admin)
        }),
      (error) => logger.warn({ err: error }, 'Housekeeping failed'),
    )
    const stopSweep = startBillingSweep(
      (stopped) => admin.healthWatch.watch('job subscriptions', () => sweepBilling(billing, logger, stopped)),
      (error) => logger.warn({ err: error }, 'The sweep of subscriptions failed'),
    )
    const scanJobs = startScanJobs(scan, { pool: database.pool, logger, watch: admin.healthWatch })
    return {
      url: config.publicUrl ?? listeningUrl(config.host, port),
      lost: database.lost,
      async stop() {
        stopHousekeeping()
        await Promise.all([stopSweep(), scanJobs.stop(), app.close()])
        await closing.disposeAsync()
      },
    }
  } catch (error) {
    await closing.disposeAsync()
    throw error
  }
}
