import type { ListedUser } from '#contract/admin-users.ts'

/** The columns of the export in order; what is not known is an empty cell. */
const columns: Record<string, (user: ListedUser) => string | number> = {
  id: ({ id }) => id,
  email: ({ email }) => email ?? '',
  first_name: ({ firstName }) => firstName ?? '',
  last_name: ({ lastName }) => lastName ?? '',
  tier: ({ subscriptionTier }) => subscriptionTier,
  pro_without_payment: ({ granted }) => (granted ? 'yes' : 'no'),
  total_searches: ({ totalSearches }) => totalSearches,
  searches_this_month: (user) => user.searchesThisMonth,
  total_results: ({ totalResults }) => totalResults,
  joined_at: ({ createdAt }) => createdAt,
  last_search_at: ({ lastSearchAt }) => lastSearchAt ?? '',
}

export const userCsvHeader = Object.keys(columns)

export function userCsvRow(user: ListedUser): (string | number)[] {
  return Object.values(columns).map((cellOf) => cellOf(user))
}
