import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { base, searchResult, sessionToken } from './search.ts'

/** One post of an answer with its whole text and every reason of its score: offsets into `title` and `selftext`. */
export const postReply = z.extend(
  z.omit(searchResult, { excerpt: true, excerptStart: true, textCharacters: true, keywordPassages: true }),
  {
    selftext: z.string(),
    base,
    scorerVersion: z.string(),
  },
)
export type PostReply = z.infer<typeof postReply>

/** Answers to whoever may read the results; `not_found` is a post that was deleted or is not one of them. */
export const readPostEndpoint = defineEndpoint(
  'GET /api/search-results/:sessionToken/posts/:source/:id',
  'anyone',
  {
    params: z.object({ sessionToken, source: z.string(), id: z.string() }),
    output: postReply,
    errors: ['results_expired', 'not_found'],
  },
)
