import { expect, test } from 'vitest'
import { makeTally } from './import-posts.ts'
import { importReport, progressBar, progressLine } from './import-report.ts'

test('a report says what became of every row', () => {
  const leftOut = new Map([
    ['nsfw', 2],
    ['deleted or removed', 1200],
  ])
  const tally = {
    ...makeTally(),
    rows: 131_326,
    inserted: 130_000,
    updated: 100,
    unchanged: 20,
    leftOut,
    rejected: 4,
  }
  expect(importReport('posts.zst', tally, 30)).toBe(
    [
      'posts.zst: 131,326 rows in 30.0 s (4,378 rows/s)',
      '  inserted 130,000, updated 100, unchanged 20',
      '  left out 1,202 (deleted or removed 1,200, nsfw 2), rejected 4',
    ].join('\n'),
  )
})

test('progress reports the speed, and the time left where the end is known', () => {
  const progress = { name: 'posts.zst', rows: 40_000, seconds: 10, share: 0.25 }
  expect(progressLine(progress)).toBe('posts.zst: 25%, 40,000 rows, 4,000 rows/s, 0:30 left')
  expect(progressLine({ ...progress, share: 0.001 })).toContain('2:46:30 left')
  expect(progressLine({ ...progress, share: null })).toBe('posts.zst: 40,000 rows, 4,000 rows/s')
  expect(progressBar(progress)).toBe(`[######${'.'.repeat(18)}] ${progressLine(progress)}`)
  expect(progressBar({ ...progress, share: null })).toBe(progressLine({ ...progress, share: null }))
})
