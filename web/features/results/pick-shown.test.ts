import { expect, test } from 'vitest'
import type { Theme } from '#contract/result-themes.ts'
import type { SearchResult } from '#contract/search.ts'
import { pickShown } from './pick-shown.ts'

const results = ['a', 'b', 'c', 'd'].map((id) => ({ source: 'reddit', id })) as SearchResult[]
const theme: Theme = {
  label: 'late invoices',
  posts: [
    { source: 'reddit', id: 'c' },
    { source: 'lemmy', id: 'a' },
    { source: 'reddit', id: 'b' },
  ],
  communities: [],
  averageScore: 50,
  maxScore: 60,
  evidence: [],
}
const ids = (shown: readonly SearchResult[]) => shown.map(({ id }) => id)

test('a theme leaves its posts, in the order of the list, and no namesake of another source', () => {
  expect(ids(pickShown(results, { theme, saved: null }))).toEqual(['b', 'c'])
})

test('saved and theme are both needed where both are asked', () => {
  const saved = new Set(['reddit:c', 'reddit:d'])
  expect(ids(pickShown(results, { theme: null, saved }))).toEqual(['c', 'd'])
  expect(ids(pickShown(results, { theme, saved }))).toEqual(['c'])
})

test('without a wish the very list comes back, so that nothing is drawn anew', () => {
  expect(pickShown(results, { theme: null, saved: null })).toBe(results)
})
