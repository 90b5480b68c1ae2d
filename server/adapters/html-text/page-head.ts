import { parseHtml } from './parse-html.ts'

/** Elements that pages begin with, also those that leave their outermost ones out; no feed does. */
const firstElement =
  /^[\s\uFEFF]*<(?:!doctype\s+html|(?:html|head|body|title|meta|link|script|style|base|div|span|p|h1|h2|h3|center|table|main|header|noscript)(?=[\s/>]))/iu

/** Whether a text is a web page; its document type and comments may have been taken off it. */
export const isWebPage = (text: string): boolean => firstElement.test(text)

const feedType = /^(?:application|text)\/(?:(?:rss|atom|rdf)(?:\+xml)?|xml|feed\+json|json)$/iu

export type PageHead = {
  /** What the page calls its site, else itself; HTML's entities are undone. */
  name: string | undefined
  /** The feeds that it names, as it writes them, in its order; those of comments come last. */
  feeds: string[]
  /** What its addresses are relative to, where it says so. */
  base: string | undefined
}

type Attributes = Readonly<Record<string, string>>

/** A page is read up to here: heads of pages are shorter. */
const mostCharacters = 200_000

const isFeedLink = ({ rel = '', type = '', href = '' }: Attributes) =>
  href !== '' && feedType.test(type.split(';', 1)[0]?.trim() ?? '') && /\b(?:alternate|feed)\b/iu.test(rel)

/** What the head of a page says of its site and its feeds. */
export function readPageHead(page: string): PageHead {
  let site: string | undefined
  let title: string | undefined
  let base: string | undefined
  let inTitle = false
  const feeds: { href: string; comments: boolean }[] = []
  const handlers: Parameters<typeof parseHtml>[1] = {
    onopentag(name, of) {
      if (name === 'base') base ??= of.href
      if (name === 'meta' && of.property === 'og:site_name') site ??= of.content
      if (name === 'title' && title === undefined) inTitle = true
      if (name === 'link' && isFeedLink(of) && feeds.length < 100)
        feeds.push({ href: of.href?.trim() ?? '', comments: /comment/iu.test(of.title ?? '') })
    },
    ontext(text) {
      if (inTitle) title = `${title ?? ''}${text}`
    },
    onclosetag(name) {
      if (name === 'title') inTitle = false
    },
  }
  parseHtml(page, handlers, mostCharacters)
  const ordered = [...feeds.filter(({ comments }) => !comments), ...feeds.filter(({ comments }) => comments)]
  return { name: site ?? title, feeds: ordered.map(({ href }) => href), base }
}
