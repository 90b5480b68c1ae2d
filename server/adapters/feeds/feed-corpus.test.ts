import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startFakeSource } from '#tests/harness/fake-source.ts'
import { makeCallParts, noSignal } from '#tests/harness/source-parts.ts'
import { guardedFetch } from '../guarded-fetch/guarded-fetch.ts'
import { sourceHttpClient } from '../source-calls/source-http-client.ts'
import { feedTypes, scheduledFeed } from './scheduled-feed.ts'

const now = '2026-11-25T12:00:00.000Z'
const tenth = '2026-11-20T10:00:00.000Z'

/** Stores no validators. */
const memory = {
  findValidators: async () => ({ etag: null, lastModified: null }),
  noteItems: async () => {},
  saveValidators: async () => {},
  noteUnchanged: async () => {},
  findDropped: async () => [],
}

type Sent = { body: string | Uint8Array; type?: string; headers?: Record<string, string> }

/** What the scan reads from a feed at `/blog/feed` over HTTP, with HOST in place of the server's address. */
async function read({ body, type = 'application/xml', headers = {} }: Sent) {
  const standIn = await startFakeSource(() => ({ headers: { 'content-type': type, ...headers }, body }))
  const parts = makeCallParts()
  const fetch = guardedFetch({ named: ['127.0.0.1'], types: feedTypes })
  const client = sourceHttpClient({ ...parts, fetch, userAgent: 'Unmet/0.1' })
  const address = `${standIn.url}/blog/feed`
  const clock = () => new Date(now)
  const feed = scheduledFeed({
    address,
    http: client,
    memory,
    clock,
    sourceClock: parts.sourceClock,
  })
  const { posts } = await feed.listNew({ kind: 'community', value: address }, null, noSignal)
  return posts.map((post) => ({ ...post, url: post.url?.replace(standIn.url, 'HOST') ?? null }))
}

const rss = (items: string) =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>Acme</title>${items}</channel></rss>`
const item = (inside: string) => rss(`<item>${inside}</item>`)
const atom = (inside: string, root = '') =>
  `<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"${root}><title>Acme</title><id>urn:acme</id><updated>2026-11-24T10:00:00Z</updated>${inside}</feed>`
const json = (inside: object[]) =>
  JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'Acme', items: inside })
const link = '<link>https://acme.test/1</link>'
const date = '<pubDate>Fri, 20 Nov 2026 10:00:00 GMT</pubDate>'
const url = 'https://acme.test/1'
const text = '<description>We do it by hand.</description>'

type Expected = [title: string, text: string, date: string, link: string | null]
const usual: Expected = ['A wish', 'We do it by hand.', tenth, url]
const of = (inside: string): Sent => ({ body: item(inside) })
const wish = '<title>A wish</title>'

