import type { ListedUser } from '#contract/admin-users.ts'
import { csvStream } from '#server/csv-stream.ts'
import type { Clock } from '#server/ports.ts'
import { type Actor, entryOf } from './actor.ts'
import type { AuditStore } from './audit-store.ts'
import { describeListedUser, type Selection, selectionAt } from './list-users.ts'
import type { ListedUsersStore } from './listed-users-store.ts'

export type ExportUsers = {
  listedUsers: Pick<ListedUsersStore, 'listUserIds' | 'listUsersById'>
  audit: Pick<AuditStore, 'recordEntry'>
  clock: Clock
}

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

const usersAtOnce = 1000

async function* rowsOf(deps: ExportUsers, ids: readonly string[]): AsyncGenerator<(string | number)[]> {
  yield userCsvHeader
  for (let start = 0; start < ids.length; start += usersAtOnce) {
    const rows = await deps.listedUsers.listUsersById(ids.slice(start, start + usersAtOnce))
    for (const row of rows) yield userCsvRow(describeListedUser(row, deps.clock()))
  }
}

export async function exportUsers(deps: ExportUsers, by: Actor, selection: Selection) {
  const ids = await deps.listedUsers.listUserIds(selectionAt(deps.clock(), selection), null)
  const details = ids.length === 1 ? '1 user.' : `${ids.length} users.`
  await deps.audit.recordEntry(entryOf(deps.clock, by, { action: 'users_exported', details }))
  return {
    fileName: 'unmet-users.csv',
    mediaType: 'text/csv; charset=utf-8',
    content: csvStream(rowsOf(deps, ids)),
  }
}
