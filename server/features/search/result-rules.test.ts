import { describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { Evidence } from '#contract/search.ts'
import type { ArchivedPost } from '#server/ports.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { excerptOf, type RankedPost, rankPosts, scorerVersionOf, withoutSamples } from './result-rules.ts'

let archiveId = 0

function ranked(opportunityScore: number, match: RankedPost['match'], own: Partial<ArchivedPost> = {}) {
  archiveId += 1
  const scored = { opportunityScore, signals: [], persona: 'Not stated', evidence: [], scorerVersion: 'x' }
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

describe('an excerpt', () => {
  const evidenceAt = (start: number, end: number, points = 5): Evidence => ({
    signal: 'pain',
    field: 'selftext',
    start,
    end,
    points,
  })

  test('is the whole of a short text', () => {
    expect(excerptOf('Short.', [])).toEqual({ excerpt: 'Short.', excerptStart: 0 })
  })

  test('is the piece with the heaviest evidence, found again at its offset, cut between words', () => {
    const text = `${'plain words '.repeat(80)}I hate this every day ${'more words '.repeat(80)}`
    const start = text.indexOf('hate')
    const { excerpt, excerptStart } = excerptOf(text, [evidenceAt(0, 5, 1), evidenceAt(start, start + 4, -9)])
    expect(text.slice(excerptStart, excerptStart + excerpt.length)).toBe(excerpt)
    expect(excerpt).toContain('hate this every day')
    expect(excerpt.length).toBeLessThanOrEqual(limits.excerptCharacters + 40)
    expect(excerpt).toMatch(/^\S/)
  })

  test('never cuts a character in two', () => {
    const text = '\u{1F600}'.repeat(1000)
    for (const at of [0, 301, 502, 1001]) {
      expect(excerptOf(text, [evidenceAt(at, at + 2)]).excerpt.isWellFormed()).toBe(true)
    }
  })

  test('of an endless word is bounded', () => {
    expect(excerptOf('a'.repeat(100_000), [evidenceAt(50_000, 50_010)]).excerpt.length).toBeLessThan(450)
  })
})
