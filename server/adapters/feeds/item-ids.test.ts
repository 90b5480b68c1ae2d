import { describe, expect, test } from 'vitest'
import { readFeedPosts } from './feed-posts.ts'

const address = 'https://acme.test/feed.xml'
const now = new Date('2026-11-25T12:00:00Z')
const read = (text: string) => readFeedPosts(text, { address, now })
const rss = (...items: string[]) =>
  `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>Acme</title><link>https://acme.test/</link>${items.map((one) => `<item>${one}</item>`).join('')}</channel></rss>`
const atom = (...entries: string[]) =>
  `<feed xmlns="http://www.w3.org/2005/Atom"><title>Acme</title>${entries.map((one) => `<entry>${one}</entry>`).join('')}</feed>`
const json = (...items: object[]) =>
  JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'Acme', items })

const wishes = ['It restarts', 'It stops', 'It prints']
const distinctIds = (posts: readonly { sourceId: string }[]) =>
  new Set(posts.map(({ sourceId }) => sourceId)).size

const placeholders = [
  'N/A',
  'n/a',
  'NA',
  'n.a.',
  '(none)',
  'none',
  'None',
  'null',
  'NULL',
  '(null)',
  'nil',
  'undefined',
  'NaN',
  'unknown',
  '-',
  '--',
  '—',
  '.',
  '#',
  '?',
  '0',
  '00',
  'false',
  'TBD',
  'no link',
  'Not available',
  'http://',
  'https://',
  'about:blank',
  '00000000-0000-0000-0000-000000000000',
  'urn:uuid:00000000-0000-0000-0000-000000000000',
  'https://acme.test/N/A',
  'https://acme.test/null',
  'https://acme.test/undefined/',
  '',
]

test.each(placeholders)('"%s" is neither an identity nor an address', (written) => {
  const { posts, notes } = read(
    rss(...wishes.map((one) => `<title>${one}</title><link>${written}</link><guid>${written}</guid>`)),
  )
  expect(posts.map(({ title, url }) => [title, url])).toEqual(wishes.map((one) => [one, null]))
  expect(distinctIds(posts)).toBe(3)
  expect(notes.some((note) => note.startsWith('3 have an unusable or duplicate id'))).toBe(written !== '')
})

test('items known by other words keep their id in the next reading, whatever stands before them', () => {
  const items = wishes.map((one) => `<title>${one}</title><guid isPermaLink="false">N/A</guid>`)
  const before = read(rss(...items)).posts.map(({ sourceId }) => sourceId)
  const after = read(rss('<title>A new one</title><guid>N/A</guid>', ...items)).posts.map(
    ({ sourceId }) => sourceId,
  )
  expect(after.slice(1)).toEqual(before)
})

describe('one id for several items is none', () => {
  test.each([
    ['a word', '<guid>release</guid>', [null, null, null]],
    ['an address', '<guid>https://acme.test/releases</guid>', Array(3).fill('https://acme.test/releases')],
    ['the address of the site', '<guid>https://acme.test</guid>', Array(3).fill('https://acme.test/')],
    [
      'an id and a link',
      '<link>https://acme.test/a</link><guid isPermaLink="false">1</guid>',
      Array(3).fill('https://acme.test/a'),
    ],
  ])('%s', (_name, same, urls) => {
    const { posts } = read(rss(...wishes.map((one) => `<title>${one}</title>${same}`)))
    expect(posts.map(({ title, url }) => [title, url])).toEqual(wishes.map((one, at) => [one, urls[at]]))
    expect(distinctIds(posts)).toBe(3)
  })

  test('those that have one of their own keep it', () => {
    const own = '<title>It has one</title><guid isPermaLink="false">7</guid>'
    const [alone] = read(rss(own)).posts
    const { posts } = read(rss(own, ...wishes.map((one) => `<title>${one}</title><guid>N/A</guid>`)))
    expect(posts[0]?.sourceId).toBe(alone?.sourceId)
  })

  test('links tell items apart whose ids do not', () => {
    const item = (at: number) => `<title>Same</title><link>https://acme.test/${at}</link><guid>x</guid>`
    const { posts } = read(rss(item(1), item(2)))
    const [alone] = read(rss('<title>Changed</title><link>https://acme.test/1</link>')).posts
    expect(posts.map(({ sourceId }) => sourceId)[0]).toBe(alone?.sourceId)
    expect(distinctIds(posts)).toBe(2)
  })

  test('texts tell items apart that have nothing else, and a copy is left out and counted', () => {
    const item = (text: string) => `<description>${text}</description>`
    const { posts, notes } = read(rss(item('One wish'), item('Another'), item('One wish')))
    expect(posts.map(({ title }) => title)).toEqual(['One wish', 'Another'])
    expect(distinctIds(posts)).toBe(2)
    expect(notes[0]).toBe('Left out of 3 items: 1 is a copy of another.')
  })
})

