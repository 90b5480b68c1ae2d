import { expect, test } from 'vitest'
import type { SearchResult } from '#contract/search.ts'
import { pickShown } from './visible-rows.ts'

const results = ['a', 'b', 'c', 'd'].map((id) => ({ source: 'reddit', id })) as SearchResult[]
const need = {
  posts: [
    { source: 'reddit', id: 'c' },
    { source: 'lemmy', id: 'a' },
    { source: 'reddit', id: 'b' },
  ].map((post) => ({ ...post, title: '', url: null })),
}
const ids = (shown: readonly SearchResult[]) => shown.map(({ id }) => id)

test('a need leaves its posts, in the order of the list, and no namesake of another source', () => {
  expect(ids(pickShown(results, { need, saved: null }))).toEqual(['b', 'c'])
})

test('saved and need are both needed where both are asked', () => {
  const saved = new Set(['reddit:c', 'reddit:d'])
  expect(ids(pickShown(results, { need: null, saved }))).toEqual(['c', 'd'])
  expect(ids(pickShown(results, { need, saved }))).toEqual(['c'])
})

test('without a wish the very list comes back, so that nothing is rendered anew', () => {
  expect(pickShown(results, { need: null, saved: null })).toBe(results)
})
