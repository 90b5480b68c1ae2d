import { expect, test } from 'vitest'
import type { SearchResult } from '#contract/search.ts'
import { foundWords } from './search-outcome.ts'

test('the number of found posts includes weak and off-topic ones', () => {
  const strong = { opportunityScore: 90 } as SearchResult
  const results = [strong, { ...strong, opportunityScore: 3 }, { ...strong, offTopic: true as const }]
  expect(foundWords({ results, keyword: 'crm' })).toBe('Found 3 business opportunities for "crm"')
})
