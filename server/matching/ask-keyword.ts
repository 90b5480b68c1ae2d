import { parseKeyword } from '#contract/keyword-terms.ts'
import type { SourceQuery } from '#server/source-ports.ts'

/** Users' lists of communities. */
export interface ListedCommunities {
  /** The communities of a user's lists by the names in a keyword. */
  findListed(userId: string, names: readonly string[]): Promise<Map<string, string[]>>
}

/** Resolves a keyword: a name after `in:` is one of the searcher's lists, else a community. */
export async function askKeyword(
  lists: ListedCommunities,
  keyword: string,
  userId: string | null,
): Promise<SourceQuery> {
  const query = parseKeyword(keyword)
  const { communities } = query
  if (communities === undefined || userId === null) return query
  const listed = await lists.findListed(userId, communities)
  return { ...query, communities: [...new Set(communities.flatMap((name) => listed.get(name) ?? [name]))] }
}
