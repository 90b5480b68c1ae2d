import { limits } from '#contract/limits.ts'
import type { SearchResult, SourceCoverage } from '#contract/search.ts'
import { toV1Post } from './to-v1-post.ts'
import { cursorAfter } from './v1-cursor.ts'
import type { V1Count } from './v1-fields.ts'
import type { V1Coverage, V1SearchReply } from './v1-search.ts'

function toV1Coverage(coverage: SourceCoverage, results: readonly SearchResult[]): V1Coverage {
  const { source, posts, oldestPostAt, newestPostAt, sample, leftOut, failed } = coverage
  // Results of older versions do not contain the number of posts that each source found.
  const found = coverage.found ?? results.length
  return {
    source,
    outcome: failed !== null ? 'not_reached' : found > 0 ? 'found' : 'empty',
    posts,
    oldestPostAt,
    newestPostAt,
    sample,
    note: leftOut,
    failure: failed,
  }
}

/** The count is exact, unless posts may be missing because of the search's limit or an unreachable source. */
export const countOf = (value: number, most: number, isWhole = true): V1Count => ({
  value,
  relation: value >= most || !isWhole ? 'at_least' : 'exact',
})

type Found = {
  results: readonly SearchResult[]
  sessionId: string
  coverage: readonly SourceCoverage[]
  scorerVersion: string
  explanation?: string | undefined
}

type Page = { keyword: string; costs: number; start: number; limit: number }

/** A page of a search with the field names that programs were promised. */
export function toV1Search(found: Found, { keyword, costs, start, limit }: Page): V1SearchReply {
  const { results, coverage } = found
  const shown = results.slice(start, start + limit)
  const last = shown.at(-1)
  const isEnd = last === undefined || start + limit >= results.length
  return {
    searchId: found.sessionId,
    keyword,
    costs,
    count: countOf(
      results.length,
      limits.resultsPerSearch,
      coverage.every(({ failed }) => failed === null),
    ),
    posts: shown.map(toV1Post),
    next: isEnd ? null : cursorAfter(last, start + limit),
    coverage: coverage.map((one) => toV1Coverage(one, results)),
    explanation: found.explanation ?? null,
    scorerVersion: found.scorerVersion,
  }
}
