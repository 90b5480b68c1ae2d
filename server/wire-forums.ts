import { discourseClient } from './adapters/discourse/discourse-client.ts'
import { type DiscourseForum, listForums } from './adapters/discourse/discourse-forum.ts'
import {
  discourseDeletionCheck,
  discourseFeed,
  discourseSource,
} from './adapters/discourse/discourse-source.ts'
import { guardedFetch, jsonTypes } from './adapters/guarded-fetch/guarded-fetch.ts'
import {
  type Instance,
  instanceAt,
  instanceDeletionCheck,
  instanceFeed,
  instanceSource,
  isTemporary,
} from './adapters/lemmy/lemmy-source.ts'
import { realPace } from './adapters/source-calls/pace.ts'
import { type SourceHttpParts, sourceHttpClient } from './adapters/source-calls/source-http-client.ts'
import { callsTo, type LiveSources, type SourceParts, userAgentOf } from './wire-source-calls.ts'

/** An anonymous reader of Discourse has 200 a minute by default, and 50 in 10 seconds; of Lemmy fewer searches. */
const callsPerMinute = { discourse: 120, instance: 60 }

/** Clients for a place that people type: for those who search, and for jobs. */
function clientsFor(
  { name, calls }: { name: string; calls: number },
  parts: SourceParts,
  own: Pick<SourceHttpParts, 'isTemporary'> = {},
) {
  const { search, jobs } = callsTo(name, calls, parts)
  const shared = {
    ...own,
    userAgent: userAgentOf(parts.publicUrl),
    fetch: guardedFetch({ named: parts.config.sources.privateHosts, types: jsonTypes }),
  }
  return {
    search: sourceHttpClient({ ...search, ...shared }),
    jobs: sourceHttpClient({ ...jobs, ...shared }),
  }
}

function wireDiscourse(forum: DiscourseForum, parts: SourceParts): LiveSources {
  const { timeLimitMs } = parts.config.sources
  const pace = realPace
  const { search, jobs } = clientsFor({ name: forum.name, calls: callsPerMinute.discourse }, parts)
  const deps = { forum, timeLimitMs, pace, client: discourseClient(forum, { http: jobs, pace }) }
  return {
    sources: [discourseSource({ ...deps, client: discourseClient(forum, { http: search, pace }) })],
    feeds: [discourseFeed(deps)],
    checks: [discourseDeletionCheck(deps)],
  }
}

function wireInstance(instance: Instance, parts: SourceParts): LiveSources {
  const { timeLimitMs } = parts.config.sources
  const calls = { name: instance.name, calls: callsPerMinute.instance }
  const { search, jobs } = clientsFor(calls, parts, { isTemporary })
  const deps = { instance, timeLimitMs, pace: realPace, http: jobs }
  return {
    sources: [instanceSource({ ...deps, http: search })],
    feeds: [instanceFeed(deps)],
    checks: [instanceDeletionCheck(deps)],
  }
}

/** The forums and instances that the configuration names, each a source of its own. */
export function wireForums(parts: SourceParts): LiveSources[] {
  const { discourse, lemmy, piefed } = parts.config.sources
  const instances = [
    ...lemmy.map((address) => instanceAt(address, 'lemmy')),
    ...piefed.map((address) => instanceAt(address, 'piefed')),
  ]
  const distinct = [...new Map(instances.map((instance) => [instance.name, instance])).values()]
  return [
    ...listForums(discourse).map((forum) => wireDiscourse(forum, parts)),
    ...distinct.map((instance) => wireInstance(instance, parts)),
  ]
}
