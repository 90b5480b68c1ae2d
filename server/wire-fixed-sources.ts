import {
  arcticShiftDeletionCheck,
  arcticShiftFeed,
  arcticShiftSource,
  isTemporary,
} from './adapters/arctic-shift/arctic-shift-source.ts'
import { redditClient } from './adapters/reddit/reddit-client.ts'
import { untilRedditCloses } from './adapters/reddit/reddit-closes.ts'
import { redditDeletionCheck, redditFeed, redditSource } from './adapters/reddit/reddit-source.ts'
import { redditToken } from './adapters/reddit/reddit-token.ts'
import { systemClock } from './adapters/source-calls/source-clock.ts'
import { sourceHttpClient } from './adapters/source-calls/source-http-client.ts'
import type { FixedSource } from './features/sources/list-sources.ts'
import { callsOf } from './features/sources/source-calls-rules.ts'
import type { ArcticShiftConfig, RedditConfig } from './sources-config.ts'
import { callsTo, type LiveSources, type SourceParts, userAgentOf } from './wire-source-calls.ts'

export type FixedSources = LiveSources & { described: FixedSource[] }

function callsFor(kind: 'reddit' | 'arctic-shift', address: string, parts: SourceParts) {
  const { name, perMinute } = callsOf({ kind, name: kind, address })
  return callsTo(name, perMinute, parts)
}

const noticeOf = ([source]: LiveSources['sources']) => source?.notice ?? null

function wireReddit(config: RedditConfig, parts: SourceParts): FixedSources {
  const sourceClock = systemClock
  const { timeLimitMs } = parts.config.sources
  const token = redditToken(config, sourceClock)
  const calls = callsFor('reddit', config.apiUrl, parts)
  const client = redditClient(config, { ...calls.search, token })
  const jobs = { client: redditClient(config, { ...calls.jobs, token }), sourceClock }
  const { communities } = config
  const sources = [
    untilRedditCloses(redditSource({ client, communities, timeLimitMs, sourceClock }), parts.clock),
  ]
  const place = { kind: 'reddit' as const, name: 'reddit', address: config.url, title: 'Reddit' }
  return {
    sources,
    feeds: [redditFeed({ ...jobs, communities })],
    checks: [redditDeletionCheck(jobs)],
    described: [{ ...place, communities: [...communities], notice: noticeOf(sources) }],
  }
}

function wireArcticShift(config: ArcticShiftConfig, parts: SourceParts): FixedSources {
  const own = { userAgent: userAgentOf(parts.publicUrl), isTemporary }
  const { timeLimitMs } = parts.config.sources
  const calls = callsFor('arctic-shift', config.url, parts)
  const deps = { ...config, timeLimitMs, clock: parts.clock, sourceClock: systemClock }
  const jobs = { ...deps, http: sourceHttpClient({ ...calls.jobs, ...own }) }
  const source = arcticShiftSource({ ...deps, http: sourceHttpClient({ ...calls.search, ...own }) })
  // It reads the same API.
  const sources = [untilRedditCloses(source, parts.clock)]
  const place = { kind: 'arctic-shift' as const, name: 'arctic-shift', address: config.url }
  const { communities } = config
  return {
    sources,
    feeds: [arcticShiftFeed(jobs)],
    checks: [arcticShiftDeletionCheck(jobs)],
    described: [
      { ...place, title: 'Arctic Shift', communities: [...communities], notice: noticeOf(sources) },
    ],
  }
}

/** What only variables can set up. Where Reddit itself is asked, it also reads its communities and tells deletions. */
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
