import { describe, expect, test } from 'vitest'
import { readFeedPosts } from './feed-posts.ts'

const address = 'https://acme.test/feed.xml'
const now = new Date('2026-11-25T12:00:00Z')
const read = (text: string) => readFeedPosts(text, { address, now })
const namespaces =
  'xmlns:slash="http://purl.org/rss/1.0/modules/slash/" xmlns:thr="http://purl.org/syndication/thread/1.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"'
const rss = (items: string) =>
  `<rss version="2.0" ${namespaces}><channel><title>Acme</title>${items}</channel></rss>`
const atom = (entries: string, title = '<title>Acme</title>') =>
  `<feed xmlns="http://www.w3.org/2005/Atom" ${namespaces}>${title}${entries}</feed>`
const entry = (inside: string) => atom(`<entry><title>A wish</title><id>urn:1</id>${inside}</entry>`)
const json = (item: object, feed: object = {}) =>
  JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'Acme', items: [item], ...feed })
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Titles that look like markup. */
const odd = [
  'Use <br> here',
  'List<String> & more',
  'AT&amp;T &lt;b&gt;',
  'a < b > c',
  '<b>bold</b>?',
  '&#39; &nbsp;',
]

describe('a title that is plain text stays as it is written', () => {
  test.each(odd)('%s', (title) => {
    const titles = [
      json({ id: '1', title }),
      atom(`<entry><title>${escaped(title)}</title><id>urn:1</id></entry>`),
      atom(`<entry><title type="text">${escaped(title)}</title><id>urn:1</id></entry>`),
      atom(`<entry><title><![CDATA[${title}]]></title><id>urn:1</id></entry>`),
    ].map((text) => read(text).posts[0]?.title)
    expect(titles).toEqual(Array(4).fill(title))
  })

  test('also that of the feed', () => {
    const community = (text: string) => read(text).posts[0]?.community
    const title = 'List<String> &amp; <b>more</b>'
    expect(community(json({ id: '1', title: 'a' }, { title }))).toBe(title)
    const own = `<title type="text">${escaped(title)}</title>`
    expect(community(atom('<entry><title>a</title><id>urn:1</id></entry>', own))).toBe(title)
  })
})

test.each([
  ['html', escaped('<b>Bold</b> &amp; <p>more</p><br>here'), 'Bold & more here'],
  ['html', escaped('List<String> &lt;br&gt;'), 'List<String> <br>'],
  ['text/html', escaped('R&amp;D'), 'R&D'],
  ['xhtml', '<div xmlns="http://www.w3.org/1999/xhtml">Less: <em> &lt;br&gt; </em></div>', 'Less: <br>'],
])('a title of type %s is read as such: %s', (type, written, title) => {
  const [post] = read(atom(`<entry><title type="${type}">${written}</title><id>urn:1</id></entry>`)).posts
  expect(post?.title).toBe(title)
})

const bytes = Buffer.from(Array.from({ length: 600 }, (_, at) => (at * 37 + 11) % 256))
const base64 = bytes.toString('base64')

test.each([
  ['no text type at all', entry(`<content type="application/octet-stream">${base64}</content>`)],
  ['a picture', entry('<content type="image/png">iVBORw0KGgo=</content>')],
  ['a document', entry('<content type="application/pdf">JVBERi0xLjQ=</content>')],
  ['another XML', entry('<content type="image/svg+xml"><svg><text>Words</text></svg></content>')],
  ['base64 that is said to be text', entry(`<content type="text">${base64}</content>`)],
  ['base64 in lines', entry(`<content>${base64.replace(/(.{76})/gu, '$1\n')}</content>`)],
  ['base64 in RSS', rss(`<item><title>A wish</title><description>${base64}</description></item>`)],
  ['base64 in JSON Feed', json({ id: '1', title: 'A wish', content_text: base64 })],
])('%s is no text, and is counted', (_name, text) => {
  const { posts, notes } = read(text)
  expect(posts.map(({ title, selftext }) => [title, selftext])).toEqual([['A wish', '']])
  expect(notes[0]).toBe('1 has a title and no text, 1 of them with a file in its place.')
})

