import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { base, evidence } from './search.ts'

const titleTooLong = `A title has at most ${limits.postTitleCharacters.toLocaleString('en-US')} characters`
const textTooLong = `A text has at most ${limits.postTextCharacters.toLocaleString('en-US')} characters`

/** A post that somebody pasted. Both parts are read as given, so that offsets fit; one of them has to say something. */
export const pastedPost = z
  .object({
    title: z
      .string('Send a title, if only an empty one')
      .check(z.maxLength(limits.postTitleCharacters, titleTooLong)),
    selftext: z
      .string('Send a text, if only an empty one')
      .check(z.maxLength(limits.postTextCharacters, textTooLong)),
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
})
export type ScoreReply = z.infer<typeof scoreReply>

/** Scores one post. Nothing of it is stored. `not_english`: the text is in another language, which no rule can read. */
export const scoreEndpoint = defineEndpoint('POST /api/score', 'anyone', {
  body: pastedPost,
  bodyCharacters: limits.postTitleCharacters + limits.postTextCharacters,
  output: scoreReply,
  errors: ['body_too_large', 'too_many_attempts', 'not_english'],
})
