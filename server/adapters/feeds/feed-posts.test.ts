import { describe, expect, test } from 'vitest'
import { decodeFeed } from './decode-feed.ts'
import { readFeedDate, readFeedPosts } from './feed-posts.ts'

const address = 'https://forum.test/latest.rss'
const now = new Date('2026-11-25T12:00:00Z')
const read = (text: string | Uint8Array, contentType = '') =>
  readFeedPosts(decodeFeed(Buffer.from(text), contentType), { address, now }).posts

const rss = (items: string, channel = '<title>Acme Forum</title><link>https://forum.test/</link>') =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:slash="http://purl.org/rss/1.0/modules/slash/"><channel>${channel}${items}</channel></rss>`
const atom = (entries: string) =>
  `<feed xmlns="http://www.w3.org/2005/Atom"><title>Acme Forum</title><link rel="self" href="https://forum.test/feed"/><link href="https://forum.test/"/>${entries}</feed>`
const json = (items: unknown[]) =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Acme Forum',
    home_page_url: 'https://forum.test',
    items,
  })

/** The same post in every format. */
const expected = {
  source: 'feed',
  community: 'Acme Forum',
  title: 'A tool for invoices & taxes?',
  selftext: 'We do it by hand.\n\n> Theirs.\n\n- one\n- two',
  url: 'https://forum.test/t/1',
  upvotes: null,
  createdAt: new Date('2026-11-20T10:00:00Z'),
  sample: false,
}
const html = '<p>We do it by hand.</p><blockquote>Theirs.</blockquote><ul><li>one</li><li>two</li></ul>'
const escaped = html.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const pubDate = '<pubDate>Fri, 20 Nov 2026 10:00:00 +0000</pubDate>'
const title = '<title>A tool for invoices &amp; taxes?</title>'
const link = '<link>https://forum.test/t/1</link>'

const formats: [string, string][] = [
  [
    'RSS 2.0',
    rss(
      `<item>${title}${link}<guid>https://forum.test/t/1</guid>${pubDate}<description>${escaped}</description></item>`,
    ),
  ],
  [
    'RSS with CDATA',
    rss(
      `<item><title><![CDATA[A tool for invoices & taxes?]]></title>${link}${pubDate}<description><![CDATA[${html}]]></description></item>`,
    ),
  ],
  [
    'RSS with its whole text beside a summary',
    rss(
      `<item>${title}${link}${pubDate}<description>Short.</description><content:encoded><![CDATA[${html}]]></content:encoded></item>`,
    ),
  ],
  [
    'RSS with a base, as Drupal writes it',
    rss(
      `<item>${title}<link>1</link>${pubDate}<description>${escaped}</description></item>`,
      '<title>Acme Forum</title><link>/t</link>',
    ).replace('<rss ', '<rss xml:base="https://forum.test/t/" '),
  ],
  [
    'RSS with a relative link',
    rss(`<item>${title}<link>/t/1</link>${pubDate}<description>${escaped}</description></item>`),
  ],
  [
    'RSS with a relative link and none of its own',
    rss(
      `<item>${title}<link>t/1</link>${pubDate}<description>${escaped}</description></item>`,
      '<title>Acme Forum</title>',
    ),
  ],
  [
    'RSS with no link but a guid',
    rss(
      `<item>${title}<guid>https://forum.test/t/1</guid>${pubDate}<description>${escaped}</description></item>`,
    ),
  ],
  [
    'RSS with the date of Dublin Core',
    rss(
      `<item>${title}${link}<dc:creator>Somebody</dc:creator><dc:date>2026-11-20T11:00:00+01:00</dc:date><description>${escaped}</description></item>`,
    ),
  ],
  [
    'RSS in capitals',
    rss(`<item>${title}${link}${pubDate}<description>${escaped}</description></item>`)
      .replaceAll('pubDate', 'PUBDATE')
      .replaceAll('description', 'Description'),
  ],
  [
    'RSS with a document type',
    rss(`<item>${title}${link}${pubDate}<description>${escaped}</description></item>`).replace(
      '<rss',
      '<!DOCTYPE rss PUBLIC "-//N//DTD RSS 0.91//EN" "http://a.test/rss.dtd"><rss',
    ),
  ],
  [
    'RSS escaped twice',
    rss(
      `<item><title>A tool for invoices &amp;amp; taxes?</title>${link}${pubDate}<description>${escaped}</description></item>`,
    ),
  ],
  [
    'RSS 1.0',
    `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="https://forum.test/"><title>Acme Forum</title><link>https://forum.test/</link></channel><item rdf:about="https://forum.test/t/1">${title}${link}<dc:date>2026-11-20T10:00:00Z</dc:date><description>${escaped}</description></item></rdf:RDF>`,
  ],
  [
    'Atom',
    atom(
      `<entry>${title}<id>urn:1</id><link href="https://forum.test/t/1"/><published>2026-11-20T10:00:00Z</published><updated>2026-11-24T10:00:00Z</updated><author><name>Somebody</name></author><content type="html">${escaped}</content></entry>`,
    ),
  ],
  [
    'Atom with XHTML',
    atom(
      `<entry>${title}<id>urn:1</id><link rel="alternate" href="/t/1"/><updated>2026-11-20T10:00:00.123Z</updated><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">${html}</div></content></entry>`,
    ),
  ],
  [
    'Atom with a base',
    atom(
      `<entry>${title}<id>urn:1</id><link rel="replies" href="x"/><link rel="alternate" href="1"/><updated>2026-11-20T10:00:00Z</updated><summary type="html">${escaped}</summary></entry>`,
    ).replace('<feed ', '<feed xml:base="https://forum.test/t/" '),
  ],
  [
    'JSON Feed',
    json([
      {
        id: 'https://forum.test/t/1',
        url: 'https://forum.test/t/1',
        title: 'A tool for invoices & taxes?',
        content_html: html,
        date_published: '2026-11-20T10:00:00Z',
        authors: [{ name: 'Somebody' }],
      },
    ]),
  ],
]

