import type { SavedResultsReply } from '#contract/search.ts'
import { AppError } from '#server/errors.ts'
import type { ArchivedPost, Clock } from '#server/ports.ts'
import { deduplicate } from './duplicate-rules.ts'
import type { ExampleSearches } from './example-searches.ts'
import type { Searcher } from './reserve-quota.ts'
import { explainEmpty, type RankedPost, scorerVersionOf } from './result-rules.ts'
import type { SavedSearch, SearchStore } from './search-store.ts'
import { type ShowResults, showResults } from './show-results.ts'

export type ReadSavedResults = ShowResults & {
  store: Pick<SearchStore, 'findSavedSearch'>
  examples: Pick<ExampleSearches, 'find'>
  /** Archived posts by id, in any order; deleted ones are missing. */
  readPosts: (archiveIds: readonly number[]) => Promise<ArchivedPost[]>
  scorerVersion: string
  clock: Clock
}

export type SavedPosts = { search: SavedSearch; isExample: boolean; posts: RankedPost[] }

/** A search of an account answers only to that account; one of a visitor to whoever has its token. */
function mayRead({ userId }: SavedSearch, reader: Searcher): boolean {
  return userId === null || (reader.kind === 'user' && reader.userId === userId)
}

/** The posts of an earlier search in their order. */
export async function requireSavedPosts(
  deps: ReadSavedResults,
  reader: Searcher,
  sessionToken: string,
): Promise<SavedPosts> {
  const example = await deps.examples.find(sessionToken)
  const search = example ?? (await deps.store.findSavedSearch(sessionToken, deps.clock()))
  if (search === null || !mayRead(search, reader)) {
    throw new AppError('results_expired', 'These results do not exist or have expired', {
      userMessage:
        'Original results may have expired. Please download CSV immediately after future searches.',
    })
  }
  const archived = new Map((await deps.readPosts(search.postIds)).map((post) => [post.archiveId, post]))
  const posts = search.postIds.flatMap((id, index) => {
    const post = archived.get(id)
    return post === undefined ? [] : [{ post, match: search.matches[index] ?? 'post' }]
  })
  return { search, isExample: example !== null, posts: deduplicate(posts) }
}

/** The results of an earlier search, at no cost. */
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
