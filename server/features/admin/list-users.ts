import type { ListedUser, UserFilter, UserSort } from '#contract/admin-users.ts'
import type { Operator } from '#server/actor.ts'
import { isPaying } from '#server/features/billing/subscription-rules.ts'
import { searchesThisMonth } from '#server/features/search/allowance/allowance-rules.ts'
import type { StatTotals } from './activity-store.ts'
import type { AdminDeps } from './admin-deps.ts'
import { entryOf } from './audit-store.ts'
import type { ListedUserRow, UserSelection } from './listed-users-store.ts'

type ListUsers = Pick<AdminDeps, 'listedUsers' | 'activity' | 'audit' | 'timeZone' | 'clock'>

type Selection = { filter: UserFilter; sort: UserSort; search: string }

const recentMs = 7 * 86_400_000

function selectionAt(now: Date, selection: Selection): UserSelection {
  return { ...selection, recentSince: new Date(now.getTime() - recentMs) }
}

export function describeListedUser(row: ListedUserRow, now: Date): ListedUser {
  const { tier, searches, periodStart, createdAt, lastSearchAt, paidStatus, ...user } = row
  return {
    ...user,
    subscriptionTier: tier,
    paying: paidStatus !== null && isPaying(paidStatus),
    searchesThisMonth: searchesThisMonth({ tier, searches, periodStart, shared: null }, now),
    createdAt: createdAt.toISOString(),
    lastSearchAt: lastSearchAt?.toISOString() ?? null,
  }
}

const describeUsers = (rows: readonly ListedUserRow[], now: Date) =>
  rows.map((row) => describeListedUser(row, now))

export async function listUsers(
  { listedUsers, clock }: ListUsers,
  { limit, offset, ...selection }: Selection & { limit: number; offset: number },
): Promise<ListedUser[]> {
  const now = clock()
  const ids = await listedUsers.listUserIds(selectionAt(now, selection), { limit, offset })
  return describeUsers(await listedUsers.listUsersById(ids), now)
}

/** The number of matching accounts. Without a filter, the count is already stored. */
async function countMatching({ listedUsers }: ListUsers, selection: UserSelection, totals: StatTotals) {
  if (selection.search === '') {
    if (selection.filter === 'all') return totals.totalUsers
    if (selection.filter === 'pro') return totals.proUsers
    if (selection.filter === 'free') return totals.totalUsers - totals.proUsers
  }
  return listedUsers.countUsers(selection)
}

export async function readUserPage(
  deps: ListUsers,
  { page, pageSize, ...chosen }: Selection & { page: number; pageSize: number },
) {
  const now = deps.clock()
  const selection = selectionAt(now, chosen)
  const totals = await deps.activity.readTotals(now, deps.timeZone)
  const matching = await countMatching(deps, selection, totals)
  const slice = { limit: pageSize, offset: (page - 1) * pageSize }
  const ids = await deps.listedUsers.listUserIdsOf(selection, slice, matching)
  const users = describeUsers(await deps.listedUsers.listUsersById(ids), now)
  return { users, page, pageSize, matching, total: totals.totalUsers }
}

/** The columns of the export in order. Unknown values become empty cells. */
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

const usersAtOnce = 1000

async function* rowsOf(deps: ListUsers, ids: readonly string[]): AsyncGenerator<(string | number)[]> {
  yield userCsvHeader
  for (let start = 0; start < ids.length; start += usersAtOnce) {
    const rows = await deps.listedUsers.listUsersById(ids.slice(start, start + usersAtOnce))
    for (const row of rows) yield userCsvRow(describeListedUser(row, deps.clock()))
  }
}

export async function exportUsers(deps: ListUsers, by: Operator, selection: Selection) {
  const ids = await deps.listedUsers.listUserIds(selectionAt(deps.clock(), selection), null)
  const details = ids.length === 1 ? '1 user.' : `${ids.length} users.`
  await deps.audit.recordEntry(entryOf(deps.clock, by, { action: 'users_exported', details }))
  return { fileName: 'unmet-users.csv', rows: rowsOf(deps, ids) }
}
