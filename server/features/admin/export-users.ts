import { csvStream } from '#server/csv-stream.ts'
import type { Clock } from '#server/ports.ts'
import { type Actor, entryOf } from './actor.ts'
import type { AuditStore } from './audit-store.ts'
import { describeListedUser, type Selection, selectionAt } from './list-users.ts'
import type { ListedUsersStore } from './listed-users-store.ts'
import { userCsvHeader, userCsvRow } from './user-csv-rules.ts'

export type ExportUsers = {
  listedUsers: Pick<ListedUsersStore, 'listUserIds' | 'listUsersById'>
  audit: Pick<AuditStore, 'recordEntry'>
  clock: Clock
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
