import { communityIn } from './post-address.ts'
import type { RawPost } from './raw-post.ts'

/** Which site a row comes from; null where nothing in it says so. */
export type RowSource = 'reddit' | 'hacker-news' | null

const hackerNewsHost = /^https?:\/\/news\.ycombinator\.com\//iu
const redditHost = /^https?:\/\/(?:[\w-]+\.)*(?:reddit\.com|redd\.it)\//iu
const hackerNewsTypes = new Set(['story', 'comment', 'job', 'poll', 'pollopt'])

/** What only Hacker News writes: Algolia's ids and tags, the types of its own items, addresses there. */
function isHackerNews(raw: RawPost): boolean {
  if (raw.objectID !== null || raw.story_text !== null || raw._tags.length > 0) return true
  if (raw.descendants !== null || raw.num_points !== null) return true
  if (raw.type !== null && hackerNewsTypes.has(raw.type)) return true
  return [raw.permalink, raw.url].some((address) => hackerNewsHost.test(address ?? ''))
}

/** A community, a type prefix, an address there, or a field that only its own answers have. */
function isReddit(raw: RawPost): boolean {
  if ((raw.subreddit ?? raw.community ?? '').trim() !== '') return true
  if (/^t[13]_/u.test(raw.id ?? '') || /^t[13]_/u.test(raw.name ?? '')) return true
  if (communityIn(raw.permalink) !== null) return true
  if (raw.selftext !== null || raw.created_utc !== null || raw.comms_num !== null) return true
  return [raw.permalink, raw.url].some((address) => redditHost.test(address ?? ''))
}

export function rowSource(raw: RawPost): RowSource {
  if ((raw.subreddit ?? '').trim() !== '') return 'reddit'
  if (isHackerNews(raw)) return 'hacker-news'
  return isReddit(raw) ? 'reddit' : null
}
