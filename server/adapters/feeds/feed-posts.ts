import { createHash } from 'node:crypto'
import { type AnyFeed, parseFeed } from 'feedsmith'
import { cutText } from '#contract/cut-text.ts'
import type { Post } from '#server/ports.ts'
import { htmlToText, shortTitle, titleText } from '../html-text/html-to-text.ts'
import { storableText } from '../html-text/storable-text.ts'
import { openDateColumn } from '../instants/date-column.ts'
import { type DateReading, readInstant } from '../instants/read-instant.ts'
import { deepestJson, isTooDeep } from '../json-value.ts'
import { count, webAddress } from '../source-calls/reply-fields.ts'
import { MalformedSourceReply } from '../source-calls/source-failure.ts'
import { requireBoundedXml } from './bounded-xml.ts'

/** One entry of a feed, whatever its format. Names of authors are not read. */
type FeedItem = {
  /** What the feed calls it; an address when it is one for good. */
  id: string | undefined
  title: string | undefined
  text: { kind: 'html' | 'plain'; value: string } | null
  link: string | undefined
  /** What its link is relative to, where it says so itself. */
  base?: string | undefined
  date: string | undefined
  comments: number | undefined
}

type ReadFeed = { title: string | undefined; base: string | undefined; items: FeedItem[] }

/** More than any feed shows. */
const mostItems = 1000

type Of<F extends AnyFeed['format']> = Extract<AnyFeed, { format: F }>['feed']
type ItemOf<F extends 'rss' | 'rdf' | 'json'> = NonNullable<Of<F>['items']>[number]
type Text = { value?: string; type?: string } | undefined

const html = (value: string | undefined) => (value === undefined ? null : { kind: 'html' as const, value })
const plain = (value: string | undefined) => (value === undefined ? null : { kind: 'plain' as const, value })

const readRssItem = (item: ItemOf<'rss'>): FeedItem => ({
  id: item.guid?.value,
  title: item.title,
  text: html(item.content?.encoded ?? item.description),
  link: item.link ?? (item.guid?.isPermaLink === false ? item.comments : item.guid?.value),
  date: item.pubDate ?? item.dc?.dates?.[0],
  comments: item.slash?.comments,
})

const readRdfItem = (item: ItemOf<'rdf'>): FeedItem => ({
  id: item.rdf?.about ?? item.link,
  title: item.title,
  text: html(item.content?.encoded ?? item.description),
  link: item.link,
  date: item.dc?.dates?.[0],
  comments: item.slash?.comments,
})

type Link = { rel?: string; href?: string }

const alternate = (links: readonly Link[] = []) =>
  (links.find(({ rel }) => rel === 'alternate') ?? links.find(({ rel }) => rel === undefined))?.href

const atomText = (text: Text) => (/html/iu.test(text?.type ?? '') ? html : plain)(text?.value)

/** A title that is plain text keeps what looks like markup. */
const atomTitle = (text: Text) =>
  atomText(text)?.kind === 'plain'
    ? text?.value?.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    : text?.value

const readAtomEntry = (entry: NonNullable<Of<'atom'>['entries']>[number]): FeedItem => ({
  id: entry.id,
  title: atomTitle(entry.title),
  text: atomText(entry.content?.value === undefined ? entry.summary : entry.content),
  link: alternate(entry.links),
  base: entry.xml?.base,
  date: entry.published ?? entry.updated,
  comments: entry.slash?.comments,
})

const readJsonItem = (item: ItemOf<'json'>): FeedItem => ({
  id: item.id,
  title: item.title,
  text: html(item.content_html) ?? plain(item.content_text),
  link: item.url ?? item.id,
  date: item.date_published ?? item.date_modified,
  comments: undefined,
})

