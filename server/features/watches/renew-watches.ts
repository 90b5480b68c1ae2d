import { type AskedWords, parseKeyword } from '#contract/parse-keyword.ts'
import type { Duty } from '#server/clock.ts'
import { type PostQuery, searchedTree } from '#server/matching/post-query-rules.ts'
import type { WatchStore } from './watch-store.ts'

export type RenewWatches = {
  store: Pick<WatchStore, 'listOutdated' | 'renewMatcher'>
  /** The query as the archive searches it. */
  readQuery: (asked: AskedWords) => Promise<PostQuery>
}

const watchesAtOnce = 200

/**
 * Null if this version cannot use a query that an earlier version has saved. The stored words are then kept.
 */
async function readAgain({ readQuery }: RenewWatches, query: string): Promise<PostQuery | null> {
  const asked = parseKeyword(query)
  if ((asked.problems ?? []).length > 0) return null
  const matcher = await readQuery(asked)
  return searchedTree(matcher) === null ? null : matcher
}

/** Parses the queries of watches again if an earlier version split words in another way. */
export async function renewWatches(deps: RenewWatches, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const outdated = await deps.store.listOutdated(watchesAtOnce)
    if (outdated.length === 0) return
    for (const { id, query, revision } of outdated) {
      signal.throwIfAborted()
      await deps.store.renewMatcher({ id, revision, matcher: await readAgain(deps, query) })
    }
  }
}

/** Runs after an upgrade, as soon as an instance has started. */
export const renewWatchesDuty = (deps: RenewWatches): Duty => ({
  name: 'renew-watches',
  atOnce: 1,
  listDue: async () =>
    (await deps.store.listOutdated(1)).length === 0 ? [] : [{ key: 'renew-watches', data: {} }],
  run: (_, signal) => renewWatches(deps, signal),
})
