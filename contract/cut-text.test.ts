import { expect, test } from 'vitest'
import { characterStart, cutText } from './cut-text.ts'

const family = '👩‍👩‍👧'
const flag = '🇩🇪'
const accented = 'e\u0301'
const samples = ['a', '日', '😀', family, flag, accented, '\r\n', '✌🏽', 'क्षि', '가', '\u0301', '👍']

test('a text is never cut within what readers see as one character, wherever the limit falls', () => {
  const whole = new Intl.Segmenter('en', { granularity: 'grapheme' })
  for (const one of samples) {
    for (const other of samples) {
      const text = `${one}${other}x`.repeat(20)
      const ends = new Set([
        0,
        ...[...whole.segment(text)].map(({ index, segment }) => index + segment.length),
      ])
      for (let most = 14; most < text.length; most += 1) {
        const cut = cutText(text, most)
        expect(cut.isWellFormed() && ends.has(cut.length) && cut.length <= most, `${text} at ${most}`).toBe(
          true,
        )
        expect(cut.length).toBeGreaterThan(most - 12)
      }
    }
  }
})

test('what fits stays as it is, and what is cut keeps the longest beginning that fits', () => {
  expect(cutText('short', 5)).toBe('short')
  expect(cutText('longer', 5)).toBe('longe')
  expect(cutText(`${'o'.repeat(159)}😀`, 160)).toBe('o'.repeat(159))
  expect(cutText(`ab${family}`, 5)).toBe('ab')
})

test('a run without end of signs that join is cut between code points', () => {
  const joined = `a${'\u0301'.repeat(1000)}`
  expect(cutText(joined, 500)).toBe(joined.slice(0, 500))
  expect(cutText('👩‍'.repeat(500), 301).isWellFormed()).toBe(true)
  expect(cutText(family, 3)).toBe('👩‍')
  expect(cutText('😀', 1)).toBe('')
})

test('a place within a character is moved to where it begins', () => {
  expect([0, 1, 2, 3, 4, 9].map((at) => characterStart('a😀b', at))).toEqual([0, 1, 1, 3, 4, 4])
})
