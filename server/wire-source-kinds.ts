import * as arcticShift from './adapters/arctic-shift/arctic-shift-source.ts'
import { discourseClient } from './adapters/discourse/discourse-client.ts'
import { forumOf } from './adapters/discourse/discourse-forum.ts'
import * as discourse from './adapters/discourse/discourse-source.ts'
import { feedTypes, scheduledFeeds } from './adapters/feeds/scheduled-feeds.ts'
import * as github from './adapters/github/github-source.ts'
import { guardedFetch, jsonTypes } from './adapters/guarded-fetch/guarded-fetch.ts'
import * as hackerNews from './adapters/hacker-news/hacker-news-source.ts'
import * as lemmy from './adapters/lemmy/lemmy-source.ts'
import { redditClient } from './adapters/reddit/reddit-client.ts'
import { untilRedditCloses } from './adapters/reddit/reddit-closes.ts'
import * as reddit from './adapters/reddit/reddit-source.ts'
import { redditToken } from './adapters/reddit/reddit-token.ts'
import { systemClock } from './adapters/source-calls/source-clock.ts'
import {
  type SourceHttpClient,
  type SourceHttpParts,
  sourceHttpClient,
} from './adapters/source-calls/source-http-client.ts'
import * as stackExchange from './adapters/stack-exchange/stack-exchange-source.ts'
import type { FixedSource } from './features/sources/list-sources.ts'
import { callsOf, searchCallsOf } from './features/sources/source-calls-rules.ts'
import type { FeedMemory, SourceIdentity } from './ports.ts'
import type { SourcesConfig } from './sources-config.ts'
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

function openDiscourse(opened: Opened): LiveSources {
  const forum = forumOf(opened.identity)
  const { search, jobs } = clientsFor(opened)
  const { mostTopics } = opened.parts
  const own = mostTopics === undefined ? {} : { mostTopics }
  const clientOf = (http: SourceHttpClient) => discourseClient(forum, { http, sourceClock: systemClock })
  const deps = { ...shared(opened), ...own, forum, client: clientOf(jobs) }
  return {
    sources: [discourse.discourseSource({ ...deps, client: clientOf(search) })],
    feeds: [discourse.discourseFeed(deps)],
    checks: [discourse.discourseDeletionCheck(deps)],
  }
}

function openInstance(opened: Opened, kind: 'lemmy' | 'piefed'): LiveSources {
  const { address, communities } = opened.identity
  const { search, jobs } = clientsFor(opened, { isTemporary: lemmy.isTemporary })
  const deps = { ...shared(opened), instance: lemmy.instanceAt(address, kind), http: jobs, communities }
  return {
    sources: [lemmy.instanceSource({ ...deps, http: search })],
    feeds: [lemmy.instanceFeed(deps)],
    checks: [lemmy.instanceDeletionCheck(deps)],
  }
}

function openHackerNews(opened: Opened): LiveSources {
  const { search, jobs } = clientsFor(opened, { types: null })
  const deps = { ...shared(opened), ...opened.parts.config.sources.hackerNews, http: jobs }
  return {
    sources: [hackerNews.hackerNewsSource({ ...deps, http: search })],
    feeds: [hackerNews.hackerNewsFeed(deps, opened.identity.communities)],
    checks: [hackerNews.hackerNewsDeletionCheck(deps)],
  }
}

function openStackExchange(opened: Opened): LiveSources {
  const { identity: site, parts } = opened
  const { url: apiUrl, key } = parts.config.sources.stackExchange
  const { search, jobs } = clientsFor(opened, { types: null, isTemporary: stackExchange.findThrottle })
  const { budget } = parts.shareCalls(site).search
  const deps = { ...shared(opened), site, apiUrl, key, budget, http: jobs }
  return {
    sources: [stackExchange.stackExchangeSource({ ...deps, http: search })],
    feeds: [stackExchange.stackExchangeFeed(deps)],
    checks: [stackExchange.stackExchangeDeletionCheck(deps)],
  }
}

function openGithub(opened: Opened): LiveSources {
  const { url: apiUrl, token } = opened.parts.config.sources.github
  const { search, jobs } = clientsFor(opened, { types: null, isTemporary: github.findGithubLimit })
  const deps = { ...shared(opened), repository: opened.identity, apiUrl, token, http: jobs }
  return {
    sources: [github.githubSource({ ...deps, http: search })],
    feeds: [github.githubFeed(deps)],
    checks: [github.githubDeletionCheck(deps)],
  }
}

const openers: Record<SourceIdentity['kind'], (opened: Opened) => LiveSources> = {
  feed: openFeed,
  discourse: openDiscourse,
  lemmy: (opened) => openInstance(opened, 'lemmy'),
  piefed: (opened) => openInstance(opened, 'piefed'),
  'hacker-news': openHackerNews,
  'stack-exchange': openStackExchange,
  github: openGithub,
}

/** What is asked of one source. */
export const openSource = (identity: SourceIdentity, parts: KindParts): LiveSources =>
  openers[identity.kind]({ identity, parts })

export type FixedSources = LiveSources & { described: FixedSource[] }

function callsFor(kind: 'reddit' | 'arctic-shift', address: string, parts: SourceParts) {
  const { name, perMinute } = callsOf({ kind, name: kind, address })
  return callsTo(name, perMinute, parts)
}

const noticeOf = ([source]: LiveSources['sources']) => source?.notice ?? null

function wireReddit(config: NonNullable<SourcesConfig['reddit']>, parts: SourceParts): FixedSources {
  const sourceClock = systemClock
  const { timeLimitMs } = parts.config.sources
  const token = redditToken(config, sourceClock)
  const calls = callsFor('reddit', config.apiUrl, parts)
  const client = redditClient(config, { ...calls.search, token })
  const jobs = { client: redditClient(config, { ...calls.jobs, token }), sourceClock }
  const { communities } = config
  const sources = [
    untilRedditCloses(reddit.redditSource({ client, communities, timeLimitMs, sourceClock }), parts.clock),
  ]
  const place = { kind: 'reddit' as const, name: 'reddit', address: config.url, title: 'Reddit' }
  return {
    sources,
    feeds: [reddit.redditFeed({ ...jobs, communities })],
    checks: [reddit.redditDeletionCheck(jobs)],
    described: [{ ...place, communities: [...communities], notice: noticeOf(sources) }],
  }
}

function wireArcticShift(
  config: NonNullable<SourcesConfig['arcticShift']>,
  parts: SourceParts,
): FixedSources {
  const own = { userAgent: userAgentOf(parts.publicUrl), isTemporary: arcticShift.isTemporary }
  const { timeLimitMs } = parts.config.sources
  const calls = callsFor('arctic-shift', config.url, parts)
  const deps = { ...config, timeLimitMs, clock: parts.clock, sourceClock: systemClock }
  const jobs = { ...deps, http: sourceHttpClient({ ...calls.jobs, ...own }) }
  const source = arcticShift.arcticShiftSource({
    ...deps,
    http: sourceHttpClient({ ...calls.search, ...own }),
  })
  // It reads the same API.
  const sources = [untilRedditCloses(source, parts.clock)]
  const place = { kind: 'arctic-shift' as const, name: 'arctic-shift', address: config.url }
  const { communities } = config
  return {
    sources,
    feeds: [arcticShift.arcticShiftFeed(jobs)],
    checks: [arcticShift.arcticShiftDeletionCheck(jobs)],
    described: [
      { ...place, title: 'Arctic Shift', communities: [...communities], notice: noticeOf(sources) },
    ],
  }
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
