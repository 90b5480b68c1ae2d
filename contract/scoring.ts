import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { base, evidence } from './search.ts'

const most = limits.postTextCharacters
const tooLong = (what: string) => `A ${what} has at most ${most.toLocaleString('en-US')} characters`

/**
 * A pasted post. Both texts are used unchanged, so that offsets stay valid. A title that is too long is
 * truncated. At least one of the texts must not be empty.
 */
export const pastedPost = z
  .object({
    title: z.string('Send a title, if only an empty one').check(z.maxLength(most, tooLong('title'))),
    selftext: z.string('Send a text, if only an empty one').check(z.maxLength(most, tooLong('text'))),
  })
  .check(
    z.refine(({ title, selftext }) => `${title}${selftext}`.trim() !== '', {
      error: 'Paste a title or a text to score',
      path: ['title'],
    }),
  )
export type PastedPost = z.infer<typeof pastedPost>

/** The score of a post and its evidence. `scorerVersion` identifies the rules and weights. */
export const scoreReply = z.object({
  opportunityScore: z.int(),
  signals: z.array(z.string()),
  persona: z.string(),
  evidence: z.array(evidence),
  base,
  scorerVersion: z.string(),
  /** What was not read, as sentences. */
  notes: z.optional(z.array(z.string())),
})
export type ScoreReply = z.infer<typeof scoreReply>

/**
 * Scores one post. Nothing is stored. `not_english` means that the text is in a language for which the scorer
 * has no rules.
 */
export const scoreEndpoint = defineEndpoint('POST /api/score', 'anyone', {
  body: pastedPost,
  bodyCharacters: limits.pastedTitleCharacters + limits.postTextCharacters,
  output: scoreReply,
  errors: ['body_too_large', 'too_many_attempts', 'not_english'],
})