const corpus: [string, Sent, ...Expected[]][] = [
  [
    'a weekday that is none',
    of(`${wish}${link}${text}<pubDate>Fryday, 20 Nov 2026 10:00:00 GMT</pubDate>`),
    usual,
  ],
  ['a date without seconds or zone', of(`${wish}${link}${text}<pubDate>20 Nov 2026 10:00</pubDate>`), usual],
  [
    'a date that is none',
    of(`${wish}${link}${text}<pubDate>last week</pubDate>`),
    ['A wish', usual[1], now, url],
  ],
  [
    'a 31st of February',
    of(`${wish}${link}${text}<pubDate>2026-02-31T99:00:00Z</pubDate>`),
    ['A wish', usual[1], now, url],
  ],
  [
    'a date in the future',
    of(`${wish}${link}${text}<pubDate>Fri, 20 Nov 2099 10:00:00 GMT</pubDate>`),
    ['A wish', usual[1], now, url],
  ],
  [
    'no ids and no links',
    { body: rss(`<item>${wish}${date}${text}</item><item><title>Another wish</title>${date}</item>`) },
    ['A wish', 'We do it by hand.', tenth, null],
    ['Another wish', '', tenth, null],
  ],
  [
    'a relative link',
    of(`${wish}<link>../t/1</link>${date}${text}`),
    ['A wish', usual[1], tenth, 'HOST/t/1'],
  ],
  [
    'white space around everything',
    of(
      `<title>\n  A wish\n  </title><link>\n  ${url}\n</link><pubDate>\n Fri, 20 Nov 2026 10:00:00 GMT \n</pubDate>${text}`,
    ),
    usual,
  ],
  [
    'CDATA, also in the title, that holds the end of another and what is no HTML',
    of(
      `<title><![CDATA[A <wish> & more]]></title>${link}${date}<description><![CDATA[<p>We use a]]]]><![CDATA[>b.</p>]]></description>`,
    ),
    ['A <wish> & more', 'We use a]]>b.', tenth, url],
  ],
  [
    'ISO-8859-1 that the XML names',
    {
      body: Buffer.from(
        item(`<title>Caf\xe9 wish</title>${link}${date}${text}`).replace(
          '"1.0"',
          '"1.0" encoding="ISO-8859-1"',
        ),
        'latin1',
      ),
    },
    ['Café wish', usual[1], tenth, url],
  ],
  [
    'windows-1252 that the header names',
    {
      body: Buffer.from(item(`<title>\x93Pay\x94 \x80 5</title>${link}${date}${text}`), 'latin1'),
      type: 'text/xml; charset=windows-1252',
    },
    ['“Pay” € 5', usual[1], tenth, url],
  ],
  [
    'UTF-16, the lesser end first',
    { body: Buffer.from(`\ufeff${item(`<title>Wünsche</title>${link}${date}${text}`)}`, 'utf16le') },
    ['Wünsche', usual[1], tenth, url],
  ],
  [
    'UTF-16, the greater end first',
    { body: Buffer.from(`\ufeff${item(`<title>Wünsche</title>${link}${date}${text}`)}`, 'utf16le').swap16() },
    ['Wünsche', usual[1], tenth, url],
  ],
  ['a mark before the XML', { body: `\ufeff${item(`${wish}${link}${date}${text}`)}` }, usual],
  ['white space before the XML', { body: `\n\n  ${item(`${wish}${link}${date}${text}`)}` }, usual],
  [
    'HTML in the title',
    of(`<title>&lt;b&gt;A&lt;/b&gt; &lt;i onclick="x"&gt;wish&lt;/i&gt;</title>${link}${date}${text}`),
    usual,
  ],
  [
    'entities escaped twice',
    of(`<title>R&amp;amp;D</title>${link}${date}<description>a &amp;lt;b&amp;gt; c</description>`),
    ['R&D', 'a <b> c', tenth, url],
  ],
  [
    'names of HTML that XML does not know',
    of(`<title>Caf&eacute;&nbsp;wish</title>${link}${date}${text}`),
    ['Café wish', usual[1], tenth, url],
  ],
  [
    'an ampersand alone',
    of(`<title>Pros & cons</title>${link}${date}${text}`),
    ['Pros & cons', usual[1], tenth, url],
  ],
  [
    'signs that XML forbids',
    of(`<title>A\u0000 \u0008wish &#xD800;</title>${link}${date}${text}`),
    ['A\ufffd wish \ufffd', usual[1], tenth, url],
  ],
  [
    'scripts and handlers in the text',
    of(
      `${wish}${link}${date}<description>&lt;script&gt;steal()&lt;/script&gt;&lt;p onmouseover="x"&gt;We do it&lt;img src=x onerror=y&gt; by hand.&lt;/p&gt;&lt;iframe src="//x"&gt;&lt;/iframe&gt;</description>`,
    ),
    usual,
  ],
  [
    'a link that is code',
    of(`${wish}<link>javascript:alert(1)</link>${date}${text}`),
    ['A wish', usual[1], tenth, null],
  ],
  [
    'a link with a password',
    of(`${wish}<link>https://user:secret@acme.test/1</link>${date}${text}`),
    ['A wish', usual[1], tenth, null],
  ],
  [
    'content beside a description',
    of(
      `${wish}${link}${date}<description>Short.</description><content:encoded><![CDATA[<p>We do it by hand.</p>]]></content:encoded>`,
    ),
    usual,
  ],
  [
    'a guid that is no link',
    of(`${wish}<guid isPermaLink="false">tag:17</guid>${date}${text}`),
    ['A wish', usual[1], tenth, null],
  ],
  ['a guid that is the link', of(`${wish}<guid>${url}</guid>${date}${text}`), usual],
  [
    'no title',
    of(`${link}${date}<description>We do it by hand. Every week.</description>`),
    ['We do it by hand. Every week.', 'We do it by hand. Every week.', tenth, url],
  ],
  [
    'words of another namespace beside its own',
    of(
      `<media:title>Picture</media:title>${wish}<media:description>Of a cat</media:description>${link}<dc:date>2020-01-01T00:00:00Z</dc:date>${date}${text}`,
    ),
    usual,
  ],
  [
    'CRLF',
    {
      body: item(
        `${wish}${link}${date}<description>&lt;pre&gt;one\r\ntwo&lt;/pre&gt;</description>`,
      ).replaceAll('><', '>\r\n<'),
    },
    ['A wish', '```\none\ntwo\n```', tenth, url],
  ],
  [
    'processing instructions and comments before it',
    {
      body: item(`${wish}${link}${date}${text}`).replace(
        '?>',
        '?><?xml-stylesheet href="a.xsl"?><!-- made by hand -->',
      ),
    },
    usual,
  ],
  [
    'gzip',
    { body: gzipSync(item(`${wish}${link}${date}${text}`)), headers: { 'content-encoding': 'gzip' } },
    usual,
  ],
  ['the media type of a page', { body: item(`${wish}${link}${date}${text}`), type: 'text/html' }, usual],
  [
    'RSS 1.0',
    {
      body: `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="https://acme.test/"><title>Acme</title></channel><item rdf:about="${url}">${wish}${link}<dc:date>2026-11-20T11:00:00+01:00</dc:date>${text}</item></rdf:RDF>`,
    },
    usual,
  ],
  [
    'RSS 1.0 whose table of contents lists one item, and others by other addresses',
    {
      body: `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="https://acme.test/"><title>Acme</title><items><rdf:Seq><rdf:li rdf:resource="${url}"/><rdf:li rdf:resource="https://acme.test/two?from=rss"/></rdf:Seq></items></channel><item rdf:about="${url}">${wish}${link}<dc:date>2026-11-20T10:00Z</dc:date>${text}</item><item rdf:about="https://acme.test/two"><title>Two</title><link>https://acme.test/two</link><dc:date>2026-11-20T10:00Z</dc:date>${text}</item></rdf:RDF>`,
    },
    usual,
    ['Two', usual[1], tenth, 'https://acme.test/two'],
  ],
  [
    'the summary of a podcast',
    {
      body: rss(`<item>${wish}${link}${date}<it:summary>We do it by hand.</it:summary></item>`).replace(
        '<rss ',
        '<rss xmlns:it="http://www.itunes.com/dtds/podcast-1.0.dtd" ',
      ),
    },
    usual,
  ],
  [
    'the description of a video',
    {
      body: atom(
        `<entry>${wish}<id>urn:1</id><link href="${url}"/><published>2026-11-20T10:00:00Z</published><m:group><m:title>Video</m:title><m:description>We do it by hand.</m:description></m:group></entry>`,
        ' xmlns:m="http://search.yahoo.com/mrss/"',
      ),
    },
    usual,
  ],
  [
    'the description of a picture beside no other text',
    of(
      `${wish}${link}${date}<media:description type="html">We do it &lt;b&gt;by&lt;/b&gt; hand.</media:description>`,
    ),
    usual,
  ],
  [
    'RSS 0.91 without a channel title',
    { body: `<rss version="0.91"><channel><item>${wish}${link}${text}</item></channel></rss>` },
    ['A wish', usual[1], now, url],
  ],
  [
    'Atom with XHTML',
    {
      body: atom(
        `<entry>${wish}<id>urn:1</id><link href="${url}"/><updated>2026-11-20T10:00:00Z</updated><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>We do it <b>by</b> hand.</p></div></content></entry>`,
      ),
    },
    usual,
  ],
  [
    'Atom with a prefix',
    {
      body: `<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>Acme</a:title><a:entry><a:title>A wish</a:title><a:id>urn:1</a:id><a:link href="${url}"/><a:published>2026-11-20T10:00:00Z</a:published><a:summary>We do it by hand.</a:summary></a:entry></a:feed>`,
    },
    usual,
  ],
  [
    'a base of the feed',
    {
      body: atom(
        `<entry>${wish}<id>urn:1</id><link href="1"/><updated>2026-11-20T10:00:00Z</updated><summary>We do it by hand.</summary></entry>`,
        ' xml:base="https://acme.test/"',
      ),
    },
    usual,
  ],
  [
    'a base of the entry',
    {
      body: atom(
        `<entry xml:base="https://acme.test/">${wish}<id>urn:1</id><link href="1"/><updated>2026-11-20T10:00:00Z</updated><summary>We do it by hand.</summary></entry>`,
        ' xml:base="https://other.test/"',
      ),
    },
    usual,
  ],
  [
    'Atom with several links and the title of what it quotes',
    {
      body: atom(
        `<entry><source><title>Elsewhere</title></source>${wish}<id>urn:1</id><link rel="self" href="https://acme.test/x"/><link rel="enclosure" href="https://acme.test/a.mp3"/><link rel="alternate" href="${url}"/><updated>2026-11-20T10:00:00Z</updated><summary type="text">We do it by hand.</summary></entry>`,
      ),
    },
    usual,
  ],
  [
    'plain text of Atom that looks like markup',
    {
      body: atom(
        `<entry><title type="text">if a &lt;b&gt; c</title><id>urn:1</id><link href="${url}"/><updated>2026-11-20T10:00:00Z</updated><summary type="text">see &lt;b&gt;</summary></entry>`,
      ),
    },
    ['if a <b> c', 'see <b>', tenth, url],
  ],
  [
    'JSON Feed without dates',
    {
      body: json([{ id: '1', url, title: 'A wish', content_text: 'We do it by hand.' }]),
      type: 'application/feed+json',
    },
    ['A wish', usual[1], now, url],
  ],
  [
    'JSON Feed with a mark, numbers as ids and HTML',
    {
      body: `\ufeff${json([{ id: 17, url, title: 'A wish', content_html: '<p>We do it by hand.</p>', date_published: '2026-11-20T10:00:00Z' }])}`,
      type: 'application/json',
    },
    usual,
  ],
  ['a feed without items', { body: rss('') }],
]

