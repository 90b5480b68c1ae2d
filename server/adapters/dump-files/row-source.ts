import type { RawPost } from './raw-post.ts'

export type RowSource = 'reddit' | 'hacker-news' | null

const hackerNewsHost = /^https?:\/\/news\.ycombinator\.com\//iu
const redditHost = /^https?:\/\/(?:[\w-]+\.)*(?:reddit\.com|redd\.it)\//iu
const hackerNewsTypes = new Set(['story', 'comment', 'job', 'poll', 'pollopt'])

/** Whether a row has fields that only Hacker News data has: Algolia's ids and tags, item types, URLs. */
function isHackerNews(raw: RawPost): boolean {
  if (raw.objectID !== null || raw.story_text !== null || raw._tags.length > 0) return true
  if (raw.descendants !== null || raw.num_points !== null) return true
  if (raw.type !== null && hackerNewsTypes.has(raw.type)) return true
  return [raw.permalink, raw.url].some((address) => hackerNewsHost.test(address ?? ''))
}

/** Whether a row has a community, a type prefix, a URL of Reddit, or a field that only Reddit's API has. */
function isReddit(raw: RawPost): boolean {
  if ((raw.subreddit ?? raw.community ?? '').trim() !== '') return true
  if (/^t[13]_/u.test(raw.id ?? '') || /^t[13]_/u.test(raw.name ?? '')) return true
  if (communityIn(raw.permalink) !== null) return true
  if (raw.selftext !== null || raw.created_utc !== null || raw.comms_num !== null) return true
  return [raw.permalink, raw.url].some((address) => redditHost.test(address ?? ''))
}

/** The site in the name of a file, for rows without a site. */
export function sourceInName(fileName: string): RowSource {
  if (/hacker[\s_-]?news|(?:^|[^a-z])hn(?:[^a-z]|$)/iu.test(fileName)) return 'hacker-news'
  return /reddit|^r_\w/iu.test(fileName) ? 'reddit' : null
}

/**
 * The source of a row. The row's columns determine the source, even if some are empty; otherwise, the name of
 * the file does.
 */
export function rowSource(raw: RawPost, columns: object, fileSource: RowSource): RowSource {
  if ((raw.subreddit ?? '').trim() !== '') return 'reddit'
  if (isHackerNews(raw)) return 'hacker-news'
  if (isReddit(raw)) return 'reddit'
  return 'descendants' in columns || 'num_points' in columns ? 'hacker-news' : fileSource
}

const site = 'https://www.reddit.com'

type Whereabouts = { source: RowSource; permalink: string | null; community: string; id: string }

/** The URL of the discussion on its site. The URL is built from the id if the row has no trustworthy URL. */
export function postAddress({ source, permalink, community, id }: Whereabouts): string | null {
  if (source === 'hacker-news') return `https://news.ycombinator.com/item?id=${id}`
  const path = permalink === null ? null : pathOnSite(permalink)
  if (path !== null) return `${site}${path}`
  if (!/^[0-9a-z]{1,13}$/iu.test(id)) return null
  return community === ''
    ? `${site}/comments/${id}/`
    : `${site}/r/${encodeURIComponent(community)}/comments/${id}/`
}

function pathOnSite(permalink: string): string | null {
  const address = URL.parse(permalink.trim(), `${site}/`)
  if (address === null || !/^https?:$/u.test(address.protocol)) return null
  if (!/(^|\.)reddit\.com$/u.test(address.hostname)) return null
  return address.pathname.includes('/comments/') ? address.pathname : null
}

/** The id in the URL of a discussion, for rows without an id column; null if there is none. */
export function idInAddress(address: string | null): string | null {
  if (address === null) return null
  const path = pathOnSite(address)
  if (path !== null) return /\/comments\/([0-9a-z]{1,13})(?:\/|$)/u.exec(path)?.[1] ?? null
  return /^https?:\/\/news\.ycombinator\.com\/item\?id=(\d{1,12})$/u.exec(address.trim())?.[1] ?? null
}

/** The community in a permalink, for rows without a community column. */
export function communityIn(permalink: string | null): string | null {
  return /(?:^|\/)r\/([^/?#]+)\/comments\//u.exec(permalink ?? '')?.[1] ?? null
}
