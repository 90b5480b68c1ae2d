import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { described, named } from './described.ts'
import { v1Reason } from './v1-post.ts'

const { texts, characters } = limits.apiScore
const tooMany = `Send 1 to ${texts} texts`
const tooLong = `Texts and titles together have at most ${characters.toLocaleString('en-US')} characters`

const scored = named(
  z.object({
    score: described(z.nullable(z.int()), 'SaaS potential, 0-100; null if the text has none'),
    persona: z.nullable(z.string()),
    signals: z.array(z.string()),
    base: z.nullable(z.number()),
    reasons: z.array(v1Reason),
    problem: described(z.nullable(z.string()), 'Why there is no score, or what was not read'),
  }),
  'ScoredText',
)
export type V1ScoredText = z.infer<typeof scored>

export const textsToScore = z.strictObject({
  texts: z
    .array(
      z.strictObject({
        title: z._default(z.string().check(z.maxLength(limits.titleCharacters)), ''),
        text: z.string().check(z.minLength(1), z.maxLength(limits.postTextCharacters)),
      }),
      tooMany,
    )
    .check(
      z.minLength(1, tooMany),
      z.maxLength(texts, tooMany),
      z.refine(
        (all) => all.reduce((sum, { title, text }) => sum + title.length + text.length, 0) <= characters,
        tooLong,
      ),
    ),
})

export const v1ScoreEndpoint = defineEndpoint('POST /api/v1/score', 'key:search', {
  operation: 'scoreTexts',
  summary: `Score up to ${texts} texts of your own`,
  description: 'Nothing is stored. Costs no search. Only English is scored.',
  body: textsToScore,
  example: { texts: [{ title: 'Is there a tool for invoices?', text: 'I would pay for one that works.' }] },
  bodyCharacters: characters + 60 * texts,
  output: named(
    z.object({
      scores: described(z.array(scored), 'The scores, in the order of the texts'),
      scorerVersion: z.string(),
    }),
    'Scores',
  ),
  errors: ['body_too_large', 'too_many_attempts', 'overloaded'],
})
