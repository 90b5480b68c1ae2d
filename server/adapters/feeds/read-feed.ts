import type { AnyFeed } from 'feedsmith'
import { cutText } from '#contract/cut-text.ts'
import { htmlTitle, plainTitle, titleText } from '../html-text/html-to-text.ts'
import { isWebPage, readPageHead } from '../html-text/page-head.ts'
import { deepestJson, isTooDeep } from '../json-value.ts'
import { MalformedSourceReply } from '../source-calls/source-failure.ts'
import { requireBoundedXml } from './bounded-xml.ts'
import { isAbsolute } from './feed-addresses.ts'
import { feedFormats } from './feed-formats.ts'
import { firstText, html, mediaText, plain, type ReadText, typedText } from './item-texts.ts'

/** An entry of a feed in any format. Author names are not read. */
export type FeedItem = {
  /** The id of the entry in the feed. It may be a URL. */
  id: string | undefined
  /** The title as the feed writes it. */
  written: string | undefined
  /** The title as plain text in one line. */
  title: string
  text: ReadText
  /** Possible URLs of the entry, the likeliest first. */
  links: readonly (string | undefined)[]
  /** The base of the entry's relative links, if the feed declares one. */
  base?: string | undefined
  date: string | undefined
  comments: number | undefined
}

export type ReadFeed = {
  /** The title as plain text in one line. */
  title: string
  base: string | undefined
  items: FeedItem[]
  /** Whether the feed has more items than `mostItems`, so that some are not read. */
  hasMore: boolean
}

/** No real feed has more items. */
export const mostItems = 1000

type Of<F extends AnyFeed['format']> = Extract<AnyFeed, { format: F }>['feed']
type ItemOf<F extends 'rss' | 'rdf' | 'json'> = NonNullable<Of<F>['items']>[number]
type Link = { rel?: string; href?: string; type?: string; thr?: { count?: number } }

