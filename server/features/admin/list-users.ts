import type { ListedUser, UserFilter, UserSort } from '#contract/admin-users.ts'
import { searchesThisMonth } from '#server/features/search/allowance-rules.ts'
import type { Clock } from '#server/ports.ts'
import type { ListedUserRow, ListedUsersStore, UserSelection } from './listed-users-store.ts'
import type { StatsStore, StatTotals } from './stats-store.ts'

export type ListUsers = {
  listedUsers: Omit<ListedUsersStore, 'findListedUser'>
  clock: Clock
}

export type ReadUserPage = ListUsers & { stats: Pick<StatsStore, 'readTotals'>; timeZone: string }

export type Selection = { filter: UserFilter; sort: UserSort; search: string }

const recentMs = 7 * 86_400_000

export function selectionAt(now: Date, selection: Selection): UserSelection {
  return { ...selection, recentSince: new Date(now.getTime() - recentMs) }
}

export function describeListedUser(row: ListedUserRow, now: Date): ListedUser {
  const { tier, searches, periodStart, createdAt, lastSearchAt, ...user } = row
  return {
    ...user,
    subscriptionTier: tier,
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

/** How many accounts fit the choice; plans and everybody are counted already. */
async function countMatching({ listedUsers }: ListUsers, selection: UserSelection, totals: StatTotals) {
  if (selection.search === '') {
    if (selection.filter === 'all') return totals.users
    if (selection.filter === 'pro') return totals.pro
    if (selection.filter === 'free') return totals.users - totals.pro
  }
  return listedUsers.countUsers(selection)
}

export async function readUserPage(
  deps: ReadUserPage,
  { page, pageSize, ...chosen }: Selection & { page: number; pageSize: number },
) {
  const now = deps.clock()
  const selection = selectionAt(now, chosen)
  const totals = await deps.stats.readTotals(now, deps.timeZone)
  const matching = await countMatching(deps, selection, totals)
  const slice = { limit: pageSize, offset: (page - 1) * pageSize }
  const ids = await deps.listedUsers.listUserIdsOf(selection, slice, matching)
  const users = describeUsers(await deps.listedUsers.listUsersById(ids), now)
  return { users, page, pageSize, matching, total: totals.users }
}
