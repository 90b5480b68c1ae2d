import { describe, expect, test } from 'vitest'
import { scorePost } from '#tests/harness/scorer.ts'
import { htmlToText, titleText } from './html-to-text.ts'

test.each([
  ['paragraphs', '<p>One\n two.</p><p>Three<br>four</p>', 'One two.\n\nThree\nfour'],
  ['line breaks as paragraphs', 'a<br><br/>\nb<br>c', 'a\n\nb\nc'],
  ['words between blocks', 'Before<div>inside</div>after', 'Before\n\ninside\n\nafter'],
  ['headings', '<h2>Title</h2>text', 'Title\n\ntext'],
  ['a list', '<p>We:</p><ul><li>plan</li><li><p>do</p></li></ul>end', 'We:\n\n- plan\n- do\n\nend'],
  ['a numbered list', '<ol start="3"><li>a</li><li>b</li></ol>', '3. a\n4. b'],
  [
    'a quote',
    '<blockquote><p>Theirs.</p><p>More<br>lines</p></blockquote><p>Mine.</p>',
    '> Theirs.\n\n> More\n> lines\n\nMine.',
  ],
  ['a quote in a quote', '<blockquote>a<blockquote>b</blockquote></blockquote>c', '> a\n\n> b\n\nc'],
  [
    'code',
    '<p>Run <code>ls -l</code>:</p><pre><code>a\n  b &lt; c\n\nd</code></pre>ok',
    'Run `ls -l`:\n\n```\na\n  b < c\n\nd\n```\n\nok',
  ],
  [
    'a table',
    '<table><tr><th>Tool</th><th>Price</th></tr><tr><td>A</td><td>9</td></tr></table>',
    'Tool Price\nA 9',
  ],
  [
    'a shortened link',
    '<a href="https://a.test/long?x=1&amp;y=2">a.test/lo…</a> x',
    'https://a.test/long?x=1&y=2 x',
  ],
  ['another link', 'See <a href="https://a.test/"><b>this</b> page</a>.', 'See this page.'],
  ['escapes, once', '<p>&amp;lt;b&amp;gt; &#x27;a&#39; &hellip;&nbsp;z</p>', "&lt;b&gt; 'a' … z"],
  ['what is no tag', 'if a < b and c > d', 'if a < b and c > d'],
  [
    'scripts, styles and comments',
    'a<script>x</script><style>y</style><!-- z --><svg><text>q</text></svg>b',
    'ab',
  ],
  ['tags that are never closed', '<p>a<blockquote>b', 'a\n\n> b'],
  ['tags that were never opened', 'a</div></blockquote>b', 'ab'],
  [
    'a quote of Discourse, without whom it quotes',
    '<aside class="quote no-group" data-username="sam"><div class="title"><div class="quote-controls"></div> sam:</div><blockquote><p>Theirs.</p></blockquote></aside><p>Mine.</p>',
    '> Theirs.\n\nMine.',
  ],
  [
    'a picture of Discourse',
    '<p>See<img class="emoji" alt=":x:"></p><div class="lightbox-wrapper"><a href="/x"><img><div class="meta">a.png 10 KB</div></a></div>',
    'See',
  ],
  ['characters that no database stores', 'a\0b\ud800c', 'a\uFFFDb\uFFFDc'],
])('%s', (_name, html, text) => {
  expect(htmlToText(html)).toBe(text)
})

test('what is quoted earns nothing', () => {
  const need = 'Is there a tool for invoicing? I would pay $50 a month, I waste hours on it.'
  const score = (html: string) =>
    scorePost({ title: 'A question', selftext: htmlToText(html), community: '' }).opportunityScore
  expect(score(`<p>${need}</p>`)).toBeGreaterThan(score(`<blockquote><p>${need}</p></blockquote>`))
  expect(score(`<blockquote><p>${need}</p></blockquote>`)).toBe(score(''))
})

describe('HTML that was made to hurt', () => {
  test.each([
    ['nested without end', '<b>'.repeat(130_000)],
    ['nested and closed by others', '<b>'.repeat(60_000) + '</i>'.repeat(50_000)],
    ['closed without end', '</p>'.repeat(100_000)],
    ['an attribute without end', `<a href="${'x'.repeat(1_000_000)}`],
    ['lists without end', '<ul><li>'.repeat(50_000)],
    ['very many lines', 'a<br>'.repeat(80_000)],
    ['very many paragraphs', '<p>a</p>'.repeat(50_000)],
    ['very many words in a line', '<b>a</b> '.repeat(40_000)],
    ['a long line', ' x'.repeat(200_000)],
  ])('%s ends', (_name, html) => {
    expect(htmlToText(html)).toBeTypeOf('string')
  })
})

test.each([
  ['How do I use <div>?', 'How do I use <div>?'],
  ['Q&amp;A: <b>a &lt; b</b>', 'Q&A: a < b'],
  ['R&D and\n AT&T', 'R&D and AT&T'],
  ['', ''],
])('the title %s is %s', (title, text) => {
  expect(titleText(title)).toBe(text)
})
