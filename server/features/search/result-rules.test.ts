import { describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { ArchivedPost, PostRank, RankedFind } from '#server/ports.ts'
import { makeArchivedPost } from '#tests/harness/make-archived-post.ts'
import { rankPosts, scorerVersionOf, withoutSamples } from './result-rules.ts'

type Place = Partial<PostRank> & Partial<ArchivedPost>

function ranked(rank: number, { match = 'post', occurrences = 1, ...own }: Place = {}): RankedFind {
  return { post: { ...makeArchivedPost({}, 50), ...own }, match, rank, occurrences }
}

const ids = (posts: readonly { post: ArchivedPost }[]) => posts.map(({ post }) => post.archiveId)

describe('the ranking', () => {
  test('puts the higher rank first, whatever the kind of match', () => {
    const [low, high, middle] = [ranked(1, { match: 'title' }), ranked(9, { match: 'related' }), ranked(5)]
    expect(ids(rankPosts([low, high, middle]))).toEqual(ids([high, middle, low]))
  })

  test('puts more occurrences first among equals, then the higher score, never the newer', () => {
    const once = ranked(5, { createdAt: new Date('2026-01-01T00:00:00Z') })
    const often = ranked(5, { occurrences: 3, createdAt: new Date('2020-01-01T00:00:00Z') })
    const needed = ranked(5, { opportunityScore: 60, createdAt: new Date('2010-01-01T00:00:00Z') })
    for (const order of [
      [once, often, needed],
      [needed, once, often],
    ])
      expect(ids(rankPosts(order))).toEqual(ids([often, needed, once]))
  })

  test('holds a post once, with its best match, and at most a hundred posts', () => {
    const one = ranked(50, { match: 'title' })
    expect(rankPosts([{ ...one, rank: 40, match: 'related' }, one])).toEqual([
      { post: one.post, match: 'title' },
    ])
    expect(rankPosts(Array.from({ length: 150 }, () => ranked(5))).length).toBe(limits.resultsPerSearch)
  })
})

test('the version told is the one that scored the posts, not the one that is installed', () => {
  const old = ranked(10, { scorerVersion: 'old' })
  expect(scorerVersionOf([], 'new')).toBe('new')
  expect(scorerVersionOf([old, old], 'new')).toBe('old')
  expect(scorerVersionOf([old, ranked(10, { scorerVersion: 'new' })], 'new')).toBe('new, old')
})

test('samples stay only while no source has real posts', () => {
  const posts = [ranked(10, { sample: true }), ranked(10)]
  const coverage = {
    source: 'x',
    posts: 1,
    oldestPostAt: null,
    newestPostAt: null,
    leftOut: null,
    failed: null,
  }
  expect(withoutSamples(posts, [{ ...coverage, sample: true }]).length).toBe(2)
  expect(
    withoutSamples(posts, [
      { ...coverage, sample: true },
      { ...coverage, sample: false },
    ]).length,
  ).toBe(1)
  expect(withoutSamples(posts, [{ ...coverage, sample: false, failed: 'is away' }]).length).toBe(2)
})
