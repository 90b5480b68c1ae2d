import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isIn, matchesIn } from './is-in.ts'
import { keywordPatterns } from './keyword-terms.ts'
import { parseKeyword } from './parse-keyword.ts'

const words = [
  'planning',
  'invoices',
  'businesses',
  'Boxes',
  'e-mail',
  'c++',
  'node.js',
  'näive',
  'kasse',
  'straße',
]
const pieces = [
  ...words,
  'plan',
  'Planners',
  'invoiced',
  'ſtraight',
  'KASSE',
  'straight',
  'ς',
  ' ',
  '.',
  'İ',
  'box',
]

test('a text is refused early only where the pattern of a keyword would not match', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...words, 'straight', '"plan b"'), { minLength: 1, maxLength: 3 }),
      fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'grapheme', maxLength: 4 }))),
      (keyword, written) => {
        const text = written.join(' ')
        for (const pattern of keywordPatterns(parseKeyword(keyword.join(' ')).terms)) {
          expect(isIn(pattern, text)).toBe(text.search(pattern) !== -1)
          expect([...matchesIn(pattern, text)].length).toBe([...text.matchAll(pattern)].length)
        }
      },
    ),
    { numRuns: 2_000 },
  )
})

test('a long s and the sign for Kelvin count as letters, as in the patterns themselves', () => {
  const [straight] = keywordPatterns(parseKeyword('straight').terms)
  const [kiln] = keywordPatterns(parseKeyword('kiln').terms)
  expect(straight && isIn(straight, 'go ſtraight on')).toBe(true)
  expect(kiln && isIn(kiln, 'a \u212Ailn')).toBe(true)
})
