import { expect, test } from 'vitest'
import type { SourceCoverage } from '#contract/search.ts'
import { noteOutages } from './told-outages.ts'

const covered = (source: string, failed: string | null): SourceCoverage => ({
  source,
  failed,
  posts: null,
  oldestPostAt: null,
  newestPostAt: null,
  sample: false,
  leftOut: null,
})
const away = covered('hacker-news', 'could not be reached')

test('an outage that was shown with some results is not shown again with later ones', () => {
  const first = noteOutages({}, 'one', [away])
  expect(first).toEqual({ 'hacker-news': 'one' })
  expect(noteOutages(first, 'two', [away, covered('archive', null)])).toEqual(first)
})

test('an outage ends when its source answers, but not when the source was not queried', () => {
  const told = { 'hacker-news': 'one', forum: 'one' }
  expect(noteOutages(told, 'two', [covered('hacker-news', null)])).toEqual({ forum: 'one' })
})
