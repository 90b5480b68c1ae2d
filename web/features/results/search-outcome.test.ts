import { expect, test } from 'vitest'
import type { SearchResult } from '#contract/search.ts'
import { countOpportunities, foundWords, type SearchOutcome } from './search-outcome.ts'

const outcomeOf = (scores: readonly number[]): SearchOutcome => ({
  sessionId: 'x',
  keyword: 'crm',
  coverage: [],
  scorerVersion: '1',
  results: scores.map((opportunityScore) => ({ opportunityScore })) as SearchResult[],
})

test('only posts from 40 up are opportunities that were found', () => {
  expect(foundWords(outcomeOf([90, 40, 39, 0]))).toBe('Found 2 business opportunities for "crm"')
  expect(countOpportunities(outcomeOf([39, 12]))).toBe(0)
})
