import { expect, test } from 'vitest'
import { importReport } from './import-file.ts'
import { makeTally } from './import-posts.ts'

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
    otherLanguages: 12,
  }
  expect(importReport('posts.zst', tally, 30)).toBe(
    [
      'posts.zst: 131,326 rows in 30.0 s (4,378 rows/s)',
      '  inserted 130,000, updated 100, unchanged 20',
      '  left out 1,202 (deleted or removed 1,200, nsfw 2), rejected 4',
      '  not in English, stored but neither scored nor found: 12',
    ].join('\n'),
  )
})
