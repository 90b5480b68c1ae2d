import fc from 'fast-check'
import { expect, test } from 'vitest'
import { englishStem } from './english-stem.ts'
import { isIn, type KeywordFinder, matchesIn } from './is-in.ts'
import { keywordFinders } from './keyword-terms.ts'
import { parseKeyword } from './parse-keyword.ts'
import { patternOfForms, type WordForms } from './word-forms.ts'

type Place = { index: number; length: number }

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
  'managment',
  'planly',
  'dying',
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

/** The places where the pattern matches, or where consecutive words have the stems of a variant. */
function expectedPlaces(finder: KeywordFinder, text: string): Place[] {
  const places = [...text.matchAll(finder.pattern)].map(({ index, 0: { length } }) => ({ index, length }))
  if (finder.ways === null || text.toLowerCase().length !== text.length || text.includes('ſ')) return places
  const runs = [...text.toLowerCase().matchAll(/[\p{L}\p{N}]+/giu)]
  for (const way of finder.ways)
    for (const [at, { index }] of runs.entries()) {
      const words = runs.slice(at, at + way.length)
      const isSame = ({ 0: word }: RegExpExecArray, nth: number) =>
        englishStem(word) === way[nth]?.stem ||
        new RegExp(`^${patternOfForms(way[nth] as WordForms)}$`, 'u').test(word)
      const last = words.at(-1)
      if (last !== undefined && words.length === way.length && words.every(isSame))
        places.push({ index, length: last.index + last[0].length - index })
    }
  return places
}

test('the words of a keyword are found in their common forms and by their stems, and nowhere else', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...words, 'straight', 'managment', 'die', '"plan b"', 'plan-note', 'e mail'), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'grapheme', maxLength: 4 }))),
      fc.constantFrom(' ', '', '-'),
      (keyword, written, glue) => {
        const text = written.join(glue)
        for (const finder of keywordFinders(parseKeyword(keyword.join(' ')).terms)) {
          const expected = expectedPlaces(finder, text)
          const found = matchesIn(finder, text, 50)
          expect(isIn(finder, text)).toBe(expected.length > 0)
          for (const place of found) expect(expected).toContainEqual(place)
          // Every other place overlaps one that was found.
          for (const { index, length } of expected)
            expect(found.some((one) => one.index < index + length && index < one.index + one.length)).toBe(
              true,
            )
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
