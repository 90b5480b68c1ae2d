import { describe, expect, test } from 'vitest'
import type { SearchResult } from '#contract/search.ts'
import {
  communitiesMessage,
  describeCoverage,
  describeProgress,
  describeSearched,
  freshnessMessage,
  offTopicMessage,
  postsMessage,
  rescoreMessage,
  searchedMessage,
  verdictMessage,
} from './answer-messages.ts'

const post = (opportunityScore: number, subreddit = 'here', createdAt = '2026-11-01T00:00:00.000Z') =>
  ({ opportunityScore, subreddit, source: 'reddit', sample: false, createdAt }) as SearchResult

test('the heading first says whether there are strong posts', () => {
  expect(verdictMessage([post(80), post(95), post(10)])).toBe('2 posts show a strong need.')
  expect(verdictMessage([post(79), post(10)])).toBe(
    'No strong need found, but promising ones: the best post about your keyword scores 79.',
  )
  expect(verdictMessage([post(58)])).toBe('No strong need found: the best post about your keyword scores 58.')
})

test('a heading at the maximum number of results says that these are the best', () => {
  expect(postsMessage(Array.from({ length: 99 }, () => post(50)))).toBe('99 posts')
  expect(postsMessage(Array.from({ length: 100 }, () => post(50)))).toBe('Best 100 posts')
})

test('strong posts that are likely about something else are counted, and the heading says so', () => {
  const stray = { ...post(95), offTopic: true as const }
  expect(verdictMessage([post(80), post(90), stray])).toBe('3 posts show a strong need, 1 of them off topic.')
  expect(verdictMessage([post(58), stray])).toBe(
    '1 post shows a strong need, but likely about something else.',
  )
})

test('off-topic posts are part of the total, and do not count as an answer by themselves', () => {
  const offTopic = { ...post(75, 'boats', '2026-11-24T00:00:00.000Z'), offTopic: true as const }
  const results = [post(58), post(10), offTopic]
  expect(postsMessage(results)).toBe('3 posts')
  expect(verdictMessage(results)).toBe('No strong need found: the best post about your keyword scores 58.')
  expect(offTopicMessage(results)).toBe('1 of the 3 is likely about something else.')
  expect(communitiesMessage(results)).toBe('From r/here.')
  expect(freshnessMessage(results, new Date('2026-11-25T00:00:00Z'))).toBe('The newest post is 3 weeks old.')
  expect(postsMessage([offTopic])).toBe('1 post')
  expect(verdictMessage([offTopic])).toBe(
    'These posts contain the words of your keyword, but are likely about something else.',
  )
  expect(offTopicMessage([offTopic])).toBe('')
})

test('the heading names the communities and the age of the newest post', () => {
  const posts = [
    post(1, 'msp'),
    post(1, 'smallbusiness'),
    post(1, 'smallbusiness', '2026-11-22T00:00:00.000Z'),
  ]
  expect(communitiesMessage(posts)).toBe('From r/smallbusiness and 1 other community.')
  expect(freshnessMessage(posts, new Date('2026-11-25T00:00:00Z'))).toBe('The newest post is 3 days old.')
})

test('a running rescore is reported', () => {
  expect(rescoreMessage('3.0.0-abc')).toBe('')
  expect(rescoreMessage('2.0.0-abc, 3.0.0-abc')).toContain('being rescored')
})

test('the note says what was searched, up to which date, and what was left out', () => {
  const archive = {
    source: 'archive',
    posts: 131_326,
    oldestPostAt: '2006-11-03T00:00:00.000Z',
    newestPostAt: '2013-08-20T00:00:00.000Z',
    sample: false,
    leftOut: 'Left out of the search, because nearly every post contains it: "the".',
    failed: null,
  }
  expect(searchedMessage([archive, { ...archive, source: 'hacker-news' }])).toBe(
    'Searched 131,326 posts, the newest of Aug 20, 2013. Left out of the search, because nearly every post contains it: "the".',
  )
  expect(searchedMessage([{ ...archive, failed: 'is away' }])).toBe('')
})

const searched = {
  source: 'archive',
  posts: 131_326,
  oldestPostAt: '2024-01-05T23:30:00Z',
  newestPostAt: '2026-10-30T01:00:00Z',
  sample: false,
  leftOut: null,
  failed: null,
}

describe('describeCoverage', () => {
  test('says how many posts were searched and how fresh they are', () => {
    expect(describeCoverage(searched)).toBe(
      'Searched 131,326 posts in the archive on this server, Jan 5, 2024 to Oct 30, 2026',
    )
  })

  test('sample posts are labelled as such', () => {
    expect(describeCoverage({ ...searched, posts: 1, sample: true })).toContain('Searched 1 sample post in')
  })

  test('a source without a count or dates is still named', () => {
    const live = { ...searched, source: 'hacker-news', posts: null, oldestPostAt: null, newestPostAt: null }
    expect(describeCoverage(live)).toBe('Searched posts in Hacker News')
  })

  test('the posts that a source left out are reported after those it searched', () => {
    const live = { ...searched, source: 'lemmy', posts: 3, oldestPostAt: null, newestPostAt: null }
    expect(describeSearched(live)).toBe('Searched 3 posts in Lemmy.')
    expect(describeSearched({ ...live, leftOut: 'Only the newest were checked.' })).toBe(
      'Searched 3 posts in Lemmy. Only the newest were checked.',
    )
  })

  test('a source that failed says why', () => {
    const failed = { ...searched, source: 'reddit', failed: 'it took longer than 3 s' }
    expect(describeCoverage(failed)).toBe('Could not search Reddit: it took longer than 3 s')
  })
})

test('a live source is described at each step, from the request to the posts it found', () => {
  const source = 'hacker-news'
  const told = [
    { source, state: 'asking' as const },
    { source, state: 'answered' as const, posts: 1 },
    { source, state: 'answered' as const, posts: 0 },
    { source, state: 'failed' as const, reason: 'did not answer in time' },
  ].map(describeProgress)
  expect(told).toEqual([
    'Searching Hacker News …',
    '1 post from Hacker News.',
    'Hacker News found no posts.',
    'Could not search Hacker News: did not answer in time.',
  ])
})
