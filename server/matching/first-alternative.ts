import type { KeywordTerm } from '#contract/keyword-terms.ts'
import type { QueryNode } from '#contract/query-language.ts'
import type { SourceQuery } from '#server/source-ports.ts'

/**
 * The terms that remain of a query tree if only the first side of each OR is used. Excluded words are kept,
 * but excluded groups are not.
 */
function leavesOf(node: QueryNode): number[] {
  if ('term' in node) return [node.term]
  if ('all' in node) return node.all.flatMap(leavesOf)
  if ('any' in node) return node.any.slice(0, 1).flatMap(leavesOf)
  return 'term' in node.not ? [node.not.term] : []
}

const written = ({ words, phrase, excluded, spellings }: KeywordTerm) =>
  `${excluded ? '-' : ''}${phrase && spellings === undefined ? `"${words}"` : words}`

/**
 * Remote sources do not support OR, so only the first side is sent to them. `note` says so. Null if nothing
 * of the query is left out.
 */
export function firstAlternative(query: SourceQuery): { query: SourceQuery; note: string | null } {
  const { query: tree, ...plain } = query
  if (tree === undefined) return { query, note: null }
  const terms = leavesOf(tree).flatMap((at) => query.terms[at] ?? [])
  const keyword = terms.map(written).join(' ')
  return {
    query: { ...plain, keyword, terms },
    note: `Only ${keyword}, the first side of OR, was searched for.`,
  }
}
