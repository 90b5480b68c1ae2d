import { expect, test } from 'vitest'
import {
  formatAverage,
  formatCalendarDay,
  formatCounted,
  formatPercent,
  formatSize,
} from './format-figure.ts'

test('a calendar day keeps its date in every time zone', () => {
  expect(formatCalendarDay('2026-11-01')).toBe('Nov 1')
  expect(formatCalendarDay('2024-02-29')).toBe('Feb 29')
})

test('sizes are shown in a suitable unit', () => {
  expect(formatSize(0)).toBe('0 bytes')
  expect(formatSize(999)).toBe('999 bytes')
  expect(formatSize(1000)).toBe('1 kB')
  expect(formatSize(1_440_000)).toBe('1.4 MB')
  expect(formatSize(345_600_000_000)).toBe('346 GB')
  expect(formatSize(5e15)).toBe('5,000 TB')
})

test('a count of one has a singular noun', () => {
  expect(formatCounted(1, 'user', 'users')).toBe('1 user')
  expect(formatCounted(0, 'user', 'users')).toBe('0 users')
  expect(formatCounted(12_345, 'user', 'users')).toBe('12,345 users')
})

test('shares and averages are rounded for reading', () => {
  expect(formatPercent(3.4499)).toBe('3.4%')
  expect(formatAverage(12.3456)).toBe('12.35')
})
