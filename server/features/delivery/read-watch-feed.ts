import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { limits } from '#contract/limits.ts'
import { watchUrl } from '#contract/page-paths.ts'
import type { RateWindow } from '#server/actor.ts'
import { publicError, tooOften } from '#server/errors.ts'
import type { ListDeliveredRows, PostReader } from '#server/source-ports.ts'
import { type FeedContent, type FeedItem, toFeedItem } from './feed-content.ts'
import type { OpenFeed, WatchFeedStore } from './watch-feed-store.ts'
import { writeJsonFeed } from './write-json-feed.ts'
import { writeRss } from './write-rss.ts'

export type ReadWatchFeed = {
  store: WatchFeedStore
  archive: Pick<PostReader, 'listPosts' | 'listTexts'>
  listDeliveredRows: ListDeliveredRows
  makeToken: () => string
  publicUrl: string
  /** Limits how often a feed is read, because anybody with its URL can request it. */
  mayReadFeed: RateWindow
  items: FeedItems
  /** The operator's switch. */
  isOn: boolean
}

/**
 * A cache of posts as feed items, by watch, scores and post. Many readers send no ETag, so they read the
 * whole feed for one new post.
 */
type FeedItems = ReturnType<typeof makeFeedItems>

/** The longest time for which a feed shows the old text of a post that its author has edited. */
const keptMs = 3_600_000
/**
 * The limit of the cache, in characters of HTML. An item that is written in both formats takes three times as
 * much memory.
 */
const keptCharacters = 5_000_000

export const makeFeedItems = () =>
  new LRUCache<string, FeedItem>({
    ttl: keptMs,
    maxSize: keptCharacters,
    sizeCalculation: ({ title, html }, key) => title.length + html.length + key.length,
  })

export type FeedFormat = 'rss' | 'json'

const writers = { rss: writeRss, json: writeJsonFeed }

const feedUrl = (publicUrl: string, token: string, format: FeedFormat) =>
  new URL(`/feeds/${token}.${format}`, publicUrl).href

/**
 * An ETag that changes with the posts of the feed, their scores, and the feed's name and format. Computing
 * the ETag reads no post.
 */
function etagOf({ watchId, name, postsVersion, news }: OpenFeed, format: FeedFormat): string {
  const ids = news.map(({ postId, ownRowId, version }) => postId ?? `own ${ownRowId} ${version}`)
  const state = JSON.stringify([1, watchId, name, postsVersion, ids, format])
  return `"${createHash('sha256').update(state).digest('base64url')}"`
}

/** The posts of a feed as items, by id. Reads only those posts that are not in memory. */
async function readItems({ archive, items }: ReadWatchFeed, { watchId, postsVersion, news }: OpenFeed) {
  const found = new Map<number, FeedItem>()
  const keyOf = (postId: number) => `${watchId} ${postsVersion} ${postId}`
  const missing: number[] = []
  for (const { postId } of news) {
    if (postId === null) continue
    const kept = items.get(keyOf(postId))
    if (kept === undefined) missing.push(postId)
    else found.set(postId, kept)
  }
  const [posts, texts] = await Promise.all([archive.listPosts(missing), archive.listTexts(missing)])
  for (const post of posts) {
    const item = toFeedItem(post, texts.get(post.archiveId) ?? post.excerpt)
    items.set(keyOf(post.archiveId), item)
    found.set(post.archiveId, item)
  }
  return found
}

async function readContent(deps: ReadWatchFeed, feed: OpenFeed, self: string): Promise<FeedContent> {
  const [items, rows] = await Promise.all([
    readItems(deps, feed),
    deps.listDeliveredRows(
      [feed.watchId],
      feed.news.flatMap(({ ownRowId }) => ownRowId ?? []),
    ),
  ])
  const itemOf = ({ postId, ownRowId }: OpenFeed['news'][number]) => {
    if (postId !== null) return items.get(postId) ?? []
    const row = rows.get(ownRowId ?? 0)
    return row === undefined ? [] : toFeedItem(row, row.text)
  }
  return {
    title: `${feed.name} - Unmet`,
    description: `New posts of the watch ${feed.name}`,
    homeUrl: watchUrl(deps.publicUrl, feed.watchId),
    feedUrl: self,
    items: feed.news.flatMap(itemOf),
  }
}

const tokenShape = /^[\w-]{43}$/u

type AskedFeed = { token: string; format: FeedFormat; isKnown: (etag: string) => boolean }

/**
 * Null if the token is unknown or revoked. If the reader already has this version, `body` is null and no post
 * is read.
 */
export async function readWatchFeed(
  deps: ReadWatchFeed,
  { token, format, isKnown }: AskedFeed,
): Promise<{ etag: string; body: string | null } | null> {
  if (!deps.isOn || !tokenShape.test(token)) return null
  const feed = await deps.store.findFeed(token, limits.feedPosts)
  if (feed === null) return null
  const etag = etagOf(feed, format)
  if (isKnown(etag)) return { etag, body: null }
  if (!(await deps.mayReadFeed(feed.watchId))) throw tooOften('This feed was read too often', 'reading')
  const content = await readContent(deps, feed, feedUrl(deps.publicUrl, token, format))
  return { etag, body: writers[format](content) }
}

const noWatch = () => publicError('not_found', 'This watch does not exist any more.')

/** The URLs of a feed, or null if the watch has no feed. */
function addressesOf({ publicUrl, isOn }: ReadWatchFeed, token: string | null) {
  const feed =
    token === null ? null : { rss: feedUrl(publicUrl, token, 'rss'), json: feedUrl(publicUrl, token, 'json') }
  return { available: isOn, feed }
}

export async function findWatchFeed(deps: ReadWatchFeed, userId: string, watchId: string) {
  const token = await deps.store.findToken(userId, watchId)
  if (token === undefined) throw noWatch()
  return addressesOf(deps, token)
}

/** Creates a feed, or replaces its URL. The old URL stops working at once. */
export async function makeWatchFeed(deps: ReadWatchFeed, userId: string, watchId: string) {
  if (!deps.isOn) throw publicError('switched_off', 'Whoever runs this installation has switched feeds off.')
  const token = deps.makeToken()
  if (!(await deps.store.saveToken(userId, watchId, token))) throw noWatch()
  return addressesOf(deps, token)
}

export async function revokeWatchFeed(deps: ReadWatchFeed, userId: string, watchId: string) {
  await deps.store.revokeToken(userId, watchId)
  return findWatchFeed(deps, userId, watchId)
}
