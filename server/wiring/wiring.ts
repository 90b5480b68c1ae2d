import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { instanceCountsEndpoint } from '#contract/instance-counts.ts'
import type { SiteFacts } from '#contract/site-facts.ts'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import { describeSite } from '#server/config/describe-site.ts'
import { serve } from '#server/doors/web/serve.ts'
import type { WebFiles } from '#server/doors/web/web-files.ts'
import { makeAccountDataStore } from '#server/features/accounts/account-data-store.ts'
import { makeAttemptStore } from '#server/features/accounts/attempt-store.ts'
import { addBillingRoutes, addWebhookRoutes } from '#server/features/billing/billing-routes.ts'
import { endBilling } from '#server/features/billing/end-billing.ts'
import { addOwnRoutes } from '#server/features/own/own-routes.ts'
import { addScoringRoutes } from '#server/features/scoring/scoring-routes.ts'
import type { RenderedResults, ResultsPage } from '#server/features/search/brief/render-saved-results.ts'
import { makeCommunityListStore } from '#server/features/sources/community-list-store.ts'
import { addListsRoutes } from '#server/features/sources/lists-routes.ts'
import type { BackgroundJobs } from '#server/jobs/background-jobs.ts'
import { findLanguage } from '#server/matching/find-language.ts'
import { cachedFor } from '#server/operations/cached-for.ts'
import { type CountInstance, countInstance } from '#server/operations/count-instance.ts'
import type { HealthWatch } from '#server/operations/health-watch.ts'
import { makeInstanceStore } from '#server/operations/instance-store.ts'
import { buildApp } from './app.ts'
import { loadCookieSecret } from './cookie-secret.ts'
import { alone, type Together } from './together.ts'
import { wireAccounts } from './wire-accounts.ts'
import { wireAdmin } from './wire-admin.ts'
import { apiRoutes } from './wire-api.ts'
import { billingFact, wireBilling } from './wire-billing.ts'
import { wireDelivery } from './wire-delivery.ts'
import { wireDigests } from './wire-digests.ts'
import { wireHealth } from './wire-health.ts'
import { listDuties, wireJobs } from './wire-jobs.ts'
import { wireKeys } from './wire-keys.ts'
import { wireMetrics } from './wire-metrics.ts'
import { wireOwn, wireOwnBriefs } from './wire-own.ts'
import { scanRoutes, wireScan } from './wire-scan.ts'
import { type Search, wireSearch } from './wire-search.ts'
import { announceSources, replaceLive, sourcesRoutes, visitHook, wireSources } from './wire-sources.ts'
import { pastedScorer, readListsIn } from './wire-texts.ts'
import { wireWatches } from './wire-watches.ts'
import type { AddRoutes, Given, Wired } from './wired.ts'

/** The count is cached, because the start page requests it on every visit. */
const countsCachedMs = 5 * 60_000
const webFolder = join(import.meta.dirname, '../../web/dist')

/** The built front end and its code for rendering saved results; null without a build. */
async function openFrontEnd(search: Search, facts: SiteFacts): Promise<WebFiles | null> {
  if (!existsSync(join(webFolder, 'app.html'))) return null
  const { href } = pathToFileURL(join(webFolder, 'server/prerender.js'))
  const built: { renderResults(saved: ResultsPage & { facts: SiteFacts }): Promise<RenderedResults> } =
    await import(href)
  const renderResults = search.renderResults((saved) => built.renderResults({ ...saved, facts }))
  return { folder: webFolder, facts, renderResults }
}

/** Routes that need no wiring of their own. */
function smallRoutes(
  { database: { db }, clock, workers }: Wired,
  countLive: CountInstance['countLive'],
): AddRoutes {
  const instance = { store: makeInstanceStore(db), clock, countLive }
  const { version: scorerVersion } = shippedScorer()
  const count = cachedFor(countsCachedMs, () => countInstance(instance), clock)
  return (app) => {
    serve(app, instanceCountsEndpoint, count)
    addListsRoutes(app, { lists: makeCommunityListStore(db), readForeignLists: readListsIn(workers) })
    const scorePost = pastedScorer(workers)
    addScoringRoutes(app, { attempts: makeAttemptStore(db), scorePost, findLanguage, scorerVersion, clock })
  }
}

