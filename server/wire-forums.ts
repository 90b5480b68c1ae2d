import { discourseClient } from './adapters/discourse/discourse-client.ts'
import { type DiscourseForum, listForums } from './adapters/discourse/discourse-forum.ts'
import {
  discourseDeletionCheck,
  discourseFeed,
  discourseSource,
} from './adapters/discourse/discourse-source.ts'
import { guardedFetch, jsonTypes } from './adapters/guarded-fetch/guarded-fetch.ts'
import { realPace } from './adapters/source-calls/pace.ts'
import { sourceHttpClient } from './adapters/source-calls/source-http-client.ts'
import { callsTo, type LiveSources, type SourceParts, userAgentOf } from './wire-source-calls.ts'

/** An anonymous reader has 200 a minute by default, and 50 in 10 seconds. */
const discourseCallsPerMinute = 120

function wireDiscourse(forum: DiscourseForum, parts: SourceParts): LiveSources {
  const { privateHosts, timeLimitMs } = parts.config.sources
  const own = {
    userAgent: userAgentOf(parts.publicUrl),
    fetch: guardedFetch({ named: privateHosts, types: jsonTypes }),
  }
  const calls = callsTo(forum.name, discourseCallsPerMinute, parts)
  const pace = realPace
  const clientWith = (given: (typeof calls)['search']) =>
    discourseClient(forum, { http: sourceHttpClient({ ...given, ...own }), pace })
  const jobs = { forum, client: clientWith(calls.jobs), timeLimitMs, pace }
  return {
    sources: [discourseSource({ ...jobs, client: clientWith(calls.search) })],
    feeds: [discourseFeed(jobs)],
    checks: [discourseDeletionCheck(jobs)],
  }
}

/** The forums and instances that the configuration names, each a source of its own. */
export function wireForums(parts: SourceParts): LiveSources[] {
  return listForums(parts.config.sources.discourse).map((forum) => wireDiscourse(forum, parts))
}
