import { arcticShiftDeletionCheck } from './adapters/arctic-shift/arctic-shift-deletion-check.ts'
import { arcticShiftFeed } from './adapters/arctic-shift/arctic-shift-feed.ts'
import { arcticShiftSource, isTemporary } from './adapters/arctic-shift/arctic-shift-source.ts'
import { feedDeletionCheck, feedTypes, scheduledFeeds } from './adapters/feeds/scheduled-feeds.ts'
import { guardedFetch } from './adapters/guarded-fetch/guarded-fetch.ts'
import { hackerNewsDeletionCheck } from './adapters/hacker-news/hacker-news-deletion-check.ts'
import { hackerNewsFeed } from './adapters/hacker-news/hacker-news-feed.ts'
import { hackerNewsSource } from './adapters/hacker-news/hacker-news-source.ts'
import { redditClient } from './adapters/reddit/reddit-client.ts'
import { untilRedditCloses } from './adapters/reddit/reddit-closes.ts'
import { redditDeletionCheck } from './adapters/reddit/reddit-deletion-check.ts'
import { redditFeed } from './adapters/reddit/reddit-feed.ts'
import { redditToken } from './adapters/reddit/reddit-token.ts'
import { redditSource } from './adapters/reddit/search-reddit.ts'
import { realPace } from './adapters/source-calls/pace.ts'
import { sourceCircuit } from './adapters/source-calls/source-circuit.ts'
import { type SourceHttpClient, sourceHttpClient } from './adapters/source-calls/source-http-client.ts'
import type { OpenDatabase } from './database/open-database.ts'
import { makeCallBudget } from './features/sources/call-budget-store.ts'
import { makeFeedMemory } from './features/sources/feed-memory-store.ts'
import type { Clock, DeletionCheck, DiscussionSource, PostFeed } from './ports.ts'
import type { ArcticShiftConfig, HackerNewsConfig, RedditConfig, SourcesConfig } from './sources-config.ts'

/** What was chosen to be asked beside the archive; all lists are empty when nothing was. */
export type LiveSources = { sources: DiscussionSource[]; feeds: PostFeed[]; checks: DeletionCheck[] }

type Parts = {
  config: { sources: SourcesConfig }
  database: OpenDatabase
  publicUrl: string
  clock: Clock
  /** Whether tests have stopped the clock; else the database's own counts calls. */
  stoppedClock: Clock | null
}

/** Reddit's limit for one client; of the others what they call polite, or less than their limit. */
const knownCallsPerMinute = { reddit: 100, 'hacker-news': 100, 'arctic-shift': 100 }
/** Of these the scan and the re-check leave so many to people who search. */
const spare = 40

const circuitSettings = { failuresToOpen: 5, openMs: 60_000 }

/** One source's budget, seen by people who search and by jobs, and its circuit, which both share. */
function callsTo(source: string, callsPerMinute: number, { database, stoppedClock }: Parts) {
  const pace = realPace
  const settings = { source, callsPerMinute, clock: stoppedClock }
  const circuit = sourceCircuit(pace, circuitSettings)
  return {
    search: { budget: makeCallBudget(database.db, settings), circuit, pace },
    jobs: { budget: makeCallBudget(database.db, { ...settings, spare }), circuit, pace },
  }
}

function wireReddit(config: RedditConfig, timeLimitMs: number, parts: Parts): LiveSources {
  const pace = realPace
  const token = redditToken(config, pace)
  const calls = callsTo('reddit', knownCallsPerMinute.reddit, parts)
  const client = redditClient(config, { ...calls.search, token })
  const jobs = { client: redditClient(config, { ...calls.jobs, token }), pace }
  const { communities } = config
  return {
    sources: [untilRedditCloses(redditSource({ client, communities, timeLimitMs, pace }), parts.clock)],
    feeds: [redditFeed({ ...jobs, communities })],
    checks: [redditDeletionCheck(jobs)],
  }
}

/** Tells who asks and where to complain, as far as this installation has an address. */
const userAgentOf = (publicUrl: string) => `Unmet/0.1 (self-hosted; ${publicUrl})`

function wireHackerNews(config: HackerNewsConfig, timeLimitMs: number, parts: Parts): LiveSources {
  const pace = realPace
  const userAgent = userAgentOf(parts.publicUrl)
  const calls = callsTo('hacker-news', knownCallsPerMinute['hacker-news'], parts)
  const deps = { ...config, timeLimitMs, pace }
  const jobs = { ...deps, http: sourceHttpClient({ ...calls.jobs, userAgent }) }
  return {
    sources: [hackerNewsSource({ ...deps, http: sourceHttpClient({ ...calls.search, userAgent }) })],
    feeds: [hackerNewsFeed(jobs)],
    checks: [hackerNewsDeletionCheck(jobs)],
  }
}

function wireArcticShift(config: ArcticShiftConfig, timeLimitMs: number, parts: Parts): LiveSources {
  const pace = realPace
  const own = { userAgent: userAgentOf(parts.publicUrl), isTemporary }
  const calls = callsTo('arctic-shift', knownCallsPerMinute['arctic-shift'], parts)
  const deps = { ...config, timeLimitMs, clock: parts.clock, pace }
  const jobs = { ...deps, http: sourceHttpClient({ ...calls.jobs, ...own }) }
  const source = arcticShiftSource({ ...deps, http: sourceHttpClient({ ...calls.search, ...own }) })
  return {
    // It reads the same API.
    sources: [untilRedditCloses(source, parts.clock)],
    feeds: [arcticShiftFeed(jobs)],
    checks: [arcticShiftDeletionCheck(jobs)],
  }
}

/** Of one host: what one reader makes is far less. */
const feedCallsPerMinute = 60

/** One budget and one circuit for each host, so that none suffers from another. */
function wireFeeds({ feeds, privateHosts }: SourcesConfig, parts: Parts): LiveSources {
  const clients = new Map<string, SourceHttpClient>()
  const own = {
    userAgent: userAgentOf(parts.publicUrl),
    fetch: guardedFetch({ named: privateHosts, types: feedTypes }),
  }
  const clientFor = (address: string) => {
    const { host } = new URL(address)
    const client =
      clients.get(host) ??
      sourceHttpClient({ ...callsTo(`feed ${host}`, feedCallsPerMinute, parts).search, ...own })
    clients.set(host, client)
    return client
  }
  const { clock } = parts
  const memory = makeFeedMemory(parts.database.db, clock)
  return {
    sources: [],
    feeds: [scheduledFeeds({ addresses: feeds, clientFor, memory, clock, pace: realPace })],
    checks: [feedDeletionCheck({ memory })],
  }
}

/** The sources that the configuration names. Where Reddit itself is asked, it also reads its communities and tells deletions. */
export function wireSources(parts: Parts): LiveSources {
  const { reddit, hackerNews, arcticShift, timeLimitMs } = parts.config.sources
  const hacker = hackerNews && wireHackerNews(hackerNews, timeLimitMs, parts)
  const arctic = arcticShift && wireArcticShift(arcticShift, timeLimitMs, parts)
  const own = reddit && wireReddit(reddit, timeLimitMs, parts)
  const searched = [hacker, arctic, own].filter((one) => one !== null)
  const feeds = parts.config.sources.feeds.length > 0 ? wireFeeds(parts.config.sources, parts) : null
  const read = [hacker, own ?? arctic, feeds].filter((one) => one !== null)
  return {
    sources: searched.flatMap((one) => one.sources),
    feeds: read.flatMap((one) => one.feeds),
    checks: read.flatMap((one) => one.checks),
  }
}
