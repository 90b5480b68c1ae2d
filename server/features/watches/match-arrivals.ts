import { LRUCache } from 'lru-cache'
import { limits } from '#contract/limits.ts'
import { type Clock, dayMs } from '#server/clock.ts'
import { matchPosts, type PreparedQuery, prepareQuery } from '#server/matching/match-posts.ts'
import type { ActiveWatch, ArrivedPost, News, WatchNewsStore } from './watch-news-store.ts'

export type MatchArrivals<T> = {
  /** Opens the store in the transaction that also records which arrivals were read. */
  storeIn: (inside: T) => WatchNewsStore
  clock: Clock
}

/** The number of posts per batch. The words of all these posts are in memory at the same time. */
const postsAtOnce = 500

/** A cache of prepared queries by watch and `key`, so that a batch has to read only a few queries. */
type Prepared = LRUCache<string, PreparedQuery>
const mostPrepared = 50_000

async function prepareAll(
  store: WatchNewsStore,
  watches: readonly ActiveWatch[],
  prepared: Prepared,
): Promise<(PreparedQuery | undefined)[]> {
  const keyOf = ({ id, key }: ActiveWatch) => `${id} ${key}`
  const known = new Map(watches.map((watch) => [watch.id, prepared.get(keyOf(watch))]))
  const missing = watches.filter(({ id }) => known.get(id) === undefined)
  const read = new Map(
    missing.length === 0
      ? []
      : (await store.listQueries(missing.map(({ id }) => id))).map(({ id, query }) => [id, query]),
  )
  for (const watch of missing) {
    const query = read.get(watch.id)
    if (query === undefined) continue
    const ready = prepareQuery(query)
    known.set(watch.id, ready)
    prepared.set(keyOf(watch), ready)
  }
  return watches.map(({ id }) => known.get(id))
}

type Matched = { fresh: News[]; older: News[] }

async function matchBatch(
  watches: readonly { watch: ActiveWatch; query: PreparedQuery }[],
  posts: readonly ArrivedPost[],
  writtenSince: Date,
): Promise<Matched> {
  const matches = await matchPosts(
    watches.map(({ query }) => query),
    posts,
  )
  const matched: Matched = { fresh: [], older: [] }
  for (const [at, found] of matches.entries()) {
    const watch = watches[at]?.watch
    for (const index of found) {
      const post = posts[index]
      if (watch === undefined || post === undefined || post.storedAt < watch.since) continue
      const kind = post.createdAt >= writtenSince ? 'fresh' : 'older'
      matched[kind].push({ watchId: watch.id, archiveId: post.archiveId })
    }
  }
  return matched
}

/** Matches each post with all watches exactly once, no matter from which source or import it comes. */
export function watchFollower<T>({ storeIn, clock }: MatchArrivals<T>) {
  // Created on first use, because it allocates its full size.
  let prepared: Prepared | null = null
  return {
    name: 'watches',
    async read(arrivals: readonly { postId: number }[], inside: T): Promise<void> {
      const store = storeIn(inside)
      const active = await store.listActive()
      if (active.length === 0) return
      prepared ??= new LRUCache({ max: mostPrepared })
      const queries = await prepareAll(store, active, prepared)
      const watches = active.flatMap((watch, at) => {
        const query = queries[at]
        return query === undefined ? [] : [{ watch, query }]
      })
      const writtenSince = new Date(clock().getTime() - limits.watchNewsDays * dayMs)
      for (let at = 0; at < arrivals.length; at += postsAtOnce) {
        const ids = arrivals.slice(at, at + postsAtOnce).map(({ postId }) => postId)
        const { fresh, older } = await matchBatch(watches, await store.readPosts(ids), writtenSince)
        await store.addNews(fresh)
        await store.countOlder(older)
      }
    },
  }
}
