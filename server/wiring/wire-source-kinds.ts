import {
  arcticShiftSource,
  isTemporary as isArcticShiftTemporary,
} from '#server/adapters/arctic-shift/arctic-shift-source.ts'
import { discourseClient } from '#server/adapters/discourse/discourse-client.ts'
import { discourseSource } from '#server/adapters/discourse/discourse-source.ts'
import { feedTypes, type ScheduledFeed, scheduledFeed } from '#server/adapters/feeds/scheduled-feed.ts'
import { findGithubLimit, githubSource } from '#server/adapters/github/github-source.ts'
import { guardedFetch, jsonTypes } from '#server/adapters/guarded-fetch/guarded-fetch.ts'
import { hackerNewsSource } from '#server/adapters/hacker-news/hacker-news-source.ts'
import { instanceAt, instanceSource, isTemporary } from '#server/adapters/lemmy/lemmy-source.ts'
import { redditClient, redditToken } from '#server/adapters/reddit/reddit-client.ts'
import { redditSource, untilRedditCloses } from '#server/adapters/reddit/reddit-source.ts'
import type { LiveSource } from '#server/adapters/source-calls/live-source.ts'
import { systemClock } from '#server/adapters/source-calls/source-clock.ts'
import { type SourceHttpDeps, sourceHttpClient } from '#server/adapters/source-calls/source-http-client.ts'
import { findThrottle, stackExchangeSource } from '#server/adapters/stack-exchange/stack-exchange-source.ts'
import type { Clock } from '#server/clock.ts'
import type { ArcticShiftConfig, RedditConfig } from '#server/config/sources-config.ts'
import type { FixedSource } from '#server/features/sources/list-sources.ts'
import { callsOf, searchCallsOf } from '#server/features/sources/source-facts-rules.ts'
import type { FeedMemory, SourceIdentity } from '#server/source-ports.ts'
import { type Calls, callsTo, type SourceDeps, userAgentOf } from './wire-source-calls.ts'
import { refuseSource } from './wire-texts.ts'

export interface KindDeps extends SourceDeps {
  /** The budget and circuit breaker of a source. Sources with a common limit share one. */
  shareCalls: (place: SourceIdentity) => Calls
  memory: FeedMemory
  /** The number of topics per page to read; all by default. */
  mostTopics?: number
}

/**
 * Shared budgets and circuit breakers: one for each host of feeds, one for all Stack Exchange sites, and one
 * for all GitHub repositories.
 */
export function callSharing(parts: SourceDeps): KindDeps['shareCalls'] {
  const shared = new Map<string, Calls>()
  const share = ({ name, perMinute }: { name: string; perMinute: number }) => {
    const calls = shared.get(name) ?? callsTo(name, perMinute, parts)
    shared.set(name, calls)
    return calls
  }
  return (place) => {
    const searches = share(searchCallsOf(place))
    const calls = share(callsOf(place))
    // Jobs may use all calls of their budget if searches have a budget of their own.
    return { search: searches.search, jobs: calls === searches ? calls.jobs : calls.search }
  }
}

/** Clients for searches and for jobs. Calls to URLs that people entered cannot reach internal networks. */
function clientsFor(
  place: SourceIdentity,
  parts: KindDeps,
  own: Pick<SourceHttpDeps, 'isTemporary'> & { types?: RegExp | null } = {},
) {
  const { search, jobs } = parts.shareCalls(place)
  const { types = jsonTypes, ...client } = own
  const fetch =
    types === null ? {} : { fetch: guardedFetch({ named: parts.config.sources.privateHosts, types }) }
  const shared = { ...client, ...fetch, userAgent: userAgentOf(parts.publicUrl) }
  return {
    search: sourceHttpClient({ ...search, ...shared }),
    jobs: sourceHttpClient({ ...jobs, ...shared }),
  }
}

/** Searches and jobs use different clients of a source. */
function liveWith<C>({ search, jobs }: { search: C; jobs: C }, open: (client: C) => LiveSource): LiveSource {
  return { ...open(jobs), source: open(search).source }
}