test.each(formats)('%s is read', (_name, text) => {
  const [post, ...others] = read(text)
  expect({
    ...post,
    createdAt: new Date(Math.floor((post?.createdAt.getTime() ?? 0) / 1000) * 1000),
  }).toMatchObject(expected)
  expect(others).toEqual([])
  expect(JSON.stringify(post)).not.toContain('Somebody')
})

describe('what feeds leave out', () => {
  const one = (item: string) => read(rss(`<item>${item}</item>`))[0]

  test('a date that is none is when the post was seen, one of tomorrow is now', () => {
    expect(one(`${title}<pubDate>yesterday</pubDate>`)?.createdAt).toEqual(now)
    expect(one(`${title}<pubDate>Thu, 26 Nov 2026 09:00:00 GMT</pubDate>`)?.createdAt).toEqual(now)
    expect(one(`${title}<pubDate>Thu, 26 Nov 2099 09:00:00 GMT</pubDate>`)?.createdAt).toEqual(now)
  })

  test('a title is the first words of the text; what has neither is no post', () => {
    expect(
      one('<description>&lt;p&gt;First line.&lt;/p&gt;&lt;p&gt;Second.&lt;/p&gt;</description>')?.title,
    ).toBe('First line.')
    expect(one(`<description>${'word '.repeat(60)}</description>`)?.title).toMatch(/^(?:word ){19}word…$/u)
    expect(one(link)).toBeUndefined()
  })

  test('an address that is none, or not of the web, is none', () => {
    expect(one(`${title}<link>javascript:alert(1)</link>`)?.url).toBeNull()
    expect(one(`${title}<link>http://</link><guid isPermaLink="false">17</guid>`)?.url).toBeNull()
  })

  test('the name of the feed is its host', () => {
    expect(read(rss(`<item>${title}</item>`, ''))[0]?.community).toBe('forum.test')
  })

  test('ids: those that are addresses are the same in every feed, others belong to their feed, none is made up', () => {
    const idIn = (item: string, from: string) =>
      readFeedPosts(rss(`<item>${item}</item>`), { address: from, now }).posts[0]?.sourceId
    const [a, b] = ['https://a.test/f', 'https://b.test/f']
    expect(idIn(`${title}<guid>https://a.test/1</guid>`, a)).toBe(
      idIn(`<title>x</title><guid>https://a.test/1</guid>`, b),
    )
    expect(idIn(`${title}<guid>17</guid>`, a)).not.toBe(idIn(`${title}<guid>17</guid>`, b))
    expect(idIn(`${title}${link}`, a)).toBe(idIn(`<title>changed</title>${link}`, a))
    expect(idIn(`${title}${pubDate}`, a)).toBe(idIn(`${title}${pubDate}`, a))
    expect(idIn(title, a)).toMatch(/^[\w-]{22}$/u)
  })
})