function requireBounds(text: string): void {
  if (!/^\s*[{[]/u.test(text)) requireBoundedXml(text)
  else if (isTooDeep(text)) throw new MalformedSourceReply(`sent JSON that is more than ${deepestJson} deep`)
}

/** The entries of RSS, Atom, RDF or JSON Feed; anything else is a `MalformedSourceReply`. */
export function readFeed(text: string): ReadFeed {
  requireBounds(text)
  let read: AnyFeed
  try {
    read = parseFeed(text, { maxItems: mostItems })
  } catch (error) {
    throw new MalformedSourceReply('sent what is no feed (RSS, Atom or JSON Feed), or is broken', {
      cause: error,
    })
  }
  if (read.format === 'atom') {
    const { title, links, xml, entries = [] } = read.feed
    return { title: atomTitle(title), base: xml?.base ?? alternate(links), items: entries.map(readAtomEntry) }
  }
  if (read.format === 'json') {
    const { title, home_page_url: base, items = [] } = read.feed
    return { title, base, items: items.map(readJsonItem) }
  }
  const { title, link: base } = read.feed
  const items = read.format === 'rss' ? read.feed.items?.map(readRssItem) : read.feed.items?.map(readRdfItem)
  return { title, base, items: items ?? [] }
}

const earliestMs = Date.UTC(1995, 0, 1)
const dayMs = 86_400_000

/** A date as feeds write it, or null for what cannot be one. Clocks that are ahead by a day are put to `now`. */
export function readFeedDate(
  text: string | undefined,
  now: Date,
  dates: DateReading | null = null,
): Date | null {
  const ms = readInstant(text, dates, now)?.getTime() ?? Number.NaN
  if (Number.isNaN(ms) || ms < earliestMs || ms > now.getTime() + dayMs) return null
  return new Date(Math.min(ms, now.getTime()))
}

/** How all dates of a feed are read. */
function readDates(items: readonly FeedItem[], now: Date): DateReading {
  const column = openDateColumn(now)
  for (const { date } of items) column.add(date)
  return column.decide()
}

export const feedSource = 'feed'

const mostTitleCharacters = 100

const isAbsolute = (address: string) => /^https?:\/\//iu.test(address)

function plainText(text: string): string {
  return storableText(text.replace(/\r\n?/gu, '\n')).trim()
}

/** What has no title is called by its first words. */
function firstWords(text: string): string {
  const line = (text.split('\n').find((one) => one.trim() !== '') ?? '').trim()
  if (line.length <= mostTitleCharacters) return line
  return `${cutText(line, mostTitleCharacters).replace(/\s+\S*$/u, '')}…`
}

/** An id of our own: feeds write anything into theirs. One that is an address is the same in every feed. */
function idOf(item: FeedItem, feed: string): string {
  const { id, link, title, date } = item
  const own = id ?? (link !== undefined && isAbsolute(link) ? link : undefined)
  const key = own !== undefined && isAbsolute(own) ? own : [feed, own ?? `${title}\n${date}`].join('\n')
  return createHash('sha256').update(key).digest('base64url').slice(0, 22)
}

type Place = { address: string; now: Date; feed: ReadFeed; community: string; dates: DateReading }

function readItem(item: FeedItem, { address, now, feed, community, dates }: Place): Post | null {
  const selftext =
    item.text === null
      ? ''
      : item.text.kind === 'html'
        ? htmlToText(item.text.value)
        : plainText(item.text.value)
  const title = titleText(item.title ?? '') || firstWords(selftext)
  if (title === '') return null
  const base = webAddress(feed.base, [address]) ?? address
  return {
    source: feedSource,
    sourceId: idOf(item, address),
    community,
    title,
    selftext,
    url: webAddress(item.link, [webAddress(item.base, [base]) ?? base, address]),
    upvotes: null,
    comments: count.parse(item.comments) ?? null,
    // The archive keeps the date that a post came with first: when it was first seen, where the feed gives none.
    createdAt: readFeedDate(item.date, now, dates) ?? now,
    sample: false,
  }
}

export function readFeedPosts(text: string, { address, now }: { address: string; now: Date }): Post[] {
  const feed = readFeed(text)
  const community = shortTitle(feed.title, new URL(address).hostname)
  const dates = readDates(feed.items, now)
  return feed.items.flatMap((item) => readItem(item, { address, now, feed, community, dates }) ?? [])
}
