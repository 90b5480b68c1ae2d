import { expect, test } from 'vitest'
import type { SearchResult } from '#contract/search.ts'
import { communitiesWords, freshnessWords, rescoreWords, verdictWords } from './answer-words.ts'

const post = (opportunityScore: number, subreddit = 'here', createdAt = '2026-11-01T00:00:00.000Z') =>
  ({ opportunityScore, subreddit, source: 'reddit', sample: false, createdAt }) as SearchResult

test('an answer says first what it is worth', () => {
  expect(verdictWords([post(80), post(95), post(10)])).toBe('2 posts show a strong need.')
  expect(verdictWords([post(79), post(10)])).toBe(
    'No strong need found, but promising ones. Best of 2 posts: 79.',
  )
  expect(verdictWords([post(58)])).toBe('No strong need found. Best of 1 post: 58.')
})

test('an answer says where its posts stand and how fresh it is', () => {
  const posts = [
    post(1, 'msp'),
    post(1, 'smallbusiness'),
    post(1, 'smallbusiness', '2026-11-22T00:00:00.000Z'),
  ]
  expect(communitiesWords(posts)).toBe('From r/smallbusiness and 1 more.')
  expect(freshnessWords(posts, new Date('2026-11-25T00:00:00Z'))).toBe('The newest is 3 days old.')
})

test('a rescore under way is told', () => {
  expect(rescoreWords('3.0.0-abc')).toBe('')
  expect(rescoreWords('2.0.0-abc, 3.0.0-abc')).toContain('being scored anew')
})