/** All features, each with its adapters. */
async function wireFeatures(wired: Wired, health: ReturnType<typeof wireHealth>) {
  const { config, database, clock, jobs, workers, replaced } = wired
  const sources = await wireSources({ ...wired, stoppedClock: replaced.clock ?? null, hasVisits: true })
  const scan = wireScan({ ...wired, live: replaceLive(sources.live, replaced) })
  const search = wireSearch(wired, sources.live)
  const material = wireOwn({ db: database.db, clock, archive: search.archive, jobs, workers })
  const own = { ...material, ...wireOwnBriefs(search, wired) }
  const watches = wireWatches(wired, search, own)
  const billing = health.watch.watchBilling(wireBilling(wired))
  const beforeDeletion = [
    (userId: string) => endBilling(billing, userId),
    (userId: string) => makeAccountDataStore(database.db).deleteBelongings(userId),
  ]
  const accounts = wireAccounts(wired, { beforeDeletion, exportMaterial: own.exportMaterial })
  const delivery = wireDelivery(wired, search.archive)
  const digests = wireDigests(wired, search.archive)
  const listJobs = () => duties.flatMap(({ title }) => title ?? [])
  const admin = wireAdmin({
    ...wired,
    readiness: health.readiness,
    accounts,
    billing,
    beforeDeletion,
    listSources: search.listSources,
    listJobs,
  })
  const keys = wireKeys(wired, admin.audit)
  const features = { search, accounts, own, watches, admin, billing, scan, delivery, digests, keys }
  const duties = listDuties(wired, features)
  const mail = config.smtpServer === null ? 'stored' : 'sent'
  const facts = describeSite({
    ...config,
    publicUrl: wired.publicUrl,
    billing: billingFact(config.payments),
    mail,
  })
  return { ...features, sources, duties, listJobs, facts }
}

type Features = Awaited<ReturnType<typeof wireFeatures>>

function routesOf(wired: Wired, features: Features): AddRoutes[] {
  const { search, own, watches, accounts, billing, admin, scan, sources, delivery, digests, keys } = features
  const { audit } = admin
  return [
    search.addRoutes,
    smallRoutes(wired, sources.countLive),
    (api) => addOwnRoutes(api, own),
    watches.addRoutes,
    accounts.addRoutes,
    (api) => addBillingRoutes(api, billing),
    admin.addRoutes,
    scanRoutes(scan, { ...wired, audit }),
    sourcesRoutes(sources, { ...wired, scan, audit }),
    delivery.addRoutes,
    digests.addRoutes,
    keys.addRoutes,
  ]
}

type Asked = {
  watch: Pick<HealthWatch, 'tell'>
  jobs: Pick<BackgroundJobs, 'wake'>
  sources: { noteVisit(): boolean }
}

/**
 * Answers questions of other processes, and handles what they report to the first process, which runs the
 * jobs.
 */
function answerOthers({ answer }: Together, { watch, jobs, sources }: Asked): void {
  answer('health', () => watch.tell())
  answer('wake', () => jobs.wake())
  answer('visit', () => {
    if (sources.noteVisit()) jobs.wake()
  })
}

/** The app with an open database, for the product and for tests. */
export async function wireApp(given: Given, publicUrl: string) {
  const { config, database, logger, replaced } = given
  const clock = replaced.clock ?? (() => new Date())
  const { together = alone(clock) } = given
  const cookieSecrets = config.sessionSecrets ?? [await loadCookieSecret(config.dataDir)]
  const health = wireHealth(given, clock)
  const { watch, probe, outages, refusals, readiness, warn } = health
  const jobs = wireJobs({ ...database, logger, clock, outages, watch })
  const wake = () => together.tellFirst('wake')
  const wired: Wired = {
    ...given,
    together,
    publicUrl,
    clock,
    cookieSecrets,
    watch,
    jobs: { wake },
    refusals,
    warn,
  }
  const features = await wireFeatures(wired, health)
  const { search, accounts, admin, billing, sources, delivery, digests, keys, duties } = features
  answerOthers(together, { watch, jobs, sources })
  const app = await buildApp({
    ...wired,
    outages,
    readiness,
    onRequest: visitHook(together),
    web: await openFrontEnd(search, features.facts),
    sessions: accounts.sessions,
    routes: routesOf(wired, features),
    addMetrics: wireMetrics(wired, { readiness, watch, jobTitles: features.listJobs() }),
    addOpenRoutes: (open) => {
      delivery.addOpenRoutes(open)
      digests.addOpenRoutes(open)
      addWebhookRoutes(open, billing)
    },
    addKeyRoutes: apiRoutes(wired, features),
  })
  // Mails in progress are completed, but failed mails are no longer retried.
  app.addHook('onClose', () => Promise.all([accounts.delivery.finish(), admin.operatorDelivery.finish()]))
  app.addHook('onClose', () => keys.calls.store())
  app.addHook('onClose', () => health.close())
  app.addHook('onClose', async () => search.closeIndex())
  if (together.isFirst) {
    app.addHook('onReady', () => admin.announceSetup())
    app.addHook('onReady', () => announceSources(sources, logger))
  }
  return {
    app,
    clock,
    watch,
    outages,
    probe,
    readiness,
    /**
     * Makes the searches that the start page shows, because the first searches of a process are the slowest.
     */
    warmUp: () => search.examples.list(),
    jobs: { ...jobs, start: () => jobs.start(duties) },
  }
}