test('plain text stays what it is, and no text of any kind holds markup', () => {
  const [plain] = read(json([{ id: '1', title: 'a', content_text: 'if a <b> c\n\n&amp; d' }]))
  expect(plain?.selftext).toBe('if a <b> c\n\n&amp; d')
  const [inTitle] = read(atom('<entry><title type="text">What is &lt;div&gt; &amp;amp; why?</title></entry>'))
  expect(inTitle?.title).toBe('What is <div> &amp; why?')
  const [bad] = read(
    rss(
      `<item>${title}<description>&lt;script&gt;x&lt;/script&gt;&lt;img src=x onerror=y&gt;ok</description></item>`,
    ),
  )
  expect(bad?.selftext).toBe('ok')
})

test.each<[string, Uint8Array, string]>([
  [
    'the XML',
    Buffer.from(
      '<?xml version="1.0" encoding="ISO-8859-1"?><rss><channel><item><title>Caf\xe9</title></item></channel></rss>',
      'latin1',
    ),
    '',
  ],
  [
    'the header',
    Buffer.from('<rss><channel><item><title>Caf\xe9</title></item></channel></rss>', 'latin1'),
    'text/xml; charset=windows-1252',
  ],
  [
    'a mark',
    Buffer.from('\ufeff<rss><channel><item><title>Café</title></item></channel></rss>', 'utf16le'),
    'text/xml; charset=utf-8',
  ],
  ['nothing', Buffer.from('<rss><channel><item><title>Café</title></item></channel></rss>'), ''],
  [
    'nonsense',
    Buffer.from('<rss><channel><item><title>Café</title></item></channel></rss>'),
    'text/xml; charset=latin-17',
  ],
])('the encoding is taken from %s', (_name, bytes, contentType) => {
  expect(read(bytes, contentType)[0]?.title).toBe('Café')
})

test.each([
  ['nothing', ''],
  ['a page', '<!doctype html><html><body>Hello</body></html>'],
  ['other JSON', '{"hits":[]}'],
  ['half of a feed', rss(`<item>${title}`).slice(0, 60)],
  [
    'entities of its own',
    '<!DOCTYPE rss [<!ENTITY a "b">]><rss><channel><item><title>&a;</title></item></channel></rss>',
  ],
])('%s is no feed, and is reported as such', (_name, text) => {
  expect(() => read(text)).toThrow(/valid feed|not a feed|entities/u)
})

test('a feed without items is empty, and a huge one is read in its first 1,000', () => {
  expect(read(rss(''))).toEqual([])
  const items = Array.from({ length: 3000 }, (_, at) => `<item><title>${at}</title></item>`).join('')
  expect(read(rss(items))).toHaveLength(1000)
})

test.each([
  ['Fri, 20 Nov 2026 10:00:00 GMT', '2026-11-20T10:00:00.000Z'],
  ['Fri, 20 Nov 2026 05:00 EST', '2026-11-20T10:00:00.000Z'],
  ['Mo, 20 Nov 2026 10:00:00 +0000', '2026-11-20T10:00:00.000Z'],
  ['20 Nov 26 10:00 +0000', '2026-11-20T10:00:00.000Z'],
  ['2026-11-20T10:00:00', '2026-11-20T10:00:00.000Z'],
  ['2026-11-20 10:00:00 UTC', '2026-11-20T10:00:00.000Z'],
  ['2026-11-20T12:00:00.5+0200', '2026-11-20T10:00:00.500Z'],
  ['Fri, 20 Nov 2026 12:00:00 +0200 (EET)', '2026-11-20T10:00:00.000Z'],
  ['20.11.2026 3:04 PM', '2026-11-20T15:04:00.000Z'],
  ['2026-11-20', '2026-11-20T00:00:00.000Z'],
  ['November 20, 2026 10:00', '2026-11-20T10:00:00.000Z'],
  ['20.11.', undefined],
  ['1', undefined],
  ['0000-00-00 00:00:00', undefined],
  ['1970-01-01T00:00:00Z', undefined],
])('the date %s is %s', (text, instant) => {
  expect(readFeedDate(text, now)?.toISOString()).toBe(instant)
})

test('dates in figures are read in one order, which all items of the feed decide', () => {
  const dated = (date: string) => `<item><title>${date}</title><pubDate>${date}</pubDate></item>`
  const days = (...dates: string[]) =>
    read(rss(dates.map(dated).join(''))).map((post) => post.createdAt.toISOString().slice(0, 10))
  expect(days('01/06/2026', '13/06/2026')).toEqual(['2026-06-01', '2026-06-13'])
  expect(days('01/06/2026', '06/13/2026')).toEqual(['2026-01-06', '2026-06-13'])
})
