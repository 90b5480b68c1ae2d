import { type AnyFeed, parseFeed } from 'feedsmith'
import { MalformedSourceReply } from '../source-calls/source-failure.ts'

/** One entry of a feed, whatever its format. Names of authors are not read. */
export type FeedItem = {
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

export type ReadFeed = { title: string | undefined; base: string | undefined; items: FeedItem[] }

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

/** The entries of RSS, Atom, RDF or JSON Feed; anything else is a `MalformedSourceReply`. */
export function readFeed(text: string): ReadFeed {
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
