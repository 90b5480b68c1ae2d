import * as z from 'zod/mini'
import type { Post } from '#server/ports.ts'
import { readPost } from '../dump-files/read-post.ts'
import { isSensitive } from './sensitive-communities.ts'

/** What one post of Reddit is to us. */
export type RedditPost =
  | { kind: 'post'; post: Post }
  | { kind: 'gone'; sourceId: string }
  | { kind: 'left-out'; sourceId: string | null }

const own = z.object({
  id: z.catch(z.nullish(z.string()), null),
  name: z.catch(z.nullish(z.string()), null),
  hide_score: z.catch(z.optional(z.boolean()), false),
})

/** Reads a post in the shape that Reddit, its dumps and their archives share. Texts lose their HTML escapes. */
export function readRedditPost(value: unknown): RedditPost {
  const row = readPost({ line: 1, value })
  if (row.kind === 'deleted') return { kind: 'gone', sourceId: row.sourceId }
  const { id, name, hide_score: hidden } = own.safeParse(value).data ?? {}
  if (row.kind !== 'post') {
    return { kind: 'left-out', sourceId: (id ?? name ?? '').replace(/^t3_/u, '') || null }
  }
  const { post, nsfw } = row
  if (nsfw || isSensitive(post.community)) {
    return { kind: 'left-out', sourceId: post.sourceId }
  }
  return { kind: 'post', post: hidden === true ? { ...post, upvotes: null } : post }
}

/** Which posts are left out, in words for `coverage`. */
export const leftOutKinds = 'advertisements, removed, adult, profile and health posts'
