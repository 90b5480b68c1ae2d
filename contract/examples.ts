import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'

/** A keyword that this installation's own archive answers well, and the token that its results open with. */
const exampleSearch = z.object({ keyword: z.string(), sessionId: z.string() })
export type ExampleSearch = z.infer<typeof exampleSearch>

export const examplesReply = z.object({
  /** At most three, the one with most strong posts first; fewer where the archive answers fewer. */
  examples: z.array(exampleSearch),
})
export type ExamplesReply = z.infer<typeof examplesReply>

/** Keywords to try at no cost: their results are kept ready and open for anybody. */
export const examplesEndpoint = defineEndpoint('GET /api/examples', 'anyone', { output: examplesReply })