/** The relations of a link as names. A relation may also be written as its IANA URL. */
const relationsOf = ({ rel = 'alternate' }: Link) =>
  rel
    .toLowerCase()
    .replace(/^https?:\/\/www\.iana\.org\/assignments\/.*[/#]/u, '')
    .split(/\s+/u)

const isPage = ({ type }: Link) => type === undefined || type.toLowerCase().includes('html')

/** The links to the item itself, with links to pages first. */
function alternates(links: readonly Link[] = []): (string | undefined)[] {
  const own = links.filter((link) => relationsOf(link).includes('alternate'))
  const stated = own.filter(({ rel }) => rel !== undefined)
  const ordered = [...stated, ...own.filter(({ rel }) => rel === undefined)]
  return [...ordered.filter(isPage), ...ordered.filter((link) => !isPage(link))].map(({ href }) => href)
}

const replies = (links: readonly Link[] = []) =>
  links.find((link) => relationsOf(link).includes('replies') && link.thr?.count !== undefined)?.thr?.count

const onlyAbsolute = (id: string | undefined) => (id !== undefined && isAbsolute(id) ? [id] : [])

const readRssItem = (item: ItemOf<'rss'>): FeedItem => ({
  id: item.guid?.value,
  written: item.title,
  title: titleText(item.title ?? ''),
  text: firstText(
    html(item.content?.encoded),
    html(item.description),
    html(item.itunes?.summary),
    mediaText(item.media),
  ),
  links: [
    item.link,
    ...(item.guid?.isPermaLink === false ? [] : onlyAbsolute(item.guid?.value)),
    ...alternates(item.atom?.links),
    ...onlyAbsolute(item.comments),
  ],
  date: item.pubDate ?? item.dc?.dates?.[0] ?? item.atom?.published ?? item.atom?.updated,
  comments: item.slash?.comments ?? item.thr?.total,
})

const readRdfItem = (item: ItemOf<'rdf'>): FeedItem => ({
  id: item.rdf?.about ?? item.link,
  written: item.title,
  title: titleText(item.title ?? ''),
  text: firstText(html(item.content?.encoded), html(item.description), mediaText(item.media)),
  links: [item.link, ...onlyAbsolute(item.rdf?.about)],
  date: item.dc?.dates?.[0],
  comments: item.slash?.comments,
})

type AtomText = { value?: string; type?: string } | undefined

const atomTitle = (title: AtomText) =>
  (title?.type?.toLowerCase().includes('html') ? htmlTitle : plainTitle)(title?.value ?? '')

const readAtomEntry = (entry: NonNullable<Of<'atom'>['entries']>[number]): FeedItem => ({
  id: entry.id,
  written: entry.title?.value,
  title: atomTitle(entry.title),
  text: firstText(typedText(entry.content), typedText(entry.summary), mediaText(entry.media)),
  links: [...alternates(entry.links), ...onlyAbsolute(entry.id), ...onlyAbsolute(entry.content?.src)],
  base: entry.xml?.base,
  date: entry.published ?? entry.updated,
  comments: entry.thr?.total ?? entry.slash?.comments ?? replies(entry.links),
})

const readJsonItem = (item: ItemOf<'json'>): FeedItem => ({
  id: item.id,
  written: item.title,
  title: plainTitle(item.title ?? ''),
  text: firstText(html(item.content_html), plain(item.content_text), plain(item.summary)),
  links: [item.url, ...onlyAbsolute(item.id), item.external_url],
  date: item.date_published ?? item.date_modified,
  comments: undefined,
})

/** Why a text is not a feed. If the text is a page that links to a feed, the message names this feed. */
function describeNoFeed(text: string): string {
  if (!isWebPage(text)) return 'did not send a valid feed (RSS, Atom or JSON Feed)'
  const [feed] = readPageHead(text).feeds
  const has = feed === undefined ? '' : `; the page links to a feed, ${feed}: use that`
  return `sent a web page, not a feed${has}`
}

function requireBounds(text: string): void {
  if (!/^\s*[{[]/u.test(text)) requireBoundedXml(text)
  else if (isTooDeep(text)) throw new MalformedSourceReply(`sent JSON with more than ${deepestJson} levels`)
}

/**
 * Removes the table of contents from the channel of RSS 1.0. The parser reads only items that the table
 * lists, but in some feeds the URLs in the table differ from those of the items.
 */
function withoutContents(text: string): string {
  if (!text.includes('://purl.org/rss/1.0/')) return text
  const contents = /<((?:[a-z][\w.-]{0,40}:)?items)[\s>]/iu.exec(text)
  const close = `</${contents?.[1]}>`
  const end = contents === null ? -1 : text.indexOf(close, contents.index)
  return contents === null || end === -1
    ? text
    : text.slice(0, contents.index) + text.slice(end + close.length)
}

function parse(text: string): AnyFeed {
  if (!isWebPage(text)) requireBounds(text)
  try {
    if (!isWebPage(text)) return feedFormats().parseFeed(withoutContents(text), { maxItems: mostItems + 1 })
  } catch (error) {
    throw new MalformedSourceReply(describeNoFeed(text), { cause: error })
  }
  throw new MalformedSourceReply(describeNoFeed(text))
}

/** The base that RSS declares for its relative links, as Drupal does. The parser reads it only in Atom. */
function declaredBase(text: string): string | undefined {
  return /<(?:rss|channel|rdf:RDF)\s(?:[^<>]{0,2000}\s)?xml:base\s?=\s?["']([^"'<>]{1,2000})["']/u.exec(
    cutText(text, 10_000),
  )?.[1]
}

function readWhole(read: AnyFeed, text: string): Omit<ReadFeed, 'hasMore'> {
  if (read.format === 'atom') {
    const { title, links, xml, entries = [] } = read.feed
    const base = xml?.base ?? alternates(links)[0]
    return { title: atomTitle(title), base, items: entries.map(readAtomEntry) }
  }
  if (read.format === 'json') {
    const { title, home_page_url: base, items = [] } = read.feed
    return { title: plainTitle(title ?? ''), base, items: items.map(readJsonItem) }
  }
  const { title, link } = read.feed
  const items = read.format === 'rss' ? read.feed.items?.map(readRssItem) : read.feed.items?.map(readRdfItem)
  return { title: titleText(title ?? ''), base: declaredBase(text) ?? link, items: items ?? [] }
}

/** The entries of RSS, Atom, RDF or JSON Feed; anything else is a `MalformedSourceReply`. */
export function readFeed(text: string): ReadFeed {
  const { items, ...feed } = readWhole(parse(text), text)
  return { ...feed, items: items.slice(0, mostItems), hasMore: items.length > mostItems }
}
