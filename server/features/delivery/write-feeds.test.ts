import { parseFeed as parseByFeedsmith, parseJsonFeed } from 'feedsmith'
import { parseFeed as parseByHtmlparser } from 'htmlparser2'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { makeArchivedPost } from '#tests/harness/make-archived-post.ts'
import { type FeedContent, toFeedItem } from './feed-content.ts'
import { writeJsonFeed } from './write-json-feed.ts'
import { writeRss } from './write-rss.ts'

const url = 'https://forum.test/t?id=1&page=2&q=a<b'
const odd = 'Tom & "Jerry" <script>alert(1)</script> ]]> &amp; \u0000\u0008\ud800 😀'
const post = makeArchivedPost(
  {
    url,
    title: odd,
    community: 'R&D <b>',
    attribution: { author: 'A & B', authorUrl: url, license: 'CC BY-SA 4.0', licenseUrl: null },
  },
  71,
)
const withoutUrl = makeArchivedPost({ source: 'dump', sourceId: 'x&1', url: null, title: 'No address' }, 40)

const feed = (own: Partial<FeedContent> = {}): FeedContent => ({
  title: odd,
  description: 'New posts that match invoices & <taxes>',
  homeUrl: 'https://unmet.test/watches/1?a=1&b=2',
  feedUrl: 'https://unmet.test/feeds/token.rss?a=1&b=2',
  items: [toFeedItem(post, `First ${odd}\n\nSecond\nline`), toFeedItem(withoutUrl, '')],
  ...own,
})

const clean = 'Tom & "Jerry" <script>alert(1)</script> ]]> &amp;  😀'

describe('RSS 2.0', () => {
  test('keeps an address with & in link and guid as it is, without blanks around it', () => {
    const escaped = 'https://forum.test/t?id=1&amp;page=2&amp;q=a&lt;b'
    const xml = writeRss(feed())
    expect(xml).toContain(`<link>${escaped}</link>`)
    expect(xml).toContain(`<guid>${escaped}</guid>`)
    expect(xml).toContain('<guid isPermaLink="false">dump/x&amp;1</guid>')
  })

  test('is read by two parsers of other makers as it was written', () => {
    const xml = writeRss(feed())
    const read = parseByFeedsmith(xml)
    if (read.format !== 'rss') throw new Error(`It was read as ${read.format}`)
    expect(read.feed).toMatchObject({
      title: clean,
      link: 'https://unmet.test/watches/1?a=1&b=2',
      description: 'New posts that match invoices & <taxes>',
    })
    expect(read.feed.items?.map(({ link, guid }) => [link, guid?.value])).toEqual([
      [url, url],
      [undefined, 'dump/x&1'],
    ])
    expect(read.feed.items?.[0]).toMatchObject({
      title: clean,
      categories: [{ name: 'R&D <b>' }],
      pubDate: post.createdAt.toUTCString(),
    })
    const other = parseByHtmlparser(xml)
    expect(other?.items.map(({ id, link }) => [id, link])).toEqual([
      [url, url],
      ['dump/x&1', undefined],
    ])
    expect(other?.items[0]?.title).toBe(clean)
  })

  test('has the text inside, as markup that runs nothing', () => {
    const read = parseByFeedsmith(writeRss(feed()))
    const html = read.format === 'rss' ? (read.feed.items?.[0]?.description ?? '') : ''
    expect(html).toContain('<strong>Score 71</strong> in R&amp;D &lt;b&gt;')
    expect(html).toContain('<p>Second<br>line</p>')
    expect(html).toContain('&lt;script&gt;')
    expect(html).not.toContain('<script')
    expect(html).toContain(
      `<a href="https://forum.test/t?id=1&amp;page=2&amp;q=a&lt;b">A &amp; B</a>, CC BY-SA 4.0`,
    )
  })

  test('without posts is a feed too', () => {
    const read = parseByFeedsmith(writeRss(feed({ items: [] })))
    expect(read.format).toBe('rss')
  })
})

/** The members that the format defines, with the rules for each. */
const jsonFeed = z.strictObject({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string(),
  description: z.string(),
  home_page_url: z.url(),
  feed_url: z.url(),
  items: z.array(
    z.strictObject({
      id: z.string().check(z.minLength(1)),
      url: z.optional(z.url()),
      title: z.string(),
      content_html: z.string(),
      date_published: z.optional(z.iso.datetime({ offset: true })),
      tags: z.array(z.string()),
    }),
  ),
})

describe('JSON Feed 1.1', () => {
  test('has the members of the format alone, also of own rows without a date', () => {
    const row = { ...withoutUrl, source: 'own', sourceId: '7', createdAt: null }
    const written = JSON.parse(writeJsonFeed(feed({ items: [toFeedItem(post, odd), toFeedItem(row, '')] })))
    expect(z.parse(jsonFeed, written).items.map(({ id }) => id)).toEqual([url, 'own/7'])
    const read = parseByFeedsmith(writeRss(feed({ items: [toFeedItem(row, 'Text')] })))
    expect(read.format === 'rss' && read.feed.items?.[0]).toMatchObject({
      guid: { value: 'own/7', isPermaLink: false },
    })
  })

  test('is read by a parser of another maker, each item with the id that the format requires', () => {
    const text = writeJsonFeed(feed())
    expect(JSON.parse(text).version).toBe('https://jsonfeed.org/version/1.1')
    const read = parseJsonFeed(text)
    expect(read.items?.map((item) => [item.id, item.url, item.date_published])).toEqual([
      [url, url, post.createdAt.toISOString()],
      ['dump/x&1', undefined, withoutUrl.createdAt.toISOString()],
    ])
    expect(read.items?.[0]?.content_html).toContain('<strong>Score 71</strong>')
  })
})

test('a long text is cut between characters, and says so', () => {
  const { html } = toFeedItem(post, '😀'.repeat(20_000))
  expect(html).toMatch(/<p>(?:😀)+…<\/p>/u)
  expect(html.length).toBeLessThan(5_000)
})
