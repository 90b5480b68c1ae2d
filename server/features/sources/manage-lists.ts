import type { CommunityList, ForeignLists } from '#contract/community-lists.ts'
import { limits } from '#contract/limits.ts'
import { publicError } from '#server/errors.ts'
import type { CommunityListStore } from './community-list-store.ts'

export type ManageLists = {
  lists: CommunityListStore
  /** Parses an export of another tool in a worker. */
  readForeignLists: (owner: string, text: string) => Promise<ForeignLists>
}

export async function listLists({ lists }: ManageLists, userId: string): Promise<{ lists: CommunityList[] }> {
  return { lists: await lists.listLists(userId) }
}

/** Names of communities are case-insensitive, and the first spelling is kept. */
function eachOnce(communities: readonly string[]): string[] {
  const first = new Map<string, string>()
  for (const one of communities) if (!first.has(one.toLowerCase())) first.set(one.toLowerCase(), one)
  return [...first.values()]
}

export async function saveList({ lists }: ManageLists, userId: string, list: Omit<CommunityList, 'id'>) {
  const saved = await lists.saveList(userId, { ...list, communities: eachOnce(list.communities) })
  if (saved !== null) return saved
  throw publicError('own_limit', `You have ${limits.communityLists} lists already. Delete one to make room.`)
}

export async function deleteList(deps: ManageLists, userId: string, listId: string) {
  if (await deps.lists.deleteList(userId, listId)) return listLists(deps, userId)
  throw publicError('not_found', 'This list does not exist any more.')
}
