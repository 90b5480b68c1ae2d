import {
  arcticShiftSource,
  isTemporary as isArcticShiftTemporary,
} from './adapters/arctic-shift/arctic-shift-source.ts'
import { discourseClient } from './adapters/discourse/discourse-client.ts'
import { discourseSource } from './adapters/discourse/discourse-source.ts'
import { feedTypes, scheduledFeeds } from './adapters/feeds/scheduled-feeds.ts'
import { findGithubLimit, githubSource } from './adapters/github/github-source.ts'
import { guardedFetch, jsonTypes } from './adapters/guarded-fetch/guarded-fetch.ts'
import { hackerNewsSource } from './adapters/hacker-news/hacker-news-source.ts'
import { instanceAt, instanceSource, isTemporary } from './adapters/lemmy/lemmy-source.ts'
import { redditClient, redditToken } from './adapters/reddit/reddit-client.ts'
import { untilRedditCloses } from './adapters/reddit/reddit-closes.ts'
import { redditSource } from './adapters/reddit/reddit-source.ts'
import type { LiveSource } from './adapters/source-calls/live-source.ts'
import { systemClock } from './adapters/source-calls/source-clock.ts'
import { type SourceHttpParts, sourceHttpClient } from './adapters/source-calls/source-http-client.ts'
import { findThrottle, stackExchangeSource } from './adapters/stack-exchange/stack-exchange-source.ts'
import type { FixedSource } from './features/sources/list-sources.ts'
import { callsOf, searchCallsOf } from './features/sources/source-facts-rules.ts'
import type { Clock, FeedMemory, SourceIdentity } from './ports.ts'
import type { ArcticShiftConfig, RedditConfig } from './sources-config.ts'
import { type Calls, callsTo, type LiveSources, type SourceParts, userAgentOf } from './wire-source-calls.ts'

export interface KindParts extends SourceParts {
  /** Budget and circuit, shared by all sources that are counted together. */
  shareCalls: (place: SourceIdentity) => Calls
  memory: FeedMemory
  /** How many topics of a page are read; all by default. */
  mostTopics?: number
}

type Opened = { identity: SourceIdentity; parts: KindParts }

/** What shares budgets and circuits: a host of feeds, the sites of Stack Exchange and GitHub's repositories have one for all. */
export function callSharing(parts: SourceParts): KindParts['shareCalls'] {
  const shared = new Map<string, Calls>()
  const share = ({ name, perMinute }: { name: string; perMinute: number }) => {
    const calls = shared.get(name) ?? callsTo(name, perMinute, parts)
    shared.set(name, calls)
    return calls
  }
  return (place) => {
    const searches = share(searchCallsOf(place))
    const calls = share(callsOf(place))
    // Of calls that are not those of searches nothing needs to be spared.
    return { search: searches.search, jobs: calls === searches ? calls.jobs : calls.search }
  }
}

/** Clients for those who search, and for jobs; places that people type are asked through the guard. */
function clientsFor(
  { identity, parts }: Opened,
  own: Pick<SourceHttpParts, 'isTemporary'> & { types?: RegExp | null } = {},
) {
  const { search, jobs } = parts.shareCalls(identity)
  const { types = jsonTypes, ...client } = own
  const fetch =
    types === null ? {} : { fetch: guardedFetch({ named: parts.config.sources.privateHosts, types }) }
  const shared = { ...client, ...fetch, userAgent: userAgentOf(parts.publicUrl) }
  return {
    search: sourceHttpClient({ ...search, ...shared }),
    jobs: sourceHttpClient({ ...jobs, ...shared }),
  }
}

const shared = ({ parts }: Opened) => ({
  timeLimitMs: parts.config.sources.timeLimitMs,
  clock: parts.clock,
  sourceClock: systemClock,
})

function openFeed(opened: Opened): LiveSources {
  const { address } = opened.identity
  const { search: client } = clientsFor(opened, { types: feedTypes })
  const { memory } = opened.parts
  const feed = scheduledFeeds({ ...shared(opened), addresses: [address], clientFor: () => client, memory })
  return { sources: [], feeds: [feed], checks: [] }
}

/** Those who search ask a source with one client, jobs with another. */
function liveWith<C>({ search, jobs }: { search: C; jobs: C }, open: (client: C) => LiveSource): LiveSources {
  const { feed, check } = open(jobs)
  return { sources: [open(search).source], feeds: [feed], checks: [check] }
}

function openDiscourse(opened: Opened): LiveSources {
  const {
    identity: forum,
    parts: { mostTopics },
  } = opened
  const deps = { ...shared(opened), ...(mostTopics !== undefined && { mostTopics }), forum }
  return liveWith(clientsFor(opened), (http) =>
    discourseSource({ ...deps, client: discourseClient(forum, { http, sourceClock: systemClock }) }),
  )
}