const title = '<title>A wish</title>'
const json1 = { title: 'A wish', content_text: 'x' }

test.each<[string, string, string | null]>([
  ['an Atom id that is an address', atom(`${title}<id>https://acme.test/1</id>`), 'https://acme.test/1'],
  ['an Atom id that is none', atom(`${title}<id>tag:acme.test,2026:1</id>`), null],
  [
    'an Atom id beside links to other things',
    atom(
      `${title}<id>https://acme.test/1</id><link rel="enclosure" href="/a.mp3"/><link rel="self" href="/x"/>`,
    ),
    'https://acme.test/1',
  ],
  ...[
    'http://www.iana.org/assignments/relation/alternate',
    'https://www.iana.org/assignments/relation/alternate',
    'http://www.iana.org/assignments/link-relations/alternate',
    'http://www.iana.org/assignments/link-relations/link-relations.xhtml#alternate',
    'ALTERNATE',
    'bookmark alternate',
  ].map((rel): [string, string, string] => [
    `the relation ${rel}`,
    atom(`${title}<id>urn:1</id><link rel="edit" href="/e"/><link rel="${rel}" href="https://acme.test/1"/>`),
    'https://acme.test/1',
  ]),
  [
    'a link without a relation',
    atom(`${title}<id>urn:1</id><link href="https://acme.test/1"/>`),
    'https://acme.test/1',
  ],
  [
    'several alternates, of which one is a page',
    atom(
      `${title}<id>urn:1</id><link rel="alternate" type="application/json" href="/1.json"/><link rel="alternate" type="text/html" href="https://acme.test/1"/>`,
    ),
    'https://acme.test/1',
  ],
  [
    'an alternate that says nothing beside an id that is an address',
    atom(`${title}<id>https://acme.test/1</id><link rel="alternate" href="N/A"/>`),
    'https://acme.test/1',
  ],
  ['a guid that is an address', rss(`${title}<guid>https://acme.test/1</guid>`), 'https://acme.test/1'],
  [
    'a guid that says it is no address',
    rss(`${title}<guid isPermaLink="false">https://acme.test/1</guid>`),
    null,
  ],
  ['a guid that is a number', rss(`${title}<guid>17</guid>`), null],
  ['a guid that is a word, said to be an address', rss(`${title}<guid isPermaLink="true">a-17</guid>`), null],
  [
    'a link that says nothing beside a guid that is an address',
    rss(`${title}<link>N/A</link><guid>https://acme.test/1</guid>`),
    'https://acme.test/1',
  ],
  [
    'a link of Atom within RSS',
    rss(`${title}<atom:link rel="alternate" href="https://acme.test/1"/>`),
    'https://acme.test/1',
  ],
  ['a relative link', rss(`${title}<link>posts/1</link>`), 'https://acme.test/posts/1'],
  ['a relative link with a query', rss(`${title}<link>?p=1</link>`), 'https://acme.test/?p=1'],
  ['words in place of a link', rss(`${title}<link>see the forum</link>`), null],
  [
    'an id of JSON Feed that is an address',
    json({ id: 'https://acme.test/1', ...json1 }),
    'https://acme.test/1',
  ],
  ['an id of JSON Feed that is a number', json({ id: 17, ...json1 }), null],
  [
    'an outside address of JSON Feed',
    json({ id: '17', external_url: 'https://acme.test/1', ...json1 }),
    'https://acme.test/1',
  ],
])('%s leads where it says, and nowhere else', (_name, text, url) => {
  expect(read(text).posts.map((post) => post.url)).toEqual([url])
})

test('ids of items that are left out are not told of', () => {
  const [one = '', other = ''] = wishes
  const items = [
    `<guid>N/A</guid><title>${one}</title><link>https://acme.test/1</link>`,
    '<guid>N/A</guid><link>https://acme.test/2</link>',
    `<guid>n3</guid><title>${other}</title><link>https://acme.test/3</link>`,
  ]
  const { posts, notes } = read(rss(...items))
  expect(posts).toHaveLength(2)
  expect(notes.filter((note) => note.includes('unusable or duplicate id'))).toEqual([
    expect.stringMatching(/^1 has an unusable or duplicate id/u),
  ])
})
