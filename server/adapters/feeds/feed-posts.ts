import { cutText } from '#contract/cut-text.ts'
import type { Post } from '#server/source-ports.ts'
import { htmlToText, shortName } from '../html-text/html-to-text.ts'
import { storableText } from '../html-text/storable-text.ts'
import { openDateColumn } from '../instants/date-column.ts'
import { type DateReading, readInstant } from '../instants/read-instant.ts'
import { count, webAddress } from '../source-calls/reply-fields.ts'
import { findLink } from './feed-addresses.ts'
import { describeFigures, noFigures } from './feed-figures.ts'
import { withoutFooter } from './feed-footer.ts'
import { identifyItems } from './item-ids.ts'
import { type FeedItem, type ReadFeed, readFeed } from './read-feed.ts'

const earliestMs = Date.UTC(1995, 0, 1)
const dayMs = 86_400_000

/** A date of a feed, or null if it is invalid. A date up to a day in the future becomes `now`. */
export function readFeedDate(
  text: string | undefined,
  now: Date,
  dates: DateReading | null = null,
): Date | null {
  const ms = readInstant(text, dates, now)?.getTime() ?? Number.NaN
  if (Number.isNaN(ms) || ms < earliestMs || ms > now.getTime() + dayMs) return null
  return new Date(Math.min(ms, now.getTime()))
}

/** Determines how the dates of a feed are read. */
function readDates(items: readonly FeedItem[], now: Date): DateReading {
  const column = openDateColumn(now)
  for (const { date } of items) column.add(date)
  return column.decide()
}

export const feedSource = 'feed'

const mostTitleCharacters = 100

function plainText(text: string): string {
  return storableText(text.replace(/\r\n?/gu, '\n')).trim()
}

/** The first words of a text, as the title of an entry without a title. */
function firstWords(text: string): string {
  const line = (text.split('\n').find((one) => one.trim() !== '') ?? '').trim()
  if (line.length <= mostTitleCharacters) return line
  return `${cutText(line, mostTitleCharacters).replace(/\s+\S*$/u, '')}…`
}

type Place = { address: string; now: Date }

/** The URL of an item: its first valid link. */
function urlOf({ links, base: own }: FeedItem, { base }: ReadFeed, address: string): string | null {
  const home = webAddress(base, [address]) ?? address
  const bases = [webAddress(own, [home]) ?? home, address]
  for (const written of links) {
    const link = findLink(written)
    const found = link === null ? null : webAddress(link, bases)
    if (found !== null) return found
  }
  return null
}

function textOf({ text }: FeedItem): string {
  if (text === null || text === 'file') return ''
  return text.kind === 'html' ? htmlToText(text.value) : plainText(text.value)
}

export type FeedPosts = {
  posts: Post[]
  /** Sentences about what was skipped or changed. */
  notes: string[]
}

/**
 * The posts of a feed, each with an id of its own, and notes about what was skipped. Throws a
 * `MalformedSourceReply`.
 */
export function readFeedPosts(text: string, { address, now }: Place): FeedPosts {
  const feed = readFeed(text)
  const community = shortName(feed.title, new URL(address).hostname)
  const { ids, withoutOwnId } = identifyItems(feed, address)
  const figures = { ...noFigures, items: feed.items.length, hasMore: feed.hasMore }
  const dates = readDates(feed.items, now)
  const posts = feed.items.flatMap((item, at): Post[] => {
    const { text: selftext, ...below } = withoutFooter(textOf(item), item.title)
    const title = item.title || firstWords(selftext)
    const sourceId = ids[at] ?? null
    if (title === '') figures.empty += 1
    else if (sourceId === null) figures.copies += 1
    if (title === '' || sourceId === null) return []
    if (withoutOwnId.has(at)) figures.withoutOwnId += 1
    const createdAt = readFeedDate(item.date, now, dates)
    if (createdAt === null) figures.undated += 1
    if (selftext === '') figures.textless += 1
    if (item.text === 'file') figures.files += 1
    return [
      {
        source: feedSource,
        sourceId,
        community,
        title,
        selftext,
        url: urlOf(item, feed, address),
        upvotes: below.upvotes,
        comments: count.parse(item.comments) ?? below.comments,
        // The archive keeps the first date of a post, so a post without a date gets the time when it was
        // first seen.
        createdAt: createdAt ?? now,
        sample: false,
      },
    ]
  })
  return { posts, notes: [...describeFigures(figures), ...dates.notes] }
}
