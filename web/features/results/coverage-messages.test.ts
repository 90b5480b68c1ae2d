import { describe, expect, test } from 'vitest'
import {
  describeCoverage,
  describeProgress,
  describeSearched,
  describeWaiting,
  sourceName,
} from './coverage-messages.ts'

const archive = {
  source: 'archive',
  posts: 131_326,
  oldestPostAt: '2024-01-05T23:30:00Z',
  newestPostAt: '2026-10-30T01:00:00Z',
  sample: false,
  leftOut: null,
  failed: null,
}

test('a source that is a host is called as it is, others by their words', () => {
  expect(sourceName('meta.example.com')).toBe('meta.example.com')
  expect(sourceName('hacker-news')).toBe('Hacker News')
})

describe('describeCoverage', () => {
  test('says how many posts were searched and how fresh they are', () => {
    expect(describeCoverage(archive)).toBe(
      'Searched 131,326 posts in the archive on this server, Jan 5, 2024 to Oct 30, 2026',
    )
  })

  test('sample posts are called so', () => {
    expect(describeCoverage({ ...archive, posts: 1, sample: true })).toContain('Searched 1 sample post in')
  })

  test('a source that tells neither count nor dates is still named', () => {
    const live = { ...archive, source: 'hacker-news', posts: null, oldestPostAt: null, newestPostAt: null }
    expect(describeCoverage(live)).toBe('Searched posts in Hacker News')
  })

  test('what a source left out is told after what it searched', () => {
    const live = { ...archive, source: 'lemmy', posts: 3, oldestPostAt: null, newestPostAt: null }
    expect(describeSearched(live)).toBe('Searched 3 posts in Lemmy.')
    expect(describeSearched({ ...live, leftOut: 'Only the newest were checked.' })).toBe(
      'Searched 3 posts in Lemmy. Only the newest were checked.',
    )
  })

  test('a source that failed says why', () => {
    const failed = { ...archive, source: 'reddit', failed: 'it took longer than 3 s' }
    expect(describeCoverage(failed)).toBe('Could not search Reddit: it took longer than 3 s')
  })

  test('source names are made readable', () => {
    expect(['stack-exchange', 'lemmy'].map(sourceName)).toEqual(['Stack Exchange', 'Lemmy'])
  })
})

test('a live source is told from being asked to what it found', () => {
  const source = 'hacker-news'
  const told = [
    { source, state: 'asking' as const },
    { source, state: 'answered' as const, posts: 1 },
    { source, state: 'answered' as const, posts: 0 },
    { source, state: 'failed' as const, reason: 'did not answer in time' },
  ].map(describeProgress)
  expect(told).toEqual([
    'Asking Hacker News …',
    '1 post from Hacker News.',
    'Hacker News has no post for this.',
    'Could not search Hacker News: did not answer in time.',
  ])
  expect([1, 1200].map(describeWaiting)).toEqual(['1 new post', '1,200 new posts'])
})
