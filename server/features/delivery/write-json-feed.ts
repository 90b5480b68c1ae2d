import { type FeedContent, writtenOnce } from './feed-content.ts'

const itemJson = writtenOnce(({ id, url, title, html, publishedAt, tags }) =>
  JSON.stringify({
    id,
    ...(url === null ? {} : { url }),
    title: title.toWellFormed(),
    content_html: html,
    ...(publishedAt === null ? {} : { date_published: publishedAt.toISOString() }),
    tags,
  }),
)

/** JSON Feed 1.1. */
export function writeJsonFeed({ title, description, homeUrl, feedUrl, items }: FeedContent): string {
  const head = JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    home_page_url: homeUrl,
    feed_url: feedUrl,
  })
  return `${head.slice(0, -1)},"items":[${items.map(itemJson).join(',')}]}`
}
