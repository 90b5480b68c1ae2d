import { limits } from '#contract/limits.ts'
import type { AccountActor } from '#server/actor.ts'
import type { Transaction } from '#server/database/in-transaction.ts'
import { countMatches, readPostQuery } from '#server/features/archive/find/rank-stored.ts'
import { showRows, showWholeRow } from '#server/features/own/show-rows.ts'
import { runSearch } from '#server/features/search/run/run-search.ts'
import { showResults, showWholePost } from '#server/features/search/saved/show-results.ts'
import { cleanWatches } from '#server/features/watches/manage-watches.ts'
import { watchFollower } from '#server/features/watches/match-arrivals.ts'
import { matchOwnDuty } from '#server/features/watches/match-own.ts'
import { makeOwnNewsStore } from '#server/features/watches/own-news-store.ts'
import { renewWatchesDuty } from '#server/features/watches/renew-watches.ts'
import { makeWatchNewsStore } from '#server/features/watches/watch-news-store.ts'
import { makeWatchStore } from '#server/features/watches/watch-store.ts'
import { addWatchesRoutes, type WatchesRoutes } from '#server/features/watches/watches-routes.ts'
import type { PostQuery } from '#server/matching/post-query-rules.ts'
import { describeUnknownSources } from '#server/matching/source-note-rules.ts'
import type { ArchivedPost } from '#server/source-ports.ts'
import { billingFact } from './wire-billing.ts'
import type { OwnMaterial } from './wire-own.ts'
import type { Search } from './wire-search.ts'
import type { AddRoutes, Wired } from './wired.ts'

/** How many active watches an account may have. */
const watchesOn = ({ config }: Pick<Wired, 'config'>) =>
  config.isSelfHosted ? { ...limits.watches, free: limits.watches.pro } : limits.watches

/** Matches arriving posts with the watches of all accounts. */
export function watchFollowing(parts: Pick<Wired, 'config' | 'clock'>) {
  const on = watchesOn(parts)
  return watchFollower({
    storeIn: (inside: Transaction) => makeWatchNewsStore(inside, on),
    clock: parts.clock,
  })
}

const countWithinMs = 5_000
/** Limits per account. People do not reach them in normal use. */
const perMinute = { previews: 30, reads: 120 }

/** Every post of a watch contains all words of the query. */
const listed = (post: ArchivedPost) => ({ post, match: 'post' as const, offTopic: false })

async function withLists({ lists }: Search, { userId }: AccountActor, query: PostQuery): Promise<PostQuery> {
  const { communities } = query
  if (communities === undefined) return query
  const known = await lists.findListed(userId, communities)
  return { ...query, communities: [...new Set(communities.flatMap((name) => known.get(name) ?? [name]))] }
}

export function wireWatches(wired: Wired, search: Search, own: OwnMaterial) {
  const { config, database, clock, together } = wired
  const ownNews = makeOwnNewsStore(database.db, watchesOn(wired))
  const { archive, gate } = search
  const parts: WatchesRoutes = {
    store: makeWatchStore(database.db, watchesOn(wired)),
    clock,
    billing: billingFact(config.payments),
    readQuery: (asked) => readPostQuery(archive, asked),
    withLists: (owner, query) => withLists(search, owner, query),
    search: (owner, keyword) =>
      gate.pass(owner.userId, (away) => runSearch(search, owner, { keyword, write: (reply) => reply, away })),
    countMatches: (query, shown) =>
      countMatches(archive, query, { shown, signal: AbortSignal.timeout(countWithinMs) }),
    describeUnknown: async ({ filters = {} }) => describeUnknownSources(filters, await archive.listSources()),
    listPosts: (ids) => archive.listPosts(ids),
    showPosts: (posts, { owner, query }) =>
      showResults(search, posts.map(listed), { searcher: owner, keyword: query, asOf: clock() }),
    showPost: (post, owner) => showWholePost(search, listed(post), { searcher: owner, asOf: clock() }),
    ownNews,
    showOwnRows: (userId, rowIds) => showRows(own, userId, rowIds),
    showOwnRow: (userId, rowId) => showWholeRow(own, userId, rowId),
    inTurn: (userId, work) => gate.pass(userId, work),
    mayPreview: together.rateWindow('previews of watches', perMinute.previews),
    mayReadWatch: together.rateWindow('reads of watches', perMinute.reads),
  }
  const addRoutes: AddRoutes = (app) => addWatchesRoutes(app, parts)
  return {
    parts,
    addRoutes,
    clean: () => cleanWatches(parts),
    duties: [renewWatchesDuty(parts), matchOwnDuty({ store: ownNews, clock })],
  }
}
