import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { base, evidence } from './search.ts'

const most = limits.postTextCharacters
const tooLong = (what: string) => `A ${what} has at most ${most.toLocaleString('en-US')} characters`

/**
 * A post that somebody pasted. Both parts are read as given, so that offsets fit; of a title that is too long, its
 * beginning. One of them has to say something.
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

/** What every post is told: the score, and the words it rests on. `scorerVersion` names the rules that made it. */
export const scoreReply = z.object({
  opportunityScore: z.int(),
  signals: z.array(z.string()),
  persona: z.string(),
  evidence: z.array(evidence),
  base,
  scorerVersion: z.string(),
  /** What of the post was not read, as a sentence. */
  notes: z.optional(z.array(z.string())),
})
export type ScoreReply = z.infer<typeof scoreReply>

/** Scores one post. Nothing of it is stored. `not_english`: the text is in another language, which no rule can read. */
export const scoreEndpoint = defineEndpoint('POST /api/score', 'anyone', {
  body: pastedPost,
  bodyCharacters: limits.pastedTitleCharacters + limits.postTextCharacters,
  output: scoreReply,
  errors: ['body_too_large', 'too_many_attempts', 'not_english'],
})
