import { setTimeout as sleep } from 'node:timers/promises'
import type { onRequestHookHandler } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { pageAt } from '#contract/page-paths.ts'
import { searchEndpoint, searchStreamEndpoint } from '#contract/search.ts'
import type { ScorablePost } from '#scoring/score-post.ts'
import { listForums } from '#server/adapters/discourse/discourse-source.ts'
import { feedSource } from '#server/adapters/feeds/feed-posts.ts'
import { feedDeletionCheck } from '#server/adapters/feeds/scheduled-feed.ts'
import { instanceAt } from '#server/adapters/lemmy/lemmy-source.ts'
import type { LiveSource } from '#server/adapters/source-calls/live-source.ts'
import { hackerNewsIdentity } from '#server/adapters/source-kinds/known-sites.ts'
import type { SourcesConfig } from '#server/config/sources-config.ts'
import { type AuditStore, entryOf } from '#server/features/admin/audit-store.ts'
import { makeArchiveStore } from '#server/features/archive/store/archive-store.ts'
import { overdueBefore } from '#server/features/archive/store/recheck-posts.ts'
import { makeFeedMemory } from '#server/features/sources/feed-memory-store.ts'
import { type ListedFeed, type ManageSources, seedSources } from '#server/features/sources/manage-sources.ts'
import type { PurgeSources } from '#server/features/sources/purge-source.ts'
import { makeSourceFiguresStore } from '#server/features/sources/source-figures-store.ts'
import {
  makeSourceRemovalStore,
  makeSourceStore,
  type SourceStore,
  type StoredSource,
} from '#server/features/sources/source-store.ts'
import { addSourcesRoutes } from '#server/features/sources/sources-routes.ts'
import type { FeedMemory, FeedPage, SourceIdentity } from '#server/source-ports.ts'
import type { Together } from './together.ts'
import { wireRecogniser } from './wire-recogniser.ts'
import type { Scan, ScanDeps } from './wire-scan.ts'
import type { LiveNow, SourceDeps } from './wire-source-calls.ts'
import {
  callSharing,
  type FixedSources,
  type KindDeps,
  openSource,
  wireFixedSources,
} from './wire-source-kinds.ts'
import { pastedScorer, refuseSource } from './wire-texts.ts'
import type { AddRoutes, Replacements, Wired } from './wired.ts'

export type Sources = Awaited<ReturnType<typeof wireSources>>

type StoredAndFixed = {
  store: SourceStore
  fixed: FixedSources
  /** Kinds that a variable turns off. */
  turnedOff: readonly SourceIdentity['kind'][]
  /** Whether Hacker News is only read after the first visit. */
  awaitsVisit: () => boolean
}

const titled = (place: Omit<SourceIdentity, 'title'>): SourceIdentity => ({
  ...place,
  title: place.name === feedSource ? new URL(place.address).hostname : place.name,
})

/** The sources that environment variables name. */
function namedSources({ feeds, discourse, lemmy, piefed }: SourcesConfig): SourceIdentity[] {
  const instances = (addresses: readonly string[], kind: 'lemmy' | 'piefed') =>
    addresses
      .map((address) => instanceAt(address, kind))
      .map(({ name, url: address }) => titled({ kind, name, address, communities: [] }))
  return [
    ...listForums(discourse).map(titled),
    ...instances(lemmy, 'lemmy'),
    ...instances(piefed, 'piefed'),
    ...feeds.map((address) => titled({ kind: 'feed', name: feedSource, address, communities: [] })),
  ]
}

/** The memory of feeds that are only previewed. It stores nothing. */
const noMemory: FeedMemory = {
  findValidators: async () => ({ etag: null, lastModified: null }),
  noteItems: async () => {},
  saveValidators: async () => {},
  noteUnchanged: async () => {},
  findDropped: async () => [],
}

const previewTopics = 5
const previewMs = 20_000

