import { archiveQuery, describeDropped, emptyLimit, sentences } from '#server/matching/archive-query-rules.ts'
import { type PostQuery, queriesOfTree, queryOfWords } from '#server/matching/post-query-rules.ts'
import { rankerFor } from '#server/matching/relevance-rules.ts'
import { textRanker } from '#server/matching/text-ranker.ts'
import type { ArchivedPost, RankedFind, SourceQuery } from '#server/source-ports.ts'
import type { ArchiveSearchStore } from './archive-search-store.ts'
import { entryPrefixes } from './candidate-rows.ts'
import { type RankArchive, readQuery } from './read-query.ts'

/**
 * The candidates that match a query with OR or filters. Null if the query has neither, so nothing is checked.
 */
async function matchingOf(
  { store }: RankArchive,
  { query, filters }: SourceQuery,
  { terms, archiveIds }: Pick<PostQuery, 'terms'> & { archiveIds: readonly number[] },
): Promise<Set<number> | null> {
  if (query === undefined && filters === undefined) return null
  const words = query === undefined ? null : queryOfWords({ query, terms })
  if (query !== undefined && words === null) return new Set()
  return store.filterMatching(archiveIds, words, { communities: null, filters })
}

/**
 * Ranks posts that another source found and the archive has stored. The same rule ranks the archive's own
 * posts.
 */
export async function rankStored(
  deps: RankArchive,
  posts: readonly ArchivedPost[],
  question: SourceQuery,
): Promise<RankedFind[]> {
  if (posts.length === 0) return []
  const { terms, keyword } = await readQuery(deps, question)
  const archiveIds = posts.map(({ archiveId }) => archiveId)
  const candidates = await deps.store.listFeatures(archiveIds, keyword)
  const within = await matchingOf(deps, question, { terms, archiveIds })
  const byId = new Map(
    posts.flatMap((post) => (within?.has(post.archiveId) === false ? [] : [[post.archiveId, post]])),
  )
  // Posts that other sources found do not show what a community is about, so communities have no effect.
  const rank = rankerFor(keyword, [])
  return candidates.flatMap((one) => {
    const post = byId.get(one.archiveId)
    // A row without words is a post in another language.
    return post === undefined || one.size === 0 ? [] : [{ post, ...rank(one) }]
  })
}

/** A keyword to match and rank texts that are not in the archive. Null if the query is empty. */
export async function readKeywordQuery(store: ArchiveSearchStore, question: SourceQuery) {
  const { terms, keyword } = await readQuery({ store, thesaurus: () => [] }, question)
  const [query = null] =
    question.query === undefined ? [archiveQuery(terms)] : queriesOfTree({ query: question.query, terms })
  if (query === null) return null
  const prefixes = entryPrefixes(keyword.lexemes, keyword.forms)
  const leftOut = sentences(question.emptyLimit ? emptyLimit : null, describeDropped(terms))
  const communities = question.communities ?? null
  return { ...query, prefixes, rank: textRanker(keyword), leftOut, communities }
}

/** A query as the archive searches it, in a form that can be stored and compared with posts. */
export async function readPostQuery(store: ArchiveSearchStore, question: SourceQuery): Promise<PostQuery> {
  const { terms } = await readQuery({ store, thesaurus: () => [] }, question)
  const { query, communities, filters } = question
  return {
    ...(query === undefined ? {} : { query }),
    terms: terms.map(({ excluded, spellings, marks = [] }) => ({ excluded, spellings, marks })),
    ...(communities === undefined ? {} : { communities }),
    ...(filters === undefined ? {} : { filters }),
  }
}

type CountMatches = { shown: number; signal: AbortSignal }

/**
 * The number of real posts that a query matches, and the best of these posts. Null if the query contains
 * nothing that can be searched.
 */
export async function countMatches(
  store: ArchiveSearchStore,
  query: PostQuery,
  { shown, signal }: CountMatches,
): Promise<{ posts: number; best: ArchivedPost[] } | null> {
  const words = queryOfWords(query)
  if (words === null) return null
  const { communities = null, filters } = query
  const { posts, best } = await store.countMatching({ words, shown, communities, filters }, signal)
  const stored = new Map((await store.listPosts(best)).map((post) => [post.archiveId, post]))
  return { posts, best: best.flatMap((id) => stored.get(id) ?? []) }
}
