import * as z from 'zod/mini'
import {
  boundedDeadline,
  type Deadline,
  type SourceClock,
} from '#server/adapters/source-calls/source-clock.ts'
import type { DeletionCheck } from '#server/ports.ts'
import { SourceNonsense } from '../source-calls/source-failure.ts'
import type { SourceHttpClient } from '../source-calls/source-http-client.ts'

type Items = {
  http: SourceHttpClient
  /** Of the site's own API, without a slash at the end. */
  itemsUrl: string
  sourceClock: SourceClock
}

/** One call each; few enough to end in time at a polite pace. */
const idsPerCall = 25
const checkMs = 120_000

/** `null` for what never was; deleted by its author, or dead by moderators. */
const item = z.nullable(
  z.object({
    id: z.int(),
    deleted: z.catch(z.optional(z.boolean()), false),
    dead: z.catch(z.optional(z.boolean()), false),
  }),
)

async function stands({ http, itemsUrl }: Items, id: string, deadline: Deadline): Promise<boolean> {
  const parsed = item.safeParse(await http.ask({ url: `${itemsUrl}/item/${id}.json` }, deadline))
  if (!parsed.success) throw new SourceNonsense('sent an answer that is no post')
  return parsed.data !== null && parsed.data.deleted !== true && parsed.data.dead !== true
}

/** Asks the site's own API, since the search keeps what was deleted. */
export function hackerNewsDeletionCheck(deps: Items): DeletionCheck {
  return {
    source: 'hacker-news',
    idsPerCall,
    async findGone(sourceIds, signal) {
      const deadline = boundedDeadline(checkMs, signal, deps.sourceClock)
      const gone: string[] = []
      for (const id of sourceIds.slice(0, idsPerCall)) {
        if (!/^\d{1,12}$/u.test(id) || !(await stands(deps, id, deadline))) gone.push(id)
      }
      return gone
    },
  }
}
