import { parseKeyword } from '#contract/parse-keyword.ts'
import { publicError } from '#server/errors.ts'
import type { SourceQuery } from '#server/source-ports.ts'

/** Users' lists of communities. */
export interface ListedCommunities {
  /** The communities of a user's lists by the names in a keyword. */
  findListed(userId: string, names: readonly string[]): Promise<Map<string, string[]>>
}

/**
 * Resolves a keyword: a name after `in:` is first looked up among the searcher's lists, then as a community.
 * Throws if the query is wrong.
 */
export async function askKeyword(
  lists: ListedCommunities,
  keyword: string,
  userId: string | null,
): Promise<SourceQuery> {
  const { problems = [], ...query } = parseKeyword(keyword)
  if (problems.length > 0)
    throw publicError('invalid_keyword', problems.map(({ message }) => message).join(' '))
  const { communities } = query
  if (communities === undefined || userId === null) return query
  const listed = await lists.findListed(userId, communities)
  return { ...query, communities: [...new Set(communities.flatMap((name) => listed.get(name) ?? [name]))] }
}
