import { escapeXml, type FeedContent, writtenOnce } from './feed-content.ts'

const element = (name: string, text: string, attributes = '') =>
  `<${name}${attributes}>${escapeXml(text)}</${name}>`

const itemXml = writtenOnce(({ id, url, title, html, publishedAt, tags }) =>
  [
    '<item>',
    element('title', title),
    ...(url === null ? [] : [element('link', url)]),
    element('guid', id, id === url ? '' : ' isPermaLink="false"'),
    ...(publishedAt === null ? [] : [element('pubDate', publishedAt.toUTCString())]),
    ...tags.map((tag) => element('category', tag)),
    element('description', html),
    '</item>',
  ].join('\n'),
)

/**
 * RSS 2.0. RSS is written here, because feedsmith 3.0.1 adds spaces around every `link` and `guid` that
 * contains `&`.
 */
export function writeRss({ title, description, homeUrl, feedUrl, items }: FeedContent): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    element('title', title),
    element('link', homeUrl),
    element('description', description),
    `<atom:link href="${escapeXml(feedUrl)}" rel="self" type="application/rss+xml"/>`,
    ...items.map(itemXml),
    '</channel>',
    '</rss>',
    '',
  ].join('\n')
}
