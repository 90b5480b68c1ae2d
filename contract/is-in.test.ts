import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isIn, matchesIn } from './is-in.ts'
import { keywordFinders } from './keyword-terms.ts'
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
  'managed',
  'translators',
  'notes',
  'freelance',
  'tax',
  '24',
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
  'boxing',
  'manag',
  'management',
  'managements',
  'translations',
  'not',
  'e mail',
  'free-lanced',
  'plan b',
  'planb',
  'plan - B',
  'taxi',
  'taxes',
  '𝐚',
  '\u0345',
  'é',
  '²',
  '’s',
  '_',
]

test('the words of a keyword are found where its pattern matches, and nowhere else', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...words, 'straight', '"plan b"', 'plan-note', 'e mail'), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'grapheme', maxLength: 4 }))),
      fc.constantFrom(' ', '', '-'),
      (keyword, written, glue) => {
        const text = written.join(glue)
        for (const finder of keywordFinders(parseKeyword(keyword.join(' ')).terms)) {
          const { pattern } = finder
          expect(isIn(finder, text)).toBe(text.search(pattern) !== -1)
          const matches = [...text.matchAll(pattern)].map(({ index, 0: { length } }) => ({ index, length }))
          expect(matchesIn(finder, text, 50)).toEqual(matches)
        }
      },
    ),
    { numRuns: 2_000 },
  )
})

test('a long s and the sign for Kelvin count as letters, as in the patterns themselves', () => {
  const [straight] = keywordFinders(parseKeyword('straight').terms)
  const [kiln] = keywordFinders(parseKeyword('kiln').terms)
  expect(straight && isIn(straight, 'go ſtraight on')).toBe(true)
  expect(kiln && isIn(kiln, 'a \u212Ailn')).toBe(true)
})
