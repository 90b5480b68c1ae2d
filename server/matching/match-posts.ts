import type { QueryNode } from '#contract/query-language.ts'
import { makeBreather } from './make-breather.ts'
import {
  holdsWords,
  type PostQuery,
  passesFilters,
  type QueriedPost,
  searchedTree,
} from './post-query-rules.ts'
import {
  addToIndex,
  emptyIndex,
  findCandidates,
  hasPhrase,
  type PostIndex,
  positionsOf,
} from './post-sets.ts'

/**
 * A stored query, with the tree that `prepareQuery` built from it. Communities are a `Set`, because a list
 * can name thousands of them.
 */
export type PreparedQuery = {
  query: Omit<PostQuery, 'communities'>
  communities: ReadonlySet<string> | null
  tree: QueryNode | null
  /** Whether the order of the words has to be checked too. */
  isOrdered: boolean
}

export function prepareQuery({ communities, ...query }: PostQuery): PreparedQuery {
  const tree = searchedTree(query)
  return {
    query,
    communities: communities === undefined ? null : new Set(communities),
    tree,
    isOrdered: tree !== null && hasPhrase(tree, query.terms),
  }
}

type Breathe = ReturnType<typeof makeBreather>

/** Limits the memory of an index, which has one bit per lexeme and post. */
const postsAtOnce = 512

async function indexPosts(posts: readonly QueriedPost[], breathe: Breathe): Promise<PostIndex> {
  const index = emptyIndex(posts.length)
  for (const [at, { words }] of posts.entries()) {
    await breathe()
    addToIndex(index, at, words)
  }
  return index
}

async function matchOne(
  { tree, query, communities, isOrdered }: PreparedQuery,
  { posts, index, breathe }: { posts: readonly QueriedPost[]; index: PostIndex; breathe: Breathe },
): Promise<number[]> {
  if (tree === null) return []
  const filters = query.filters ?? {}
  const found: number[] = []
  for (const at of positionsOf(findCandidates(tree, query.terms, index))) {
    const post = posts[at]
    if (post === undefined || !passesFilters({ communities, filters }, post)) continue
    if (isOrdered) {
      await breathe()
      if (!holdsWords(tree, query.terms, post.words)) continue
    }
    found.push(at)
  }
  return found
}

/**
 * The indices of the posts that each query matches, in the order of the queries. The result is the same as if
 * each query were compared with each post. Works in slices, so that other work of this process does not wait
 * long.
 */
export async function matchPosts(
  queries: readonly PreparedQuery[],
  posts: readonly QueriedPost[],
): Promise<number[][]> {
  const breathe = makeBreather()
  const matched: number[][] = queries.map(() => [])
  for (let from = 0; from < posts.length; from += postsAtOnce) {
    const batch = posts.slice(from, from + postsAtOnce)
    const index = await indexPosts(batch, breathe)
    for (const [at, prepared] of queries.entries()) {
      await breathe()
      for (const found of await matchOne(prepared, { posts: batch, index, breathe }))
        matched[at]?.push(from + found)
    }
  }
  return matched
}
