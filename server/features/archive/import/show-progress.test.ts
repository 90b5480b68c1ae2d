import { expect, test } from 'vitest'
import { progressBar, progressLine } from './show-progress.ts'

test('progress reports the speed, and the time left where the end is known', () => {
  const progress = { name: 'posts.zst', rows: 40_000, seconds: 10, share: 0.25 }
  expect(progressLine(progress)).toBe('posts.zst: 25%, 40,000 rows, 4,000 rows/s, 0:30 left')
  expect(progressLine({ ...progress, share: 0.001 })).toContain('2:46:30 left')
  expect(progressLine({ ...progress, share: null })).toBe('posts.zst: 40,000 rows, 4,000 rows/s')
  expect(progressBar(progress)).toBe(`[######${'.'.repeat(18)}] ${progressLine(progress)}`)
  expect(progressBar({ ...progress, share: null })).toBe(progressLine({ ...progress, share: null }))
})
