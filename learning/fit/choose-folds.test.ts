import { expect, test } from 'vitest'
import type { LabelledPost } from '../data/labelled-post.ts'
import { chooseFolds } from './choose-folds.ts'

const made = (community: string, kind: LabelledPost['kind'], group?: string): LabelledPost => {
  const text = { id: community, title: '', selftext: '', personas: [], raters: 1 }
  const post: LabelledPost = { ...text, community, kind, potential: 0, weight: 1, signals: {} }
  return group === undefined ? post : { ...post, group }
}

test('a collection of today is in one fold with every collection and community tied to it', () => {
  const posts = [
    made('Bikes', 'modern', 'a'),
    made('Boats', 'modern', 'a'),
    made('boats', 'modern', 'b'),
    made('Cars', 'modern', 'b'),
  ]
  expect(new Set(chooseFolds(posts)).size).toBe(1)
})

test('a community of old is in one fold, whoever judged its posts', () => {
  const posts = [made('Bikes', 'gold'), made('bikes', 'weak'), made('BIKES', 'archive')]
  expect(new Set(chooseFolds(posts)).size).toBe(1)
})

test('collections that share no community are spread over the folds', () => {
  const posts = ['a', 'b', 'c', 'd'].map((name) => made(name, 'modern', name))
  expect(new Set(chooseFolds(posts)).size).toBe(4)
})
