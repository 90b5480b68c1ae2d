import { type UserFilter, type UserSort, userFilter, userSort } from '#contract/admin-users.ts'
import { limits } from '#contract/limits.ts'

/** What of the users table is shown, as the address holds it. */
export type UserView = { filter: UserFilter; sort: UserSort; search: string; page: number; pageSize: number }

export const pageSizes = [50, 100, limits.bulkDeleteMost] as const
const defaults: UserView = { filter: 'all', sort: 'newest', search: '', page: 1, pageSize: pageSizes[0] }

export const filterLabels: Readonly<Record<UserFilter, string>> = {
  all: 'All Users',
  pro: 'Pro Only',
  free: 'Free Only',
  active: 'Active',
  recent: 'Recent (7d)',
}

export const sortLabels: Readonly<Record<UserSort, string>> = {
  newest: 'Newest First',
  oldest: 'Oldest First',
  'most-active': 'Most Active',
  'least-active': 'Least Active',
  alphabetical: 'Alphabetical',
}

/** Reads an address; what it does not say, or says wrongly, is as it is by default. */
export function readUserView(params: URLSearchParams): UserView {
  const filter = userFilter.safeParse(params.get('filter'))
  const sort = userSort.safeParse(params.get('sort'))
  const page = Number(params.get('page'))
  const size = Number(params.get('size'))
  return {
    filter: filter.data ?? defaults.filter,
    sort: sort.data ?? defaults.sort,
    search: (params.get('search') ?? '').slice(0, limits.emailCharacters),
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    pageSize: pageSizes.find((known) => known === size) ?? defaults.pageSize,
  }
}

/** The address of a view: it names only what is not as by default. */
export function userViewParams(view: UserView): Record<string, string> {
  const params: Record<string, string> = { tab: 'users' }
  if (view.filter !== defaults.filter) params.filter = view.filter
  if (view.sort !== defaults.sort) params.sort = view.sort
  if (view.search !== '') params.search = view.search
  if (view.page !== 1) params.page = String(view.page)
  if (view.pageSize !== defaults.pageSize) params.size = String(view.pageSize)
  return params
}

/** What the server is asked for: the selection, as the list and the export take it. */
export function selectionQuery({ filter, sort, search }: UserView): Record<string, string> {
  return search === '' ? { filter, sort } : { filter, sort, search }
}
