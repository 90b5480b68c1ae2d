import { cutText } from '#contract/cut-text.ts'
import { escapeMarkup } from '#contract/escape-markup.ts'
import { limits } from '#contract/limits.ts'
import { reasonBelowTitle } from '#server/matching/result-summary-rules.ts'
import type { NewsPost } from '#server/source-ports.ts'

/** A post in a feed. `html` is escaped. `url` is the address of the discussion. */
export type FeedItem = {
  /**
   * An id that never changes: the URL of the discussion, or the source and id of the post. Own rows use their
   * id, because several may have the same URL.
   */
  id: string
  url: string | null
  title: string
  html: string
  /** Null for own rows without a date. */
  publishedAt: Date | null
  tags: readonly string[]
}

export type FeedContent = {
  title: string
  description: string
  /** The URLs of the watch's page and of this feed. */
  homeUrl: string
  feedUrl: string
  items: readonly FeedItem[]
}

/** XML 1.0 forbids control characters, lone surrogates, U+FFFE and U+FFFF, even when escaped. */
const notInXml = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

export const escapeXml = (text: string): string => escapeMarkup(text.replace(notInXml, ''))

const toParagraphs = (text: string) =>
  text
    .split(/\n{2,}/u)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${escapeXml(paragraph.trim()).replaceAll('\n', '<br>')}</p>`)

/**
 * Cuts a text, because a feed with fifty complete texts would block the event loop for half a second at each
 * request.
 */
function shownText(text: string): string {
  const most = limits.feedTextCharacters
  return text.length <= most ? text : `${cutText(text, most - 1).trimEnd()}…`
}

function attributionHtml({ attribution }: NewsPost): string[] {
  if (attribution === undefined) return []
  const linked = (text: string, url: string | null) =>
    url === null ? escapeXml(text) : `<a href="${escapeXml(url)}">${escapeXml(text)}</a>`
  const { author, authorUrl, license, licenseUrl } = attribution
  return [`<p>By ${linked(author, authorUrl)}, ${linked(license, licenseUrl)}</p>`]
}

/** A post as a feed item: its score, the sentence with the most points, and its text. */
export function toFeedItem(post: NewsPost, text: string): FeedItem {
  const { source, sourceId, community, opportunityScore } = post
  const reason = reasonBelowTitle(post)
  const html = [
    `<p><strong>Score ${opportunityScore}</strong> in ${escapeXml(community)}</p>`,
    ...(reason === null ? [] : [`<blockquote>${escapeXml(reason)}</blockquote>`]),
    ...toParagraphs(shownText(text)),
    ...attributionHtml(post),
  ]
  return {
    id: source === 'own' ? `own/${sourceId}` : (post.url ?? `${source}/${sourceId}`),
    url: post.url,
    title: post.title,
    html: html.join('\n'),
    publishedAt: post.createdAt,
    tags: [community],
  }
}

/** Caches the written form of each item for as long as the item is in memory. */
export function writtenOnce(write: (item: FeedItem) => string): (item: FeedItem) => string {
  const written = new WeakMap<FeedItem, string>()
  return (item) => {
    const text = written.get(item) ?? write(item)
    written.set(item, text)
    return text
  }
}
