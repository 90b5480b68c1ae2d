import { expect, test } from 'vitest'
import type { ListedUser } from '#contract/admin-users.ts'
import { userCsvHeader, userCsvRow } from './list-users.ts'

const user: ListedUser = {
  id: 'u1',
  email: 'ann@example.test',
  firstName: 'Ann',
  lastName: null,
  subscriptionTier: 'pro',
  granted: true,
  paying: false,
  isAdmin: false,
  totalSearches: 3,
  searchesThisMonth: 1,
  totalResults: 20,
  watches: 0,
  mostWatches: null,
  createdAt: '2026-03-02T10:00:00.000Z',
  lastSearchAt: null,
}

test('what is not known of an account is an empty cell', () => {
  expect(Object.fromEntries(userCsvHeader.map((name, index) => [name, userCsvRow(user)[index]]))).toEqual({
    id: 'u1',
    email: 'ann@example.test',
    first_name: 'Ann',
    last_name: '',
    tier: 'pro',
    pro_without_payment: 'yes',
    total_searches: 3,
    searches_this_month: 1,
    total_results: 20,
    joined_at: '2026-03-02T10:00:00.000Z',
    last_search_at: '',
  })
})
