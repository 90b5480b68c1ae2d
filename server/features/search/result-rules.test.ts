import { describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { ArchivedPost } from '#server/ports.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { type RankedPost, rankPosts, scorerVersionOf, withoutSamples } from './result-rules.ts'

let archiveId = 0

function ranked(opportunityScore: number, match: RankedPost['match'], own: Partial<ArchivedPost> = {}) {
  archiveId += 1
  const scored = { opportunityScore, scorerVersion: 'x', card: '{}' }
  return { post: { ...makePost(), ...scored, archiveId, ...own }, match }
}

const scores = (posts: readonly RankedPost[]) => posts.map(({ post }) => post.opportunityScore)

describe('the ranking', () => {
  test('puts better scores first and related posts last', () => {
    const posts = [ranked(90, 'related'), ranked(40, 'post'), ranked(70, 'post'), ranked(10, 'title')]
    expect(scores(rankPosts(posts))).toEqual([70, 40, 10, 90])
  })

  test('counts a title match as ten points more', () => {
    expect(scores(rankPosts([ranked(70, 'post'), ranked(61, 'title'), ranked(59, 'title')]))).toEqual([
      61, 70, 59,
    ])
  })

  test('puts the newer of equals first and gives the same order whatever order it got', () => {
    const old = ranked(50, 'post', { createdAt: new Date('2020-01-01T00:00:00Z') })
    const fresh = ranked(50, 'post', { createdAt: new Date('2026-01-01T00:00:00Z') })
    expect(rankPosts([old, fresh])).toEqual([fresh, old])
    expect(rankPosts([fresh, old])).toEqual([fresh, old])
  })

  test('holds a post once, with its best match, and at most a hundred posts', () => {
    const one = ranked(50, 'title')
    expect(rankPosts([{ ...one, match: 'related' }, one])).toEqual([one])
    expect(rankPosts(Array.from({ length: 150 }, () => ranked(5, 'post'))).length).toBe(
      limits.resultsPerSearch,
    )
  })
})

test('the version told is the one that scored the posts, not the one that is installed', () => {
  const old = ranked(10, 'post', { scorerVersion: 'old' })
  expect(scorerVersionOf([], 'new')).toBe('new')
  expect(scorerVersionOf([old, old], 'new')).toBe('old')
  expect(scorerVersionOf([old, ranked(10, 'post', { scorerVersion: 'new' })], 'new')).toBe('new, old')
})

test('samples stay only while no source has real posts', () => {
  const posts = [ranked(10, 'post', { sample: true }), ranked(10, 'post')]
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
