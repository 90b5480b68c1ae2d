import type { AdminSearchSession, AuditEntry } from '#contract/admin-overview.ts'
import type { AuditStore } from './audit-store.ts'
import type { SearchListStore } from './search-list-store.ts'

export async function listSearches(
  { searchList }: { searchList: SearchListStore },
  limit: number,
  before: string | undefined,
): Promise<AdminSearchSession[]> {
  const rows = await searchList.listSearches(limit, before ?? null)
  return rows.map(({ user, createdAt, ...search }) => ({
    ...search,
    createdAt: createdAt.toISOString(),
    ...(user === null ? {} : { user }),
  }))
}

export async function listAuditLog(
  { audit }: { audit: Pick<AuditStore, 'listEntries'> },
  limit: number,
  before: string | undefined,
): Promise<AuditEntry[]> {
  const rows = await audit.listEntries(limit, before === undefined ? null : Number(before))
  return rows.map(({ id, at, targetUserId, targetEmail, ...entry }) => ({
    ...entry,
    id: String(id),
    at: at.toISOString(),
    target: targetUserId === null ? null : { userId: targetUserId, email: targetEmail },
  }))
}
