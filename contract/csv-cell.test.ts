import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '#tests/harness/any-character.ts'
import { defuseCell, restoreCell } from './csv-cell.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['\n=1+1', "\n'=1+1"],
  ['  \u00a0@SUM(A1)', "  \u00a0'@SUM(A1)"],
  ['＝1+1', "'＝1+1"],
  ["'=1+1", "''=1+1"],
  ["it's; '-5", "it's; ''-5"],
  ['costs;=1+1', "costs;'=1+1"],
  ['list:\r\n- one\n - two', "list:\r\n'- one\n '- two"],
  ['\t+1', "\t'+1"],
  ['costs;"=1+1"', `costs;"'=1+1"`],
  ['costs\n" =1+1"', `costs\n" '=1+1"`],
  ['he said "-5" = cold; fine', 'he said "-5" = cold; fine'],
  ['e-mail, -5 degrees, a=b', 'e-mail, -5 degrees, a=b'],
])('%j is written as %j, and read back', (given, written) => {
  expect(defuseCell(given)).toBe(written)
  expect(restoreCell(written)).toBe(given)
})

const unruly = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      '\n',
      '\r',
      '\t',
      '"',
      "'",
      ';',
      ',',
      ' ',
      '=',
      '+',
      '-',
      '@',
      '＝',
      '＠',
      '\u2028',
      '\ufeff',
      'a',
    ),
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }),
  ),
})

test('every text comes back as it went out', () => {
  fc.assert(
    fc.property(unruly, (text) => {
      expect(restoreCell(defuseCell(text))).toBe(text)
    }),
    { numRuns: 2000 },
  )
})
