import { parseHtml } from './parse-html.ts'

/** Elements with which web pages start, even pages without an `html` element. No feed starts with them. */
const firstElement =
  /^[\s\uFEFF]*<(?:!doctype\s+html|(?:html|head|body|title|meta|link|script|style|base|div|span|p|h1|h2|h3|center|table|main|header|noscript)(?=[\s/>]))/iu

/** Whether a text is a web page. The document type and comments may already have been removed from it. */
export const isWebPage = (text: string): boolean => firstElement.test(text)

const feedType = /^(?:application|text)\/(?:(?:rss|atom|rdf)(?:\+xml)?|xml|feed\+json|json)$/iu

export type PageHead = {
  /** The site name, or else the title of the page, with decoded entities. */
  name: string | undefined
  /** The URLs of feeds to which the page links, as written, in order. Feeds of comments come last. */
  feeds: string[]
  /** The base of the page's relative URLs, if declared. */
  base: string | undefined
}

type Attributes = Readonly<Record<string, string>>

/** Only this much of a page is read. Heads of real pages are shorter. */
const mostCharacters = 200_000

const isFeedLink = ({ rel = '', type = '', href = '' }: Attributes) =>
  href !== '' && feedType.test(type.split(';', 1)[0]?.trim() ?? '') && /\b(?:alternate|feed)\b/iu.test(rel)

/** Site name and feeds from the head of a page. */
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
