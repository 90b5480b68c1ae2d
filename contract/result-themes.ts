import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { sessionToken } from './search.ts'

/** Names a post: neither part alone is unique. */
const postName = z.object({ source: z.string(), id: z.string() })

/** Posts of one answer that tell the same problem. */
const theme = z.object({
  /** Words of the posts themselves; no two themes of an answer have the same. */
  label: z.string(),
  /** At least two, the highest score first. */
  posts: z.array(postName),
  /** The one with most posts first. */
  communities: z.array(z.string()),
  averageScore: z.number(),
  maxScore: z.int(),
  /** The words that show the need most, each with its post and its points. */
  evidence: z.array(z.extend(postName, { signal: z.string(), words: z.string(), points: z.number() })),
})
export type Theme = z.infer<typeof theme>

export const themesReply = z.object({
  /** The one whose scores add up to most first. */
  themes: z.array(theme),
  /** How many posts share their problem with no other. */
  alone: z.int(),
})
export type ThemesReply = z.infer<typeof themesReply>

/** The posts of an earlier search, grouped by problem. Answers to whoever may read the results. */
export const themesEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/search-results/:sessionToken/themes',
  access: 'anyone',
  params: z.object({ sessionToken }),
  output: themesReply,
  errors: ['results_expired', 'too_many_attempts'],
})
