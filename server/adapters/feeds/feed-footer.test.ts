import { describe, expect, test } from 'vitest'
import { decodeFeed } from './decode-feed.ts'
import { withoutFooter } from './feed-footer.ts'
import { readFeedPosts } from './feed-posts.ts'

const said = 'We copy every order by hand.'

const footers: [string, string, upvotes: number | null, comments: number | null][] = [
  [
    'WordPress',
    '<p>The post <a href="/a">Orders</a> appeared first on <a href="/">Shop</a>.</p>',
    null,
    null,
  ],
  [
    'newer WordPress',
    '<p>The post <a href="/a">Orders</a> first appeared on <a href="/">Shop</a>.</p>',
    null,
    null,
  ],
  [
    'Discourse',
    '<p><small>3 posts - 2 participants</small></p><p><a href="/t/x/77">Read full topic</a></p>',
    null,
    2,
  ],
  [
    'phpBB',
    '<p>Statistics: Posted by <a href="/u=2">tom</a> — Tue Feb 11, 2025 6:00 pm</p><hr />',
    null,
    null,
  ],
  [
    'Reddit',
    '&#32; submitted by &#32; <a href="/u">/u/jo-1</a> <br/> <span><a href="/x">[link]</a></span> &#32; <span><a href="/y">[comments]</a></span>',
    null,
    null,
  ],
  [
    'hnrss.org',
    '<hr><p>Comments URL: <a href="/i">https://news.ycombinator.com/item?id=1</a></p><p>Points: 41</p><p># Comments: 7</p>',
    41,
    7,
  ],
]

describe('the footer that publishing software adds to an item', () => {
  test.each(footers)('%s', (_, footer, upvotes, comments) => {
    const item = `<item><title>Orders</title><link>https://a.test/1</link><description><![CDATA[<p>${said}</p>${footer}]]></description></item>`
    const feed = `<rss version="2.0"><channel><title>A</title>${item}</channel></rss>`
    const { posts } = readFeedPosts(decodeFeed(Buffer.from(feed), ''), {
      address: 'https://a.test/feed',
      now: new Date('2026-11-25T12:00:00Z'),
    })
    expect(posts).toMatchObject([{ selftext: said, upvotes, comments }])
  })

  test('an item that has nothing else', () => {
    const lines =
      'Article URL: https://a.test/x\n\nComments URL: https://b.test/1\n\nPoints: 5\n\n# Comments: 0'
    expect(withoutFooter(lines, 'Orders')).toEqual({ text: '', upvotes: 5, comments: 0 })
  })

  test.each([
    'I pressed the button.\n\nRead full topic',
    'Points: 5\n\n# Comments: 2\n\nThis is how the page shows it.',
    'The post office appeared first on my list. Then the bank did.',
    'My feed ends with:\n\n3 posts - 2 participants\n\nRead full topic\n\nHow do I remove that?',
  ])('words of an author that look alike stay: %s', (text) => {
    expect(withoutFooter(text, 'Orders')).toEqual({ text, upvotes: null, comments: null })
  })
})