/** Opens one source from its configuration. */
export function openSource(place: SourceIdentity, parts: KindDeps): Partial<LiveSource> {
  const { config, clock, memory, mostTopics } = parts
  const { timeLimitMs, hackerNews, stackExchange, github } = config.sources
  const { address, communities } = place
  const deps = { timeLimitMs, clock, sourceClock: systemClock, communities }
  switch (place.kind) {
    case 'feed': {
      const { search: http } = clientsFor(place, parts, { types: feedTypes })
      const owner = { owner: `feed ${address}`, background: true }
      const readPosts: ScheduledFeed['readPosts'] = (body, from) =>
        refuseSource(parts.workers.ofScan.call(owner, 'readFeedBody', body, from))
      return { feed: scheduledFeed({ ...deps, address, http, memory, readPosts }) }
    }
    case 'discourse':
      return liveWith(clientsFor(place, parts), (http) => {
        const client = discourseClient(place, { ...deps, http })
        return discourseSource({ ...deps, forum: place, client, mostTopics })
      })
    case 'lemmy':
    case 'piefed': {
      const instance = instanceAt(address, place.kind)
      const clients = clientsFor(place, parts, { isTemporary })
      return liveWith(clients, (http) => instanceSource({ ...deps, instance, http }))
    }
    case 'hacker-news': {
      const clients = clientsFor(place, parts, { types: null })
      return liveWith(clients, (http) => hackerNewsSource({ ...deps, ...hackerNews, http }))
    }
    case 'stack-exchange': {
      const own = { ...deps, ...stackExchange, site: place, budget: parts.shareCalls(place).search.budget }
      const clients = clientsFor(place, parts, { types: null, isTemporary: findThrottle })
      return liveWith(clients, (http) => stackExchangeSource({ ...own, http }))
    }
    case 'github': {
      const clients = clientsFor(place, parts, { types: null, isTemporary: findGithubLimit })
      return liveWith(clients, (http) => githubSource({ ...deps, ...github, repository: place, http }))
    }
  }
}

function callsFor(kind: 'reddit' | 'arctic-shift', address: string, parts: SourceDeps) {
  const { name, perMinute } = callsOf({ kind, name: kind, address })
  return callsTo(name, perMinute, parts)
}

type FixedPlace = Pick<FixedSource, 'address' | 'title'> & {
  kind: 'reddit' | 'arctic-shift'
  communities: readonly string[]
}

/** Both fixed sources use the API that Reddit is closing. */
function fixedSource(live: LiveSource, place: FixedPlace, clock: Clock) {
  const source = untilRedditCloses(live.source, clock)
  const { kind, communities } = place
  const described: FixedSource = {
    ...place,
    name: kind,
    communities: [...communities],
    notice: source.notice ?? null,
  }
  return { live: { ...live, source }, described }
}

function wireReddit(config: RedditConfig, parts: SourceDeps) {
  const { communities, url: address } = config
  const token = redditToken(config, systemClock)
  const { timeLimitMs } = parts.config.sources
  const live = liveWith(callsFor('reddit', config.apiUrl, parts), (calls) => {
    const client = redditClient(config, { ...calls, token })
    return redditSource({ client, communities, timeLimitMs, sourceClock: systemClock })
  })
  return fixedSource(live, { kind: 'reddit', address, title: 'Reddit', communities }, parts.clock)
}

function wireArcticShift(config: ArcticShiftConfig, parts: SourceDeps) {
  const { communities, url: address } = config
  const own = { userAgent: userAgentOf(parts.publicUrl), isTemporary: isArcticShiftTemporary }
  const { timeLimitMs } = parts.config.sources
  const deps = { ...config, timeLimitMs, clock: parts.clock, sourceClock: systemClock }
  const live = liveWith(callsFor('arctic-shift', address, parts), (calls) =>
    arcticShiftSource({ ...deps, http: sourceHttpClient({ ...calls, ...own }) }),
  )
  return fixedSource(live, { kind: 'arctic-shift', address, title: 'Arctic Shift', communities }, parts.clock)
}

export type FixedSources = { live: Partial<LiveSource>[]; described: FixedSource[] }

/**
 * Sources that only environment variables can configure. If Reddit itself is configured, communities are read
 * and deletions are checked only at Reddit.
 */
export function wireFixedSources(parts: SourceDeps): FixedSources {
  const { reddit, arcticShift } = parts.config.sources
  const arctic = arcticShift && wireArcticShift(arcticShift, parts)
  const own = reddit && wireReddit(reddit, parts)
  const both = [arctic, own].filter((one) => one !== null)
  const live = both.map((one) => (own === null || one === own ? one.live : { source: one.live.source }))
  return { live, described: both.map(({ described }) => described) }
}
