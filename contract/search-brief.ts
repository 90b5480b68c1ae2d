import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { otherPlace, sessionToken } from './search.ts'

/** A quote with its position. `words` may be truncated, but is never changed. */
const quote = z.extend(otherPlace, { createdAt: z.string(), words: z.string() })
export type Quote = z.infer<typeof quote>

const communityCount = z.object({ name: z.string(), posts: z.int() })

/** The quotes below a need. Each list has a maximum length and starts with the best quote. */
const told = {
  products: z.array(z.object({ name: z.string(), posts: z.int(), against: z.array(quote) })),
  /** Current workarounds. */
  coping: z.array(quote),
  /** What the authors pay or would pay, or what they say about prices. */
  prices: z.array(quote),
}

/** Posts with the same need. */
const need = z.object({
  /** The sentence from one of the posts that represents most of the authors best. */
  name: quote,
  /** All posts of the need, at least three, strongest first. */
  posts: z.array(
    z.object({ source: z.string(), id: z.string(), title: z.string(), url: z.nullable(z.string()) }),
  ),
  /**
   * The communities with the most posts. The list has a maximum length. `communityCount` is the number of all
   * communities.
   */
  communities: z.array(communityCount),
  communityCount: z.int(),
  maxScore: z.int(),
  oldestPostAt: z.string(),
  newestPostAt: z.string(),
  ...told,
})
export type BriefNeed = z.infer<typeof need>

const toldOnce = z.object({ quote, opportunityScore: z.int() })

const brief = {
  /** The number of posts from which the brief is made: matches with potential, up to a limit. */
  posts: z.int(),
  /** How many of these posts are promising or strong. */
  promising: z.int(),
  /** At most five needs, ordered by the ranks of their posts. */
  needs: z.array(need),
  /** Promising posts that are in no need, best ranked first. */
  toldOnce: z.array(toldOnce),
  /** The number of further promising posts that are in no need. */
  toldOnceMore: z.int(),
  ...told,
  /** The personas of the authors. "Not stated" is counted, too. */
  personas: z.array(z.object({ persona: z.string(), posts: z.int() })),
  communities: z.array(communityCount),
  communityCount: z.int(),
  /** Every year from the first post to the last one, in UTC. */
  years: z.array(z.object({ year: z.int(), posts: z.int() })),
}

export const briefReply = z.object(brief)
export type BriefReply = z.infer<typeof briefReply>

export const searchBriefReply = z.object({
  ...brief,
  /**
   * Keywords to try: words that are far more frequent in the titles of the results than elsewhere. The most
   * specific is first.
   */
  related: z._default(z.array(z.string()), []),
})
export type SearchBriefReply = z.infer<typeof searchBriefReply>

/**
 * The needs in the posts that match the keyword of an earlier search. Open to anybody who may read the
 * results.
 */
export const briefEndpoint = defineEndpoint('GET /api/search-results/:sessionToken/brief', 'anyone', {
  params: z.object({ sessionToken }),
  output: searchBriefReply,
  errors: ['results_expired', 'too_many_attempts'],
})
