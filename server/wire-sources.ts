import { listForums } from './adapters/discourse/discourse-forum.ts'
import { feedSource } from './adapters/feeds/feed-posts.ts'
import { feedDeletionCheck } from './adapters/feeds/scheduled-feeds.ts'
import { guardedFetch } from './adapters/guarded-fetch/guarded-fetch.ts'
import { instanceAt } from './adapters/lemmy/lemmy-source.ts'
import { sourceCircuit } from './adapters/source-calls/source-circuit.ts'
import { systemClock } from './adapters/source-calls/source-clock.ts'
import { sourceHttpClient } from './adapters/source-calls/source-http-client.ts'
import { hackerNewsIdentity } from './adapters/source-kinds/known-sites.ts'
import { recognisedTypes, sourceRecogniser } from './adapters/source-kinds/recognise-source.ts'
import { makeFeedMemory } from './features/sources/feed-memory-store.ts'
import { seedSources } from './features/sources/seed-sources.ts'
import { type KeptSource, makeSourceStore } from './features/sources/source-store.ts'
import type { FeedMemory, Post, PostFeed, SourceIdentity } from './ports.ts'
import type { SourcesConfig } from './sources-config.ts'
import { wireFixedSources } from './wire-fixed-sources.ts'
import {
  callsTo,
  type LiveNow,
  type LiveSources,
  type SourceParts,
  userAgentOf,
} from './wire-source-calls.ts'
import { callSharing, type KindParts, openSource } from './wire-source-kinds.ts'
import type { Replacements } from './wired.ts'

export type Sources = Awaited<ReturnType<typeof wireSources>>

const place = (kind: SourceIdentity['kind'], name: string, address: string, communities: string[] = []) => ({
  kind,
  name,
  address,
  communities,
  title: name === feedSource ? new URL(address).hostname : name,
})

/** What variables name. */
function namedSources({ feeds, discourse, lemmy, piefed }: SourcesConfig): SourceIdentity[] {
  const instances = (addresses: readonly string[], kind: 'lemmy' | 'piefed') =>
    addresses.map((address) => instanceAt(address, kind)).map(({ name, url }) => place(kind, name, url))
  return [
    ...listForums(discourse).map(({ name, url, categories }) =>
      place(
        'discourse',
        name,
        url,
        categories.map(({ path }) => path),
      ),
    ),
    ...instances(lemmy, 'lemmy'),
    ...instances(piefed, 'piefed'),
    ...feeds.map((address) => place('feed', feedSource, address)),
  ]
}

/** Remembers nothing: of what is only looked at. */
const noMemory: FeedMemory = {
  findValidators: async () => ({ etag: null, lastModified: null }),
  noteItems: async () => {},
  saveValidators: async () => {},
  noteUnchanged: async () => {},
  findDropped: async () => [],
}

const previewTopics = 5
const previewMs = 20_000

/** The first page of what would be read of a source. */
async function readSome(identity: SourceIdentity, parts: KindParts): Promise<Post[]> {
  const [feed] = openSource(identity, { ...parts, memory: noMemory, mostTopics: previewTopics }).feeds
  const [target] = feed?.own ?? []
  if (feed === undefined || target === undefined) return []
  return (await feed.listNew(target, null, AbortSignal.timeout(previewMs))).posts
}

function wireRecogniser(parts: SourceParts) {
  const settings = { failuresToOpen: 5, openMs: 60_000 }
  const { search } = callsTo('new addresses', 60, parts)
  const fetch = guardedFetch({ named: parts.config.sources.privateHosts, types: recognisedTypes })
  return sourceRecogniser({
    sourceClock: systemClock,
    openClient: () =>
      sourceHttpClient({
        ...search,
        circuit: sourceCircuit(systemClock, settings),
        userAgent: userAgentOf(parts.publicUrl),
        fetch,
      }),
  })
}

type Open = Pick<KeptSource, 'kind' | 'enabled'> & { live: LiveSources }

