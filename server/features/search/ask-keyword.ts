import { parseKeyword } from '#contract/keyword-terms.ts'
import type { SourceQuery } from '#server/ports.ts'

export type AskKeyword = {
  /** The communities of a person's lists by the names that stand in a keyword. */
  findListed: (userId: string, names: readonly string[]) => Promise<Map<string, string[]>>
}

/** What a keyword asks for whoever typed it: a name after `in:` is that of a list of theirs, else of a community. */
export async function askKeyword(
  { findListed }: AskKeyword,
  keyword: string,
  userId: string | null,
): Promise<SourceQuery> {
  const query = parseKeyword(keyword)
  const { communities } = query
  if (communities === undefined || userId === null) return query
  const lists = await findListed(userId, communities)
  return { ...query, communities: [...new Set(communities.flatMap((name) => lists.get(name) ?? [name]))] }
}
