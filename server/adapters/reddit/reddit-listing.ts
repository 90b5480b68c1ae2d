import * as z from 'zod/mini'
import { SourceNonsense } from '../source-calls/source-failure.ts'
import { type RedditPost, readRedditPost } from './reddit-post.ts'

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

/** A page of posts. What in it is no post is passed over; a page that is none throws a `SourceNonsense`. */
export function readListing(answer: unknown): RedditPage {
  const page = listing.safeParse(answer)
  if (!page.success) throw new SourceNonsense('sent an answer that is no list of posts')
  const { after, children } = page.data.data
  const posts = children.flatMap((one) => {
    const parsed = child.safeParse(one)
    return parsed.success ? [readRedditPost(parsed.data.data)] : []
  })
  return { posts, after: after ?? null }
}
