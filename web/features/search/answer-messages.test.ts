import { expect, test } from 'vitest'
import type { SearchResult } from '#contract/search.ts'
import {
  communitiesMessage,
  freshnessMessage,
  rescoreMessage,
  searchedMessage,
  verdictMessage,
} from './answer-messages.ts'

const post = (opportunityScore: number, subreddit = 'here', createdAt = '2026-11-01T00:00:00.000Z') =>
  ({ opportunityScore, subreddit, source: 'reddit', sample: false, createdAt }) as SearchResult

test('an answer says first what it is worth', () => {
  expect(verdictMessage([post(80), post(95), post(10)])).toBe('2 posts show a strong need.')
  expect(verdictMessage([post(79), post(10)])).toBe(
    'No strong need found, but promising ones. Best of 2 posts: 79.',
  )
  expect(verdictMessage([post(58)])).toBe('No strong need found. Best of 1 post: 58.')
})

test('an answer says where its posts stand and how fresh it is', () => {
  const posts = [
    post(1, 'msp'),
    post(1, 'smallbusiness'),
    post(1, 'smallbusiness', '2026-11-22T00:00:00.000Z'),
  ]
  expect(communitiesMessage(posts)).toBe('From r/smallbusiness and 1 more.')
  expect(freshnessMessage(posts, new Date('2026-11-25T00:00:00Z'))).toBe('The newest is 3 days old.')
})

test('a rescore under way is told', () => {
  expect(rescoreMessage('3.0.0-abc')).toBe('')
  expect(rescoreMessage('2.0.0-abc, 3.0.0-abc')).toContain('being scored anew')
})

test('an answer says what was searched, until when, and what was left out', () => {
  const archive = {
    source: 'archive',
    posts: 131_326,
    oldestPostAt: '2006-11-03T00:00:00.000Z',
    newestPostAt: '2013-08-20T00:00:00.000Z',
    sample: false,
    leftOut: 'Left out of the search, as nearly every post has it: "the".',
    failed: null,
  }
  expect(searchedMessage([archive, { ...archive, source: 'hacker-news' }])).toBe(
    'Searched 131,326 posts, the newest of Aug 20, 2013. Left out of the search, as nearly every post has it: "the".',
  )
  expect(searchedMessage([{ ...archive, failed: 'is away' }])).toBe('')
})
