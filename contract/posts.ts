import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { base, searchResult, sessionToken } from './search.ts'

/** One result with its full text and all evidence of its score. Offsets refer to `title` and `selftext`. */
export const postReply = z.extend(
  z.omit(searchResult, { excerpt: true, excerptStart: true, textCharacters: true, keywordPassages: true }),
  {
    selftext: z.string(),
    base,
    scorerVersion: z.string(),
  },
)
export type PostReply = z.infer<typeof postReply>

/**
 * Open to anybody who may read the results. `not_found` means that the post was deleted, or that it is not
 * one of the results.
 */
export const readPostEndpoint = defineEndpoint(
  'GET /api/search-results/:sessionToken/posts/:source/:id',
  'anyone',
  {
    params: z.object({ sessionToken, source: z.string(), id: z.string() }),
    output: postReply,
    errors: ['results_expired', 'not_found'],
  },
)
