import { type AskedWords, parseKeyword } from '#contract/parse-keyword.ts'
import type { Duty } from '#server/clock.ts'
import { type PostQuery, searchedTree } from '#server/matching/post-query-rules.ts'
import type { WatchStore } from './watch-store.ts'

export type RenewWatches = {
  store: Pick<WatchStore, 'listOutdated' | 'renewMatcher'>
  /** A query in the archive's terms. */
  readQuery: (asked: AskedWords) => Promise<PostQuery>
}

const watchesAtOnce = 200

/** Null for a query that this version does not read as it was meant: then the words of before stay. */
async function readAgain({ readQuery }: RenewWatches, query: string): Promise<PostQuery | null> {
  const asked = parseKeyword(query)
  if ((asked.problems ?? []).length > 0) return null
  const matcher = await readQuery(asked)
  return searchedTree(matcher) === null ? null : matcher
}

/** Reads the queries of watches again that an earlier version wrote in other words than posts have now. */
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

/** After an upgrade, as soon as an instance starts. */
export const renewWatchesDuty = (deps: RenewWatches): Duty => ({
  name: 'renew-watches',
  atOnce: 1,
  listDue: async () =>
    (await deps.store.listOutdated(1)).length === 0 ? [] : [{ key: 'renew-watches', data: {} }],
  run: (_, signal) => renewWatches(deps, signal),
})
