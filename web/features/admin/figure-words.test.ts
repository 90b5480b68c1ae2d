import { expect, test } from 'vitest'
import { averageWords, calendarDayWords, countedWords, percentWords, sizeWords } from './figure-words.ts'

test('a calendar day keeps its date in every time zone', () => {
  expect(calendarDayWords('2026-11-01')).toBe('Nov 1')
  expect(calendarDayWords('2024-02-29')).toBe('Feb 29')
})

test('sizes are told in the unit a person would choose', () => {
  expect(sizeWords(0)).toBe('0 bytes')
  expect(sizeWords(999)).toBe('999 bytes')
  expect(sizeWords(1000)).toBe('1 kB')
  expect(sizeWords(1_440_000)).toBe('1.4 MB')
  expect(sizeWords(345_600_000_000)).toBe('346 GB')
  expect(sizeWords(5e15)).toBe('5,000 TB')
})

test('one of something is not told as many', () => {
  expect(countedWords(1, 'user', 'users')).toBe('1 user')
  expect(countedWords(0, 'user', 'users')).toBe('0 users')
  expect(countedWords(12_345, 'user', 'users')).toBe('12,345 users')
})

test('shares and averages are rounded for reading', () => {
  expect(percentWords(3.4499)).toBe('3.4%')
  expect(averageWords(12.3456)).toBe('12.35')
})
