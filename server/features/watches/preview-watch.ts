import { limits } from '#contract/limits.ts'
import type { SearchResult } from '#contract/search.ts'
import type { WatchPlaces, WatchPreview } from '#contract/watches.ts'
import type { AccountActor, RateWindow } from '#server/actor.ts'
import { dayMs } from '#server/clock.ts'
import { publicError, tooOften } from '#server/errors.ts'
import { type PostQuery, searchedTree } from '#server/matching/post-query-rules.ts'
import type { ArchivedPost } from '#server/source-ports.ts'
import { costsSearch, type ManageWatches, requireWatchable } from './manage-watches.ts'
import type { OwnNewsStore } from './own-news-store.ts'

export interface PreviewWatch extends Pick<ManageWatches, 'store' | 'readQuery' | 'clock'> {
  /** The query with the communities of the owner's lists instead of the lists' names. */
  withLists: (owner: AccountActor, query: PostQuery) => Promise<PostQuery>
  /** Null if the query contains nothing that can be searched. */
  countMatches: (query: PostQuery, shown: number) => Promise<{ posts: number; best: ArchivedPost[] } | null>
  showPosts: (
    posts: readonly ArchivedPost[],
    to: { owner: AccountActor; query: string },
  ) => Promise<SearchResult[]>
  /** A message about parts of the query that can find nothing in this installation, or null. */
  describeUnknown: (query: PostQuery) => Promise<string | null>
  mayPreview: RateWindow
  /** Waits for a free slot of the search gate, because counting can use a connection for seconds. */
  inTurn: <T>(userId: string, work: () => Promise<T>) => Promise<T>
  ownNews: Pick<OwnNewsStore, 'countRows'>
}

/** The query, limited to the period of a preview and to the minimum score. */
function recentOnly(query: PostQuery, leastScore: number, now: Date): PostQuery {
  const from = new Date(now.getTime() - limits.watchPreviewDays * dayMs).toISOString()
  const { filters = {} } = query
  const after = filters.after === undefined || filters.after < from ? from : filters.after
  return {
    ...query,
    filters: { ...filters, after, leastScore: Math.max(leastScore, filters.leastScore ?? 0) },
  }
}

/** How many previews a free account has left today, including this one. */
async function countPreview(
  { store, clock }: PreviewWatch,
  { userId, tier }: AccountActor,
): Promise<number | null> {
  if (tier === 'pro' || store.on.free === store.on.pro) return null
  const day = new Date(Math.floor(clock().getTime() / dayMs) * dayMs)
  const left = limits.freePreviewsPerDay - (await store.countPreview(userId, day))
  if (left < 0)
    throw publicError(
      'too_many_attempts',
      `You have used your ${limits.freePreviewsPerDay} previews of today. You can save the watch without one.`,
    )
  return left
}

type Previewed = { watchQuery: string; leastScore: number; looksIn: WatchPlaces }

type Found = { posts: number; best: ArchivedPost[] }

/**
 * Counts the public posts that a query finds. Only this uses up a preview, because searching own material is
 * free.
 */
async function findPosts(deps: PreviewWatch, owner: AccountActor, query: PostQuery): Promise<Found> {
  const shown = owner.tier === 'pro' ? limits.watchPreviewPosts : 0
  const listed = await deps.withLists(owner, query)
  const found = await deps.inTurn(owner.userId, () => deps.countMatches(listed, shown))
  return found ?? { posts: 0, best: [] }
}

/**
 * How many posts of the last months a watch would have found. For Pro, the best of these posts are shown as
 * well.
 */
export async function previewWatch(
  deps: PreviewWatch,
  owner: AccountActor,
  { watchQuery, leastScore, looksIn }: Previewed,
): Promise<WatchPreview> {
  const asked = requireWatchable(watchQuery)
  if (!(await deps.mayPreview(owner.userId))) throw tooOften('Watches were previewed too often', 'previews')
  const inPosts = looksIn !== 'own'
  const previewsLeft = inPosts ? await countPreview(deps, owner) : null
  const query = recentOnly(await deps.readQuery(asked), leastScore, deps.clock())
  const isSearchable = searchedTree(query) !== null
  const found = inPosts && isSearchable ? await findPosts(deps, owner, query) : { posts: 0, best: [] }
  const countOwn = () => deps.inTurn(owner.userId, () => deps.ownNews.countRows(owner.userId, query))
  const ownRows = looksIn === 'posts' ? 0 : ((await countOwn()) ?? 0)
  return {
    posts: isSearchable ? found.posts + ownRows : null,
    ownRows,
    days: limits.watchPreviewDays,
    note: inPosts ? await deps.describeUnknown(query) : null,
    best: await deps.showPosts(found.best, { owner, query: watchQuery }),
    costsSearch: await costsSearch(deps, owner, { asked, looksIn }),
    previewsLeft,
  }
}
