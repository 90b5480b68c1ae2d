import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyEdits, markdownEdits } from './markdown-edits.ts'

const plain = (text: string) => applyEdits(text, markdownEdits(text), { start: 0, end: text.length })

test.each([
  ['we use **Excel** and *hate* it', 'we use Excel and hate it'],
  ['__really__ _slow_ and ~~cheap~~ `code`', 'really slow and cheap code'],
  ['see [this tool](https://example.test/a_(b)) first', 'see this tool first'],
  ['![a picture](http://example.test/x.png "title")', 'a picture'],
  ['this tool](https://example.test/page) was cut', 'this tool was cut'],
  ['at the end [a link](https://exam', 'at the end a link'],
  ['at the end [a li', 'at the end a li'],
  ['## What we need\n\ntext', 'What we need\n\ntext'],
  ['* one\n- two\n+ three', '• one\n• two\n• three'],
  ['above\n\n---\n\nbelow', 'above\n\n\n\nbelow'],
  ['R&amp;D &lt;b&gt; &#39;x&#39;&#x200B;', "R&D <b> 'x'"],
  ['5 \\* 3 and snake\\_case', '5 * 3 and snake_case'],
  [
    '2 * 3 * 4, a_b_c, 5* hotel, #1 problem, [sic] and C# stay',
    '2 * 3 * 4, a_b_c, 5* hotel, #1 problem, [sic] and C# stay',
  ],
  ['plain words (and brackets)', 'plain words (and brackets)'],
])('%j is shown as %j', (text, read) => {
  expect(plain(text)).toBe(read)
})

test('a text in pieces is shown like the whole text, and edits stay in range and do not overlap', () => {
  const part = fc.constantFrom(
    '*',
    '**',
    '_',
    '`',
    '[',
    '](http://a.test)',
    '#',
    '\n',
    '- ',
    '\\',
    '&amp;',
    'word',
    ' ',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), fc.nat(), (parts, cut) => {
      const text = parts.join('')
      const edits = markdownEdits(text)
      edits.forEach((edit, at) => {
        expect(edit.start).toBeGreaterThanOrEqual(edits[at - 1]?.end ?? 0)
        expect(edit.end).toBeLessThanOrEqual(text.length)
      })
      const middle = text.length === 0 ? 0 : cut % (text.length + 1)
      const before = applyEdits(text, edits, { start: 0, end: middle })
      const pieces = before + applyEdits(text, edits, { start: middle, end: text.length })
      expect(pieces).toBe(plain(text))
    }),
  )
})
