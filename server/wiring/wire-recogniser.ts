import { feedSource } from '#server/adapters/feeds/feed-posts.ts'
import { guardedFetch } from '#server/adapters/guarded-fetch/guarded-fetch.ts'
import { sourceCircuit } from '#server/adapters/source-calls/source-circuit.ts'
import { systemClock } from '#server/adapters/source-calls/source-clock.ts'
import { sourceHttpClient } from '#server/adapters/source-calls/source-http-client.ts'
import {
  LooksSpent,
  recognisedTypes,
  sourceRecogniser,
} from '#server/adapters/source-kinds/recognise-source.ts'
import { callsOf } from '#server/features/sources/source-facts-rules.ts'
import type { CallBudget } from '#server/source-ports.ts'
import { callsTo, circuitSettings, type SourceDeps, userAgentOf } from './wire-source-calls.ts'
import { refuseSource } from './wire-texts.ts'

const looksPerMinute = 60

/** Each host has its own budget and pauses. All new addresses together also have a limit. */
function budgetOfLooks(ofHost: CallBudget, all: Pick<CallBudget, 'take'>): CallBudget {
  return {
    ...ofHost,
    async take() {
      const hostMs = await ofHost.take()
      if (hostMs > 0) return hostMs
      const waitMs = await all.take()
      if (waitMs === 0) return 0
      const sentence =
        `could not be loaded yet: at most ${looksPerMinute} calls a minute are made to new addresses; ` +
        `try again in ${Math.ceil(waitMs / 1000)} s`
      throw new LooksSpent(sentence, waitMs, false)
    },
  }
}

/**
 * Identifies the source at a new address. If one host asks us to wait, calls to other hosts are not delayed.
 */
export function wireRecogniser(parts: SourceDeps) {
  const { search: looks } = callsTo('new addresses', looksPerMinute, parts)
  const fetch = guardedFetch({ named: parts.config.sources.privateHosts, types: recognisedTypes })
  return sourceRecogniser({
    sourceClock: systemClock,
    readTitle: (text) =>
      refuseSource(parts.workers.call({ owner: 'new addresses', background: true }, 'readFeedTitle', text)),
    openClient(address) {
      const { name, perMinute } = callsOf({ kind: 'feed', name: feedSource, address })
      const ofHost = callsTo(name, perMinute, parts).search.budget
      return sourceHttpClient({
        ...looks,
        budget: budgetOfLooks(ofHost, looks.budget),
        circuit: sourceCircuit(systemClock, circuitSettings),
        userAgent: userAgentOf(parts.publicUrl),
        fetch,
      })
    },
  })
}