test.each([
  [
    'a summary beside a file',
    entry(`<content type="application/pdf">${base64}</content><summary>I wish.</summary>`),
  ],
  ['text of another type', entry('<content type="text/markdown">I wish.</content>')],
  [
    'a type with a charset',
    entry('<content type="text/html; charset=utf-8">&lt;p&gt;I wish.&lt;/p&gt;</content>'),
  ],
  [
    'XHTML by its media type',
    entry('<content type="application/xhtml+xml"><div><p>I wish.</p></div></content>'),
  ],
  ['a summary of JSON Feed', json({ id: '1', title: 'A wish', summary: 'I wish.' })],
  [
    'a description beside a file',
    rss(
      `<item><title>A wish</title><content:encoded>${base64}</content:encoded><description>I wish.</description></item>`,
    ),
  ],
])('%s is the text', (_name, text) => {
  expect(read(text).posts[0]?.selftext).toBe('I wish.')
})

test.each<[string, string, number | null]>([
  ['thr:total of Atom', entry('<thr:total>12</thr:total>'), 12],
  [
    'thr:total under another prefix',
    entry('<thr:total>0</thr:total>').replaceAll('thr:', 't:').replace('xmlns:thr', 'xmlns:t'),
    0,
  ],
  ['thr:count of its replies', entry('<link rel="replies" href="/c" thr:count="5"/>'), 5],
  ['slash:comments of Atom', entry('<slash:comments>3</slash:comments>'), 3],
  ['slash:comments of RSS', rss('<item><title>a</title><slash:comments>4</slash:comments></item>'), 4],
  ['thr:total of RSS', rss('<item><title>a</title><thr:total>6</thr:total></item>'), 6],
  ['less than none', entry('<thr:total>-1</thr:total>'), null],
  ['no number', entry('<thr:total>many</thr:total>'), null],
  ['none of it', entry(''), null],
])('comments are counted by %s', (_name, text, comments) => {
  expect(read(text).posts[0]?.comments).toBe(comments)
})

test('what is left out of a feed is told, with how much', () => {
  const items = [
    '<item><link>https://acme.test/1</link></item>',
    '<item><guid>2</guid></item>',
    ...Array<string>(2).fill('<item><title>Twice</title><guid>3</guid><description>x</description></item>'),
    '<item><title>No text</title><guid>4</guid><pubDate>Fri, 20 Nov 2026 10:00:00 GMT</pubDate></item>',
  ]
  const { posts, notes } = read(rss(items.join('')))
  expect(posts.map(({ title }) => title)).toEqual(['Twice', 'No text'])
  expect(notes).toEqual([
    'Left out of 5 items: 2 have neither a title nor a text, 1 is a copy of another.',
    '1 has a title and no text.',
    '1 has no readable date: the day of the first read is used instead.',
  ])
})

test('a feed that is taken as it is has nothing to tell, and one that is too long says so', () => {
  const item = (at: number) =>
    `<item><title>Wish ${at}</title><guid>w${at}</guid><description>x</description><pubDate>Fri, 20 Nov 2026 10:00:00 GMT</pubDate></item>`
  expect(read(rss(item(1))).notes).toEqual([])
  const long = read(rss(Array.from({ length: 1001 }, (_, at) => item(at)).join('')))
  expect([long.posts.length, long.notes]).toEqual([1000, ['Only the first 1,000 of its items were read.']])
})

test.each([
  ['with a head', '<html><head><title>Log in</title></head><body>Log in</body></html>', ''],
  ['without its outermost elements', '<meta charset="utf-8"><title>Log in</title><p>Log in', ''],
  ['of XHTML', '<html xmlns="http://www.w3.org/1999/xhtml"><head></head></html>', ''],
  [
    'that names its feed',
    `<html><head><link title="Comments" rel="alternate" type="application/rss+xml" href="/comments"><link rel='alternate home' type=application/rss+xml href=https://acme.test/real.xml></head></html>`,
    '; the page links to a feed, https://acme.test/real.xml: use that',
  ],
])('a page %s is named as a web page', (_name, text, more) => {
  expect(() => read(text)).toThrow(new Error(`sent a web page, not a feed${more}`))
})
