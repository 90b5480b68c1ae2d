import type { FeedContent } from './feed-content.ts'

/** JSON Feed 1.1. */
export function writeJsonFeed({ title, description, homeUrl, feedUrl, items }: FeedContent): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    home_page_url: homeUrl,
    feed_url: feedUrl,
    items: items.map(({ id, url, title: itemTitle, html, publishedAt, tags }) => ({
      id,
      ...(url === null ? {} : { url }),
      title: itemTitle.toWellFormed(),
      content_html: html,
      ...(publishedAt === null ? {} : { date_published: publishedAt.toISOString() }),
      tags,
    })),
  })
}
