import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'

/** A keyword with good results in this installation's archive, and the token of its saved results. */
const exampleSearch = z.object({ keyword: z.string(), sessionId: z.string() })
export type ExampleSearch = z.infer<typeof exampleSearch>

export const examplesReply = z.object({
  /** At most three examples. The example with the most strong posts is first. */
  examples: z.array(exampleSearch),
})
export type ExamplesReply = z.infer<typeof examplesReply>

/** Free example keywords. The results of the examples are stored and open to anybody. */
export const examplesEndpoint = defineEndpoint('GET /api/examples', 'anyone', { output: examplesReply })