function openInstance(opened: Opened, kind: 'lemmy' | 'piefed'): LiveSources {
  const { address, communities } = opened.identity
  const deps = { ...shared(opened), instance: instanceAt(address, kind), communities }
  return liveWith(clientsFor(opened, { isTemporary }), (http) => instanceSource({ ...deps, http }))
}

function openHackerNews(opened: Opened): LiveSources {
  const { communities } = opened.identity
  const deps = { ...shared(opened), ...opened.parts.config.sources.hackerNews, communities }
  return liveWith(clientsFor(opened, { types: null }), (http) => hackerNewsSource({ ...deps, http }))
}

function openStackExchange(opened: Opened): LiveSources {
  const { identity: site, parts } = opened
  const { url: apiUrl, key } = parts.config.sources.stackExchange
  const { budget } = parts.shareCalls(site).search
  const deps = { ...shared(opened), site, apiUrl, key, budget }
  const clients = clientsFor(opened, { types: null, isTemporary: findThrottle })
  return liveWith(clients, (http) => stackExchangeSource({ ...deps, http }))
}

function openGithub(opened: Opened): LiveSources {
  const { url: apiUrl, token } = opened.parts.config.sources.github
  const deps = { ...shared(opened), repository: opened.identity, apiUrl, token }
  const clients = clientsFor(opened, { types: null, isTemporary: findGithubLimit })
  return liveWith(clients, (http) => githubSource({ ...deps, http }))
}

/** What is asked of one source. */
export function openSource(identity: SourceIdentity, parts: KindParts): LiveSources {
  const opened = { identity, parts }
  switch (identity.kind) {
    case 'feed':
      return openFeed(opened)
    case 'discourse':
      return openDiscourse(opened)
    case 'lemmy':
    case 'piefed':
      return openInstance(opened, identity.kind)
    case 'hacker-news':
      return openHackerNews(opened)
    case 'stack-exchange':
      return openStackExchange(opened)
    case 'github':
      return openGithub(opened)
  }
}

export type FixedSources = LiveSources & { described: FixedSource[] }

function callsFor(kind: 'reddit' | 'arctic-shift', address: string, parts: SourceParts) {
  const { name, perMinute } = callsOf({ kind, name: kind, address })
  return callsTo(name, perMinute, parts)
}

/** Both read the API that Reddit closes. */
function fixedSource(
  live: LiveSources,
  place: Pick<FixedSource, 'kind' | 'name' | 'address' | 'title'>,
  { clock, communities }: { clock: Clock; communities: readonly string[] },
): FixedSources {
  const sources = live.sources.map((source) => untilRedditCloses(source, clock))
  const notice = sources[0]?.notice ?? null
  return { ...live, sources, described: [{ ...place, communities: [...communities], notice }] }
}

function wireReddit(config: RedditConfig, parts: SourceParts): FixedSources {
  const { communities, url: address } = config
  const token = redditToken(config, systemClock)
  const { search, jobs } = callsFor('reddit', config.apiUrl, parts)
  const clientOf = (calls: typeof jobs) => redditClient(config, { ...calls, token })
  const { timeLimitMs } = parts.config.sources
  const live = liveWith({ search: clientOf(search), jobs: clientOf(jobs) }, (client) =>
    redditSource({ client, communities, timeLimitMs, sourceClock: systemClock }),
  )
  return fixedSource(
    live,
    { kind: 'reddit', name: 'reddit', address, title: 'Reddit' },
    { ...parts, communities },
  )
}

function wireArcticShift(config: ArcticShiftConfig, parts: SourceParts): FixedSources {
  const own = { userAgent: userAgentOf(parts.publicUrl), isTemporary: isArcticShiftTemporary }
  const { timeLimitMs } = parts.config.sources
  const deps = { ...config, timeLimitMs, clock: parts.clock, sourceClock: systemClock }
  const live = liveWith(callsFor('arctic-shift', config.url, parts), (calls) =>
    arcticShiftSource({ ...deps, http: sourceHttpClient({ ...calls, ...own }) }),
  )
  const name = 'arctic-shift' as const
  return fixedSource(
    live,
    { kind: name, name, address: config.url, title: 'Arctic Shift' },
    { ...parts, ...config },
  )
}

/** What only variables can set up. Where Reddit itself is asked, it also reads its communities and reports deletions. */
export function wireFixedSources(parts: SourceParts): FixedSources {
  const { reddit, arcticShift } = parts.config.sources
  const arctic = arcticShift && wireArcticShift(arcticShift, parts)
  const own = reddit && wireReddit(reddit, parts)
  const searched = [arctic, own].filter((one) => one !== null)
  const read = own ?? arctic
  return {
    sources: searched.flatMap(({ sources }) => sources),
    feeds: read?.feeds ?? [],
    checks: read?.checks ?? [],
    described: searched.flatMap(({ described }) => described),
  }
}