/** The first page that would be read from a source. */
async function readSome(identity: SourceIdentity, parts: KindDeps): Promise<FeedPage> {
  // Uses the workers of requests, because a person is waiting for the page.
  const workers = { ...parts.workers, ofScan: parts.workers }
  const { feed } = openSource(identity, { ...parts, workers, memory: noMemory, mostTopics: previewTopics })
  const [target] = feed?.own ?? []
  if (feed === undefined || target === undefined) return { posts: [], next: null }
  return feed.listNew(target, null, AbortSignal.timeout(previewMs))
}

/** Opens each source once and keeps it open until its settings change, so that its state is kept. */
function sourceOpener(parts: KindDeps) {
  const opened = new LRUCache<string, Partial<LiveSource>>({ max: 2000 })
  return ({ kind, name, address, title, communities, everyHours }: StoredSource) => {
    const place = { kind, name, address, title, communities }
    const key = JSON.stringify({ ...place, everyHours })
    const known = opened.get(key)
    if (known !== undefined) return known
    const live = openSource(place, parts)
    const own = { ...live, ...(live.feed && { feed: { ...live.feed, everyHours } }) }
    opened.set(key, own)
    return own
  }
}

/** Replaces feeds and deletion checks in tests. */
export function replaceLive(
  live: LiveNow,
  { feeds, checks }: Pick<Replacements, 'feeds' | 'checks'>,
): LiveNow {
  return {
    ...live,
    ...(feeds && { listFeeds: async () => feeds }),
    ...(checks && { listChecks: async () => checks }),
  }
}

const isPresent = ({ removedAt }: StoredSource) => removedAt === null

/** The stored and configured sources that are on. */
function liveNow(parts: KindDeps, { store, fixed, turnedOff, awaitsVisit }: StoredAndFixed) {
  const open = sourceOpener(parts)
  const listPresent = async () => (await store.listSources()).filter(isPresent)
  const isOn = ({ kind, enabled }: Pick<StoredSource, 'kind' | 'enabled'>) =>
    enabled && !turnedOff.includes(kind)
  const listOn = async (except?: SourceIdentity['kind']) => [
    ...(await listPresent()).filter((one) => isOn(one) && one.kind !== except).map(open),
    ...fixed.live,
  ]
  const live: LiveNow = {
    listSources: async () => (await listOn()).flatMap(({ source }) => source ?? []),
    listFeeds: async () =>
      (await listOn(awaitsVisit() ? 'hacker-news' : undefined)).flatMap(({ feed }) => feed ?? []),
    listChecks: async () => {
      const stored = await listPresent()
      const hasFeeds = stored.some(({ kind }) => kind === 'feed') || (await store.hasFeedPosts())
      const checks = [...stored.map(open), ...fixed.live].flatMap(({ check }) => check ?? [])
      return hasFeeds ? [...checks, feedDeletionCheck(parts)] : checks
    },
  }
  return {
    live,
    /** Counts the live sources as pages list them. */
    countLive: async () => {
      const on = (await listPresent()).filter(isOn)
      const searched = on.filter(({ kind }) => kind !== 'feed')
      const titles = [...searched, ...fixed.described].map(({ title }) => title)
      return { searched: titles, feeds: on.length - searched.length }
    },
  }
}

/** The sources in the database. Changes take effect at once, in every instance. */
export async function wireSources(parts: SourceDeps & { hasVisits?: boolean }) {
  const { sources: config } = parts.config
  const store = makeSourceStore(parts.database.db, parts.clock)
  const { wanted } = config.hackerNews
  const isFresh = await seedSources(store, {
    named: namedSources(config),
    hackerNews: hackerNewsIdentity,
    hackerNewsWanted: wanted,
  })
  const memory = makeFeedMemory(parts.database.db, parts.clock)
  const kindParts = { ...parts, memory, shareCalls: callSharing(parts) }
  const fixed = wireFixedSources(parts)
  const turnedOff: SourceIdentity['kind'][] = wanted === 'off' ? ['hacker-news'] : []
  // A test installation without visits queries no site on its own.
  let awaitsVisit = isFresh && parts.hasVisits === true
  return {
    ...liveNow(kindParts, { store, fixed, turnedOff, awaitsVisit: () => awaitsVisit }),
    /** Records a page view or a search. Returns true if it is the first one of a new installation. */
    noteVisit(): boolean {
      const isFirst = awaitsVisit
      awaitsVisit = false
      return isFirst
    },
    store,
    /** Sources that only environment variables configure. */
    fixed: fixed.described,
    turnedOff,
    recognise: wireRecogniser(parts),
    readSome: (identity: SourceIdentity) => readSome(identity, kindParts),
    /** The targets of a newly added source. */
    openFeed: (identity: SourceIdentity) => openSource(identity, kindParts).feed,
  }
}

