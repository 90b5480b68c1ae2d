import type { QueryNode } from '#contract/query-language.ts'
import {
  cheapestWords,
  holdsWords,
  type PostQuery,
  passesFilters,
  type QueriedPost,
  searchedTree,
} from './post-query-rules.ts'

/** A query that is kept, with the tree that `prepareQuery` made of it. */
export type PreparedQuery = { query: PostQuery; tree: QueryNode | null }

export const prepareQuery = (query: PostQuery): PreparedQuery => ({ query, tree: searchedTree(query) })

/** Other work of this process runs at least this often. */
const sliceMs = 8

/** Lets other work run when the time of a slice is over. */
function makeBreather(): () => Promise<void> | null {
  let began = performance.now()
  return () => {
    if (performance.now() - began < sliceMs) return null
    return new Promise((resolve) => {
      setImmediate(() => {
        began = performance.now()
        resolve()
      })
    })
  }
}

type Posting = Map<string, number[]>

/** For each lexeme the indices of the posts that contain it. */
function indexPosts(posts: readonly QueriedPost[]): Posting {
  const index: Posting = new Map()
  for (const [at, { words }] of posts.entries()) {
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

/**
 * The indices of the posts that each query matches, in the order of the queries: the same as comparing each with
 * each. Works in slices, so that nothing else of this process waits long.
 */
export async function matchPosts(
  queries: readonly PreparedQuery[],
  posts: readonly QueriedPost[],
): Promise<number[][]> {
  const breathe = makeBreather()
  const index = indexPosts(posts)
  const matches: number[][] = []
  for (const prepared of queries) {
    await breathe()
    const { tree, query } = prepared
    matches.push(
      candidatesOf(prepared, index).filter((at) => {
        const post = posts[at]
        return (
          post !== undefined &&
          tree !== null &&
          passesFilters(query, post) &&
          holdsWords(tree, query.terms, post.words)
        )
      }),
    )
  }
  return matches
}