function openKept({ everyHours, ...identity }: SourceIdentity & { everyHours: number }, parts: KindParts) {
  const live = openSource(identity, parts)
  return { ...live, feeds: live.feeds.map((feed): PostFeed => ({ ...feed, everyHours })) }
}

/** Opens each source once, as long as nothing of it changes: what is known of it stays. */
function keptOpen(parts: KindParts) {
  let opened = new Map<string, LiveSources>()
  return (rows: readonly KeptSource[]): Open[] => {
    const next = new Map<string, LiveSources>()
    const open = rows.map(({ kind, name, address, title, communities, everyHours, enabled }) => {
      const what = { kind, name, address, title, communities, everyHours }
      const key = JSON.stringify(what)
      const live = opened.get(key) ?? openKept(what, parts)
      next.set(key, live)
      return { kind, enabled, live }
    })
    opened = next
    return open
  }
}

/** What tests put in place of feeds and checks. */
export function replaceLive(
  live: LiveNow,
  { feeds, checks }: Pick<Replacements, 'feeds' | 'checks'>,
): LiveNow {
  return {
    ...live,
    ...(feeds === undefined ? {} : { listFeeds: async () => feeds }),
    ...(checks === undefined ? {} : { listChecks: async () => checks }),
  }
}

/** The sources of this installation as the database has them now: changes count at once, in every instance. */
export async function wireSources(parts: SourceParts) {
  const { sources: config } = parts.config
  const store = makeSourceStore(parts.database.db, parts.clock)
  const { wanted } = config.hackerNews
  await seedSources(store, {
    named: namedSources(config),
    hackerNews: hackerNewsIdentity,
    hackerNewsWanted: wanted,
  })
  const fixed = wireFixedSources(parts)
  const memory = makeFeedMemory(parts.database.db, parts.clock)
  const kindParts = { ...parts, memory, shareCalls: callSharing(parts) }
  const open = keptOpen(kindParts)
  const turnedOff = wanted === 'off' ? (['hacker-news'] as const) : []
  const listHeld = async () => (await store.listSources()).filter(({ removedAt }) => removedAt === null)
  const isAllowed = ({ kind }: Pick<KeptSource, 'kind'>) => !turnedOff.some((one) => one === kind)
  const listOn = async () =>
    open(await listHeld()).flatMap((one) => (one.enabled && isAllowed(one) ? [one.live] : []))
  const live: LiveNow = {
    listSources: async () => [...(await listOn()).flatMap(({ sources }) => sources), ...fixed.sources],
    listFeeds: async () => [...(await listOn()).flatMap(({ feeds }) => feeds), ...fixed.feeds],
    /** Also of those that are paused or off, as long as posts of them are here; what feeds drop goes whether or not any is left. */
    listChecks: async () => {
      const kept = await listHeld()
      const hasFeeds = kept.some(({ kind }) => kind === 'feed') || (await store.hasFeedPosts())
      const checks = open(kept).flatMap((one) => one.live.checks)
      return [...checks, ...fixed.checks, ...(hasFeeds ? [feedDeletionCheck({ memory })] : [])]
    },
  }
  return {
    live,
    store,
    /** What is asked beside the archive, for who comes to the site. */
    countLive: async () => {
      const on = (await listHeld()).filter((one) => one.enabled && isAllowed(one))
      const searched = [...on.filter(({ kind }) => kind !== 'feed'), ...fixed.described]
      const feeds = on.length - on.filter(({ kind }) => kind !== 'feed').length
      return { searched: searched.map(({ title }) => title), feeds }
    },
    fixed: fixed.described,
    turnedOff,
    recognise: wireRecogniser(parts),
    readSome: (identity: SourceIdentity) => readSome(identity, kindParts),
    /** What is read of a source that is only just being added. */
    openFeeds: (identity: SourceIdentity) => openSource(identity, kindParts).feeds,
  }
}
