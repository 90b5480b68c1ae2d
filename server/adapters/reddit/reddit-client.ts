import * as z from 'zod/mini'
import type { Deadline, SourceClock } from '#server/adapters/source-calls/source-clock.ts'
import { MalformedSourceReply, SourceRefused } from '../source-calls/source-failure.ts'
import { type SourceHttpParts, sourceHttpClient } from '../source-calls/source-http-client.ts'
import { type RedditPost, readRedditPost } from './reddit-post.ts'
import type { RedditAccess, redditToken } from './reddit-token.ts'

/** Old listings lack fields, and communities and people mix in with posts. */
const listing = z.object({
  kind: z.literal('Listing'),
  data: z.object({
    after: z.catch(z.nullish(z.string().check(z.regex(/^t3_[0-9a-z]{1,20}$/iu))), null),
    children: z.array(z.unknown()),
  }),
})
const child = z.object({ kind: z.literal('t3'), data: z.unknown() })

export type RedditPage = {
  posts: RedditPost[]
  /** Where the next page begins; null at the end. */
  after: string | null
}

/** A page of posts. What in it is no post is passed over; a page that is none throws a `MalformedSourceReply`. */
export function readListing(answer: unknown): RedditPage {
  const page = listing.safeParse(answer)
  if (!page.success) throw new MalformedSourceReply('sent an answer that is no list of posts')
  const { after, children } = page.data.data
  const posts = children.flatMap((one) => {
    const parsed = child.safeParse(one)
    return parsed.success ? [readRedditPost(parsed.data.data)] : []
  })
  return { posts, after: after ?? null }
}

export type RedditClient = ReturnType<typeof redditClient>

type RedditToken = ReturnType<typeof redditToken>

type Parts = Omit<SourceHttpParts, 'userAgent' | 'isTemporary'> & {
  sourceClock: SourceClock
  token: RedditToken
}

/** Asks with the operator's own client. Texts are asked for without HTML escapes, and read with or without. */
export function redditClient(access: RedditAccess & { apiUrl: string }, parts: Parts) {
  const http = sourceHttpClient({ ...parts, userAgent: access.userAgent })
  const authorize = async (again: boolean) => ({
    authorization: `bearer ${await parts.token.read(again)}`,
  })
  return {
    /** The posts at a path such as `/search`. Throws a `SourceError`. */
    async list(path: string, query: Record<string, string>, deadline: Deadline): Promise<RedditPage> {
      const request = { url: `${access.apiUrl}${path}`, query: { ...query, raw_json: '1' }, authorize }
      try {
        return readListing(await http.ask(request, deadline))
      } catch (error) {
        if (!(error instanceof SourceRefused) || error.status !== 401) throw error
        if (/client id/u.test(error.message)) throw error
        throw new SourceRefused('refused our token', 401)
      }
    },
  }
}
