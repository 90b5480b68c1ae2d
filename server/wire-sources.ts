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
import { type SourceHttpClient, sourceHttpClient } from './adapters/source-calls/source-http-client.ts'
import { makeFeedMemory } from './features/sources/feed-memory-store.ts'
import type { ArcticShiftConfig, HackerNewsConfig, RedditConfig, SourcesConfig } from './sources-config.ts'
import { wireForums } from './wire-forums.ts'
import { callsTo, type LiveSources, type SourceParts, userAgentOf } from './wire-source-calls.ts'

/** Reddit's limit for one client; of the others what they call polite, or less than their limit. */
const knownCallsPerMinute = { reddit: 100, 'hacker-news': 100, 'arctic-shift': 100 }
function wireReddit(config: RedditConfig, timeLimitMs: number, parts: SourceParts): LiveSources {
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

function wireHackerNews(config: HackerNewsConfig, timeLimitMs: number, parts: SourceParts): LiveSources {
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

function wireArcticShift(config: ArcticShiftConfig, timeLimitMs: number, parts: SourceParts): LiveSources {
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
function wireFeeds({ feeds, privateHosts }: SourcesConfig, parts: SourceParts): LiveSources {
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
export function wireSources(parts: SourceParts): LiveSources {
  const { reddit, hackerNews, arcticShift, timeLimitMs } = parts.config.sources
  const hacker = hackerNews && wireHackerNews(hackerNews, timeLimitMs, parts)
  const arctic = arcticShift && wireArcticShift(arcticShift, timeLimitMs, parts)
  const own = reddit && wireReddit(reddit, timeLimitMs, parts)
  const forums = wireForums(parts)
  const searched = [hacker, ...forums, arctic, own].filter((one) => one !== null)
  const feeds = parts.config.sources.feeds.length > 0 ? wireFeeds(parts.config.sources, parts) : null
  const read = [hacker, ...forums, own ?? arctic, feeds].filter((one) => one !== null)
  return {
    sources: searched.flatMap((one) => one.sources),
    feeds: read.flatMap((one) => one.feeds),
    checks: read.flatMap((one) => one.checks),
  }
}
