import { describe, expect, test } from 'vitest'
import { isTooDeep } from '../json-value.ts'
import { mostOfXml, requireBoundedXml } from './bounded-xml.ts'
import { readFeedPosts } from './feed-posts.ts'
import { readOpml } from './opml-list.ts'

const place = { address: 'https://feeds.example/feed', now: new Date('2026-11-28T12:00:00Z') }
const read = (text: string) => () => readFeedPosts(text, place).posts
const rss = (inside: string) => `<rss version="2.0"><channel><title>News</title>${inside}</channel></rss>`

const attributes = Array.from({ length: 700_000 }, (_, at) => `a${at}="1"`).join(' ')
const attributesOfMany = '<item a="1" b=\'2\' c=3 d/>'.repeat(30_000)
const deep = `${'<b>'.repeat(mostOfXml.depth)}${'</b>'.repeat(mostOfXml.depth)}`

describe('hostile XML', () => {
  test.each([
    [
      '700,000 attributes of one element',
      rss(`<item ${attributes}/>`),
      'more than 500 attributes in one element',
    ],
    ['a few attributes of very many elements', rss(attributesOfMany), 'more than 100,000 attributes'],
    ['very many elements', rss('<a/>'.repeat(200_000)), 'more than 200,000 elements'],
    ['elements that are never closed', rss('<a>'.repeat(100_000)), 'more than 200 elements in one another'],
    ['elements deep in one another', rss(deep), 'more than 200 elements in one another'],
  ])('%s are refused before anything is built, with what it is', (_name, xml, message) => {
    expect(read(xml)).toThrow(message)
  })

  test('a list of feeds is refused in the same words', () => {
    expect(() => readOpml(`<opml><body><outline ${attributes}/></body></opml>`)).toThrow(
      'more than 500 attributes in one element',
    )
  })

  test.each([
    '<',
    '<a',
    '<a b',
    '<a b="',
    '<!--',
    '<![CDATA[',
    '<?',
    '<!',
    '</',
    '>',
    '<a b=>',
    "<a b='>'>",
    '<a/',
    '<>',
  ])('%s that breaks off is looked at to its end', (xml) => {
    expect(() => requireBoundedXml(xml)).not.toThrow()
  })
})

test('what looks like elements in quotes, comments and CDATA is none', () => {
  const quoted = `<item title="${'<a '.repeat(300_000)}"/>`
  const item = `<item><title>One</title><description><![CDATA[${'<p>'.repeat(250_000)}]]></description></item>`
  expect(() => requireBoundedXml(rss(`${quoted}<!-- ${'<a>'.repeat(250_000)} -->`))).not.toThrow()
  expect(read(rss(item))()).toHaveLength(1)
})

test('JSON that is too deep is no feed, whatever it is made of', () => {
  for (const deepJson of ['['.repeat(20_000), `{"items":${'[{"a":'.repeat(20_000)}`]) {
    expect(isTooDeep(deepJson)).toBe(true)
    expect(read(deepJson)).toThrow('more than 100 levels')
  }
  expect(isTooDeep(JSON.stringify({ a: '['.repeat(1000), b: '\\"[[[' }))).toBe(false)
})
