import { limits } from '#contract/limits.ts'
import { type Clock, type Duty, dayMs } from '#server/clock.ts'
import { matchPosts, prepareQuery } from '#server/matching/match-posts.ts'
import type { MatchedRows, OwnNewsStore } from './own-news-store.ts'

export type MatchOwn = {
  store: Pick<OwnNewsStore, 'announcedAs' | 'listToMatch' | 'matchNext'>
  clock: Clock
}

/** Matches the rows of a collection with the watches of its owner exactly once. */
export async function matchOwnRows({ store, clock }: MatchOwn, id: string, signal: AbortSignal) {
  const writtenSince = new Date(clock().getTime() - limits.watchNewsDays * dayMs)
  const matchNext = () =>
    store.matchNext(id, async ({ arrivedAt, watches, rows }) => {
      const active = watches.filter(({ since }) => arrivedAt >= since)
      const matches = await matchPosts(
        active.map(({ query }) => prepareQuery(query)),
        rows,
      )
      const matched: MatchedRows = { fresh: [], older: [] }
      for (const [at, watch] of active.entries()) {
        for (const index of matches[at] ?? []) {
          const row = rows[index]
          if (row === undefined) continue
          const kind = row.createdAt >= writtenSince ? 'fresh' : 'older'
          matched[kind].push({ watchId: watch.id, rowId: row.rowId })
        }
      }
      return matched
    })
  while (!signal.aborted && (await matchNext()));
}

/** Each collection with new rows gets a job; the jobs of one account run one at a time. */
export const matchOwnDuty = (deps: MatchOwn): Duty => ({
  name: 'own-news',
  atOnce: 1,
  announcedAs: deps.store.announcedAs,
  listDue: async () =>
    (await deps.store.listToMatch()).map(({ id, userId }) => ({ key: id, data: { id }, group: userId })),
  run: (data, signal) => matchOwnRows(deps, (data as { id: string }).id, signal),
})
