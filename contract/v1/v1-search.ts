import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { keyword } from '#contract/keyword.ts'
import { limits } from '#contract/limits.ts'
import { countedSearchErrors } from '#contract/search.ts'
import { described, named } from './described.ts'
import { costs, cursor, next, pageLimit, searchId, v1Count } from './v1-fields.ts'
import { v1Post, v1WholePost } from './v1-post.ts'

const v1Coverage = named(
  z.object({
    source: z.string(),
    outcome: described(
      z.enum(['found', 'empty', 'not_reached']),
      'The source has matching posts; it was searched and has none; or it could not be searched',
    ),
    posts: described(
      z.nullable(z.int()),
      'How many of its posts can be searched; null if the source does not report it',
    ),
    oldestPostAt: z.nullable(z.string()),
    newestPostAt: z.nullable(z.string()),
    sample: described(z.boolean(), 'Only sample posts were searched'),
    note: described(z.nullable(z.string()), 'What was not searched; null if everything was'),
    failure: described(z.nullable(z.string()), 'Why the source could not be searched'),
  }),
  'Coverage',
  'What one source contributed',
)
export type V1Coverage = z.infer<typeof v1Coverage>

const v1Keyword = described(
  keyword,
  `1 to ${limits.keywordWords} words; "quotes" for phrases, -word to exclude, in:community to limit`,
)

/** The body of a request with one keyword. */
export const askedKeyword = z.strictObject({ keyword: v1Keyword })

const v1SearchReply = named(
  z.object({
    searchId: described(z.string(), 'Opens these results again, without cost, until they expire'),
    keyword: z.string(),
    costs,
    count: described(v1Count, 'All posts of this search'),
    posts: described(z.array(v1Post), 'Best first'),
    next,
    coverage: z.array(v1Coverage),
    explanation: described(z.nullable(z.string()), 'Why nothing was found, and what to try'),
    scorerVersion: z.string(),
  }),
  'Search',
)
export type V1SearchReply = z.infer<typeof v1SearchReply>

export const keywordErrors = [
  'invalid_keyword',
  ...countedSearchErrors,
  'too_many_attempts',
  'results_expired',
] as const

export const v1SearchEndpoint = defineEndpoint('POST /api/v1/search', 'key:search', {
  operation: 'searchPosts',
  summary: 'Search posts for a keyword',
  description:
    'Costs one search of the account, as on the page. Free if a brief for the same keyword was made shortly before.',
  body: z.extend(askedKeyword, {
    limit: described(
      z._default(z.int().check(z.minimum(1), z.maximum(limits.resultsPerSearch)), 20),
      'The most posts on the first page',
    ),
  }),
  example: { keyword: 'time tracking', limit: 5 },
  output: v1SearchReply,
  errors: keywordErrors,
})

export const v1SearchPageEndpoint = defineEndpoint('GET /api/v1/search/:searchId', 'key:search', {
  operation: 'readSearch',
  summary: 'Read the next page of a search',
  description: 'Costs nothing. Posts that were deleted at their source are missing.',
  params: z.object({ searchId }),
  query: z.strictObject({ cursor, limit: pageLimit }),
  output: v1SearchReply,
  errors: ['results_expired', 'too_many_attempts', 'overloaded'],
})

export const v1PostEndpoint = defineEndpoint('GET /api/v1/search/:searchId/posts/:source/:id', 'key:search', {
  operation: 'readSearchPost',
  summary: 'Read a post of a search, with all reasons of its score',
  params: z.object({
    searchId,
    source: described(z.string(), 'The `source` of the post'),
    id: described(z.string(), 'The `id` of the post'),
  }),
  output: v1WholePost,
  errors: ['results_expired', 'not_found', 'too_many_attempts', 'overloaded'],
})
