import { parseKeyword } from '#contract/keyword-terms.ts'
import type { SourceQuery } from '#server/source-ports.ts'

/** The lists of communities that people have made. */
export interface ListedCommunities {
  /** The communities of a person's lists by the names that stand in a keyword. */
  findListed(userId: string, names: readonly string[]): Promise<Map<string, string[]>>
}

/** What a keyword asks for: a name after `in:` is that of a list of the searcher's, else of a community. */
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
