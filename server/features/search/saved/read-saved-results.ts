import type { PostReply } from '#contract/posts.ts'
import type { SavedResultsReply } from '#contract/search.ts'
import { accountOf, type Searcher } from '#server/actor.ts'
import type { Clock } from '#server/clock.ts'
import { AppError } from '#server/errors.ts'
import { explainEmpty } from '#server/matching/explain-empty-rules.ts'
import {
  deduplicate,
  type ListedPost,
  scorerVersionOf,
  withDuplicates,
} from '#server/matching/result-rules.ts'
import type { ExampleSearches } from './example-searches.ts'
import type { SavedResults, SavedResultsStore } from './saved-results-store.ts'
import { type ShowResults, showResults, showWholePost } from './show-results.ts'

export interface ReadSavedResults extends ShowResults {
  saved: SavedResultsStore
  examples: ExampleSearches
  scorerVersion: string
  clock: Clock
}

export type SavedPosts = { search: SavedResults; isExample: boolean; posts: ListedPost[] }

/**
 * A search of an account can be opened only by that account. A visitor's search can be opened by anybody with
 * its token.
 */
function mayRead({ userId }: SavedResults, reader: Searcher): boolean {
  return userId === null || accountOf(reader)?.userId === userId
}

/** The posts of an earlier search in order. */
export async function requireSavedPosts(
  deps: ReadSavedResults,
  reader: Searcher,
  sessionToken: string,
): Promise<SavedPosts> {
  const example = await deps.examples.find(sessionToken)
  const search = example ?? (await deps.saved.findSavedResults(sessionToken, deps.clock()))
  if (search === null || !mayRead(search, reader)) {
    throw new AppError('results_expired', 'These results do not exist or have expired', {
      userMessage:
        'Original results may have expired. Please download CSV immediately after future searches.',
    })
  }
  const archived = new Map(
    (await deps.archive.listPosts(search.postIds)).map((post) => [post.archiveId, post]),
  )
  const posts = search.postIds.flatMap((id, index) => {
    const post = archived.get(id)
    if (post === undefined) return []
    return [{ post, match: search.matches[index] ?? 'post', offTopic: search.offTopic?.[index] ?? false }]
  })
  return { search, isExample: example !== null, posts: deduplicate(posts) }
}

/** The results of an earlier search. Reading them does not count as a search. */
export async function readSavedResults(
  deps: ReadSavedResults,
  reader: Searcher,
  sessionToken: string,
): Promise<SavedResultsReply> {
  const { search, isExample, posts } = await requireSavedPosts(deps, reader, sessionToken)
  const results = await showResults(deps, posts, {
    searcher: reader,
    keyword: search.keyword,
    asOf: search.createdAt,
  })
  return {
    results,
    sessionId: search.sessionToken,
    keyword: search.keyword,
    ...(isExample ? { example: true as const } : {}),
    coverage: search.coverage,
    scorerVersion: scorerVersionOf(posts, deps.scorerVersion),
    ...(results.length > 0 ? {} : { explanation: explainEmpty(search.keyword, search.coverage) }),
  }
}

export type AskedPost = { sessionToken: string; source: string; id: string }

/**
 * A whole post of an earlier search, even one that is only shown as a duplicate of another. Null if there is
 * none.
 */
export async function findResultPost(
  deps: ReadSavedResults,
  reader: Searcher,
  { sessionToken, source, id }: AskedPost,
): Promise<PostReply | null> {
  const { search, posts } = await requireSavedPosts(deps, reader, sessionToken)
  const isAsked = ({ post }: ListedPost) => post.source === source && post.sourceId === id
  const found = posts.find(isAsked) ?? withDuplicates(posts).find(isAsked)
  if (found === undefined) return null
  return showWholePost(deps, found, { searcher: reader, asOf: search.createdAt })
}

export const missingPost = () =>
  new AppError('not_found', 'This post is not in these results, or not any more', {
    userMessage:
      'This post is not available any more. Posts that are deleted where they were published leave this archive too.',
  })

/** Throws "not found" for a post that was deleted in the meantime. */
export async function readResultPost(
  deps: ReadSavedResults,
  reader: Searcher,
  asked: AskedPost,
): Promise<PostReply> {
  const shown = await findResultPost(deps, reader, asked)
  if (shown === null) throw missingPost()
  return shown
}
