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

test('a need shows only its posts, in the order of the list, and no post of another source with the same id', () => {
  expect(ids(pickShown(results, { need, saved: null }))).toEqual(['b', 'c'])
})

test('if both filters are set, only saved posts of the need are shown', () => {
  const saved = new Set(['reddit:c', 'reddit:d'])
  expect(ids(pickShown(results, { need: null, saved }))).toEqual(['c', 'd'])
  expect(ids(pickShown(results, { need, saved }))).toEqual(['c'])
})

test('without a filter the same list object is returned, so that nothing is rendered again', () => {
  expect(pickShown(results, { need: null, saved: null })).toBe(results)
})
