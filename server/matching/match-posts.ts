import type { QueryNode } from '#contract/query-language.ts'
import { makeBreather } from './make-breather.ts'
import {
  cheapestWords,
  holdsWords,
  type PostQuery,
  passesFilters,
  type QueriedPost,
  searchedTree,
} from './post-query-rules.ts'

/** A query that is kept, with the tree that `prepareQuery` made of it. Lists can name thousands of communities. */
export type PreparedQuery = {
  query: Omit<PostQuery, 'communities'>
  communities: ReadonlySet<string> | null
  tree: QueryNode | null
}

export function prepareQuery({ communities, ...query }: PostQuery): PreparedQuery {
  return {
    query,
    communities: communities === undefined ? null : new Set(communities),
    tree: searchedTree(query),
  }
}

type Posting = Map<string, number[]>

type Breathe = ReturnType<typeof makeBreather>

/** For each lexeme the indices of the posts that contain it. */
async function indexPosts(posts: readonly QueriedPost[], breathe: Breathe): Promise<Posting> {
  const index: Posting = new Map()
  for (const [at, { words }] of posts.entries()) {
    await breathe()
    for (const lexeme of words.keys()) {
      const known = index.get(lexeme)
      if (known === undefined) index.set(lexeme, [at])
      else known.push(at)
    }
  }
  return index
}

/** The posts that a query has to be compared with: those with its rarest necessary words. */
function candidatesOf({ tree, query }: PreparedQuery, index: Posting): readonly number[] {
  if (tree === null) return []
  const needed = cheapestWords(tree, query.terms, (lexeme) => index.get(lexeme)?.length ?? 0)
  if (needed === null || needed.cost === 0) return []
  const lists = needed.words.flatMap((word) => {
    const list = index.get(word)
    return list === undefined ? [] : [list]
  })
  return lists.length === 1 ? (lists[0] ?? []) : [...new Set(lists.flat())].sort((a, b) => a - b)
}

const matches = ({ tree, query, communities }: PreparedQuery, post: QueriedPost) =>
  tree !== null &&
  passesFilters({ communities, filters: query.filters ?? {} }, post) &&
  holdsWords(tree, query.terms, post.words)

/**
 * The indices of the posts that each query matches, in the order of the queries: the same as comparing each with
 * each. Works in slices, so that nothing else of this process waits long.
 */
export async function matchPosts(
  queries: readonly PreparedQuery[],
  posts: readonly QueriedPost[],
): Promise<number[][]> {
  const breathe = makeBreather()
  const index = await indexPosts(posts, breathe)
  const matched: number[][] = []
  for (const prepared of queries) {
    await breathe()
    const found: number[] = []
    for (const at of candidatesOf(prepared, index)) {
      const pause = breathe()
      if (pause !== null) await pause
      const post = posts[at]
      if (post !== undefined && matches(prepared, post)) found.push(at)
    }
    matched.push(found)
  }
  return matched
}
