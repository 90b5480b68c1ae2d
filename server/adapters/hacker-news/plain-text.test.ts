import { describe, expect, test } from 'vitest'
import { plainText, unescapeHtml } from './plain-text.ts'

describe('plainText', () => {
  test.each([
    ['paragraphs', 'One.<p>Two.<p>Three.', 'One.\n\nTwo.\n\nThree.'],
    ['closed paragraphs', '<p>One.</p><p>Two.</p>', 'One.\n\nTwo.'],
    ['emphasis', 'a <i>very</i> <b>old</b> tool', 'a very old tool'],
    ['escapes', 'I&#x27;d pay &quot;$5&quot; &amp; more &#38; &#x2F;', 'I\'d pay "$5" & more & /'],
    [
      'a link',
      '<a href="https:&#x2F;&#x2F;a.test&#x2F;b" rel="nofollow">https:&#x2F;&#x2F;a.test&#x2F;b</a>',
      'https://a.test/b',
    ],
    [
      'a link shown shortened',
      '<a href="https://a.test/long/path" rel="nofollow">https://a.test/lo...</a>',
      'https://a.test/long/path',
    ],
    ['code', 'see<p><pre><code>a &lt; b\n  c\n</code></pre>end', 'see\n\na < b\n  c\n\nend'],
    [
      'text that looks like a tag',
      'use &lt;script&gt;alert(1)&lt;/script&gt;',
      'use <script>alert(1)</script>',
    ],
    ['escapes of escapes, undone once', '&amp;lt;b&amp;gt;', '&lt;b&gt;'],
    ['a real script, of which no tag is left', '<script src="//evil.test"></script>ok', 'ok'],
    ['tags that are not closed', 'a <b c', 'a <b c'],
    ['tags in tags', '<<b>i>x', '<i>x'],
    ['unknown escapes', '&unknown; &; &#;', '&unknown; &; &#;'],
    ['code points that are none', '&#0; &#x110000; &#xD800;', '\uFFFD \uFFFD \uFFFD'],
    ['plain text', 'a < b && c > d', 'a < b && c > d'],
    ['nothing', '', ''],
  ])('%s', (_name, html, expected) => {
    expect(plainText(html)).toBe(expected)
  })

  test('a megabyte of hostile signs is read in one go', () => {
    for (const sign of ['<', '<a ', '&', '<a href="', 'href="a" ', '&#', '\n<p>']) {
      expect(plainText(`<a ${sign.repeat(1_000_000 / sign.length)}`).length).toBeLessThanOrEqual(200_000)
      expect(plainText(sign.repeat(1_000_000 / sign.length)).length).toBeLessThanOrEqual(200_000)
    }
  })
})

test('titles keep what looks like a tag', () => {
  expect(unescapeHtml('Q&amp;A: is <b> dead?')).toBe('Q&A: is <b> dead?')
})
