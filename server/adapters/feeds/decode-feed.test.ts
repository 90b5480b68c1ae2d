import { expect, test } from 'vitest'
import { AnswerRefused } from '../guarded-fetch/allowed-address.ts'
import { withoutDoctype } from './decode-feed.ts'

test.each([
  ['without a type', '<?xml version="1.0"?>\n<rss/>', '<rss/>'],
  ['with a mark and comments', '\uFEFF<!-- a --><?x y?><rss/>', '<rss/>'],
  [
    'with a type that names itself only',
    '<!DOCTYPE rss PUBLIC "-//Netscape//DTD RSS 0.91//EN" "http://a.test/rss.dtd"><rss/>',
    '<rss/>',
  ],
  [
    'that writes about entities',
    '<rss><![CDATA[<!ENTITY a "b">]]></rss>',
    '<rss><![CDATA[<!ENTITY a "b">]]></rss>',
  ],
])('XML %s is read', (_name, xml, expected) => {
  expect(withoutDoctype(xml)).toBe(expected)
})

test.each([
  ['grow', '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>'],
  [
    'stand for files',
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  ],
  ['hide behind a comment', '<!-- a --><!doctype a [ <!ENTITY % b SYSTEM "http://a.test/"> %b; ]><a/>'],
  ['hide behind a quote', `<!DOCTYPE a SYSTEM "]>" [<!ENTITY b "c">]><a>&b;</a>`],
  ['are declared without a type', '<!ENTITY b "c"><a>&b;</a>'],
])('entities that %s are refused', (_name, xml) => {
  expect(() => withoutDoctype(xml)).toThrow(AnswerRefused)
})

test('a megabyte that never ends is refused in one go', () => {
  for (const sign of ['<!--', '<!DOCTYPE ', '<?x ', ' ', '<!DOCTYPE a "']) {
    const xml = sign.repeat(1_000_000 / sign.length)
    try {
      withoutDoctype(xml)
    } catch (error) {
      expect(error).toBeInstanceOf(AnswerRefused)
    }
  }
})
