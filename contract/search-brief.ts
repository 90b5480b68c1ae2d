import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { otherPlace, sessionToken } from './search.ts'

/** Somebody's own words and where they stand; `words` is cut at some length, never changed. */
const quote = z.extend(otherPlace, { createdAt: z.string(), words: z.string() })
export type Quote = z.infer<typeof quote>

const communityCount = z.object({ name: z.string(), posts: z.int() })

/** What some posts say around what they want, each list bounded, the most telling first. */
const told = {
  products: z.array(z.object({ name: z.string(), posts: z.int(), against: z.array(quote) })),
  /** Current workarounds. */
  coping: z.array(quote),
  /** What they pay, would pay, or say that things cost. */
  prices: z.array(quote),
}

/** Posts that want the same thing. */
const need = z.object({
  /** The sentence of one of its posts that most of its authors would sign. */
  name: quote,
  /** All of them, at least three, the strongest first. */
  posts: z.array(
    z.object({ source: z.string(), id: z.string(), title: z.string(), url: z.nullable(z.string()) }),
  ),
  /** Those of most posts, up to a limit; `communityCount` is how many there are. */
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
  /** How many posts the brief was made from: those that match the keyword and have potential, up to a limit. */
  posts: z.int(),
  /** Those of them that are promising or strong. */
  promising: z.int(),
  /** At most five, those whose posts rank highest together first. */
  needs: z.array(need),
  /** Promising posts of no need, best ranked first. */
  toldOnce: z.array(toldOnce),
  /** How many more of those there are. */
  toldOnceMore: z.int(),
  ...told,
  /** Who asks; "Not stated" is counted like any other. */
  personas: z.array(z.object({ persona: z.string(), posts: z.int() })),
  communities: z.array(communityCount),
  communityCount: z.int(),
  /** Every year from the first post to the last, in UTC. */
  years: z.array(z.object({ year: z.int(), posts: z.int() })),
}

export const briefReply = z.object(brief)
export type BriefReply = z.infer<typeof briefReply>

export const searchBriefReply = z.object({
  ...brief,
  /** Words that the titles of the results have far more often than others, the most telling first: keywords to try. */
  related: z._default(z.array(z.string()), []),
})
export type SearchBriefReply = z.infer<typeof searchBriefReply>

/** What the people need whose posts match the keyword of an earlier search. Answers to whoever may read the results. */
export const briefEndpoint = defineEndpoint('GET /api/search-results/:sessionToken/brief', 'anyone', {
  params: z.object({ sessionToken }),
  output: searchBriefReply,
  errors: ['results_expired', 'too_many_attempts'],
})