test.each(corpus)('a feed with %s is read', async (_name, sent, ...expected) => {
  const posts = await read(sent)
  expect(
    posts.map(({ title, selftext, createdAt, url: at }) => [title, selftext, createdAt.toISOString(), at]),
  ).toEqual(expected)
  // Every post has a different id.
  expect(new Set(posts.map(({ sourceId }) => sourceId)).size).toBe(expected.length)
})

const noFeed = 'did not send a valid feed (RSS, Atom or JSON Feed)'
const megabytes = (count: number) => 'x'.repeat(count * 1024 * 1024)

test.each<[string, Sent, string]>([
  [
    '10 MB',
    { body: item(`<title>A wish</title><description>${megabytes(10)}</description>`) },
    'sent more than 8 MB',
  ],
  [
    '10 MB in a small package',
    {
      body: gzipSync(item(`<description>${megabytes(10)}</description>`)),
      headers: { 'content-encoding': 'gzip' },
    },
    'sent more than 8 MB',
  ],
  ['nothing', { body: '' }, noFeed],
  ['white space', { body: ' \n ' }, noFeed],
  [
    'entities of its own',
    { body: `<!DOCTYPE rss [<!ENTITY a "b">]>${item('<title>&a;</title>').slice(21)}` },
    'sent XML that declares entities, which is not allowed',
  ],
  ['XML that breaks off', { body: item(`${wish}${link}${text}`).slice(0, 330) }, noFeed],
  ['JSON that breaks off', { body: json([{ id: '1' }]).slice(0, 60), type: 'application/feed+json' }, noFeed],
  [
    'a page',
    {
      body: '<!doctype html><html><head><title>Log in</title></head><body>Log in</body></html>',
      type: 'text/html',
    },
    'sent a web page, not a feed',
  ],
  [
    'a list of feeds',
    { body: '<opml version="2.0"><body><outline text="a" xmlUrl="https://a.test/feed"/></body></opml>' },
    noFeed,
  ],
  ['a picture', { body: 'GIF89a', type: 'image/gif' }, 'sent "image/gif", which is not supported'],
])('%s in place of a feed is refused by name', async (_name, sent, sentence) => {
  await expect(read(sent)).rejects.toThrow(new RegExp(`^${sentence.replaceAll(/[()]/gu, '\\$&')}$`, 'u'))
})