/** Starts the first read after the first page view or search of a new installation. */
export const visitHook = ({ tellFirst }: Pick<Together, 'tellFirst'>): onRequestHookHandler => {
  let wasTold = false
  return ({ method, url }, _reply, done) => {
    const [path = ''] = url.split('?', 1)
    const isSearch = path === searchEndpoint.path || path === searchStreamEndpoint.path
    const isVisit = method === 'POST' ? isSearch : pageAt(path) !== undefined
    if (isVisit && !wasTold) {
      wasTold = true
      tellFirst('visit')
    }
    done()
  }
}

const opmlWork = { owner: 'lists of feeds' }

type AdminDeps = Pick<Wired, 'config' | 'database' | 'clock' | 'workers' | 'jobs'> & {
  scan: Scan
  audit: Pick<AuditStore, 'recordEntry'>
}

export function sourcesRoutes(
  sources: Sources,
  { config, database, clock, workers, jobs, scan, audit }: AdminDeps,
): AddRoutes {
  const scoreTried = pastedScorer(workers)
  const recordAction: ManageSources['recordAction'] = (by, action, details) =>
    audit.recordEntry(entryOf(clock, by, { action, details }))
  const parts = {
    ...sources,
    figures: makeSourceFiguresStore(database.db),
    scorePost: (post: ScorablePost) => refuseSource(scoreTried('tried source', post)),
    startReading: (identities: readonly SourceIdentity[]) =>
      scan.readNow(identities.flatMap((one) => sources.openFeed(one) ?? [])),
    readOpml: (text: string) => refuseSource(workers.call(opmlWork, 'readOpml', text)),
    writeOpml: (feeds: readonly ListedFeed[]) => workers.call(opmlWork, 'writeOpml', feeds),
    listTargets: () => scan.report.report.listTargets(),
    listSet: () => scan.scanning.listTargets(),
    listOwn: (source: SourceIdentity) => sources.openFeed(source)?.own ?? [],
    readsByItself: config.scan.hour !== null,
    overdueBefore,
    wakeJobs: jobs.wake,
    recordAction,
    clock,
  }
  return (app) => addSourcesRoutes(app, parts)
}

/** On the first start, logs which sources the installation uses and how to turn them off. */
export async function announceSources({ store, turnedOff }: Sources, logger: Logger): Promise<void> {
  const stored = await store.listSources()
  const came = stored.some(
    (one) => one.addedBy === 'product' && one.enabled && isPresent(one) && !turnedOff.includes(one.kind),
  )
  if (!came) return
  logger.info(
    'Hacker News is searched and read, which needs no key. HACKER_NEWS=off, or Pause at /admin under Sources, turns that off',
  )
}

/** Deletes the posts of removed sources. */
export function wirePurging({ database, clock }: Pick<ScanDeps, 'database' | 'clock'>): PurgeSources {
  const archive = makeArchiveStore(database.db)
  return {
    removal: makeSourceRemovalStore(database.db),
    removePosts: (keys) => archive.save({ scored: [], restated: [], deleted: keys }),
    pause: (delayMs, signal) => sleep(delayMs, undefined, { signal }).catch(() => {}),
    clock,
  }
}
