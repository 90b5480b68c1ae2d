import { expect, test } from 'vitest'
import { qrModules } from './qr-modules.ts'

const rowsOf = (text: string) =>
  (qrModules(text) ?? []).map((row) => row.map((dark) => (dark ? '#' : '.')).join(''))

/** FNV-1a of a picture: too many modules to write down. */
function fingerprint(rows: readonly string[]): string {
  let hash = 0x811c9dc5
  for (const character of rows.join('\n')) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0
  }
  return hash.toString(16)
}

// What another encoder draws for the same text, error correction L and mask 0.
const unmet = [
  '#######..#.##.#######',
  '#.....#..###..#.....#',
  '#.###.#.##.##.#.###.#',
  '#.###.#..#.#..#.###.#',
  '#.###.#...#.#.#.###.#',
  '#.....#.....#.#.....#',
  '#######.#.#.#.#######',
  '........##.##........',
  '###.########.##...#..',
  '###.#.........#...###',
  '#######.##..#...#..##',
  '.###.#.####...#......',
  '......#.###.#.#.#..##',
  '........#.##.#.#..#.#',
  '#######.#..#.###.####',
  '#.....#.#.####.##....',
  '#.###.#.##.#.###...##',
  '#.###.#..#....##...#.',
  '#.###.#.#.#.#...###.#',
  '#.....#.###...##...#.',
  '#######.#...#.####.##',
]

test('a short text is drawn as every other encoder draws it', () => {
  expect(rowsOf('unmet')).toEqual(unmet)
})

test.each([
  [50, 29, '2aab3cb7'],
  [150, 45, '6ee48175'],
  [300, 61, '790b450f'],
  [420, 69, 'f8ed426f'],
])(
  'a text of %i bytes makes a picture %i modules wide, with its blocks and its version',
  (length, size, print) => {
    const rows = rowsOf('otpauth '.repeat(60).slice(0, length))
    expect(rows).toHaveLength(size)
    expect(fingerprint(rows)).toBe(print)
  },
)

test('letters beyond ASCII count as the bytes they are', () => {
  expect(rowsOf('ü'.repeat(9))).toHaveLength(25)
  expect(rowsOf('u'.repeat(17))).toHaveLength(21)
})

test('a text that no picture here can hold has none', () => {
  expect(qrModules('x'.repeat(425))).not.toBeNull()
  expect(qrModules('x'.repeat(426))).toBeNull()
})
