import { communityIn } from './post-address.ts'
import type { RawPost } from './raw-post.ts'

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

/** The site that a file's name implies, for rows that name none. */
export function sourceInName(fileName: string): RowSource {
  if (/hacker[\s_-]?news|(?:^|[^a-z])hn(?:[^a-z]|$)/iu.test(fileName)) return 'hacker-news'
  return /reddit|^r_\w/iu.test(fileName) ? 'reddit' : null
}

/** Where the row's own columns, of which some may be empty, and then its file's name say that it comes from. */
export function rowSource(raw: RawPost, columns: object, fileSource: RowSource = null): RowSource {
  if ((raw.subreddit ?? '').trim() !== '') return 'reddit'
  if (isHackerNews(raw)) return 'hacker-news'
  if (isReddit(raw)) return 'reddit'
  return 'descendants' in columns || 'num_points' in columns ? 'hacker-news' : fileSource
}
