import * as z from 'zod/mini'
import type { SearchResult } from '#contract/search.ts'

/** A post as it is kept on this device: enough to recognise it and to find it again. */
const savedPost = z.object({
  source: z.string(),
  id: z.string(),
  title: z.string(),
  community: z.string(),
  opportunityScore: z.number(),
  url: z.nullable(z.string()),
  postedAt: z.string(),
  keyword: z.string(),
  sessionId: z.string(),
  savedAt: z.string(),
})
export type SavedPost = z.infer<typeof savedPost>

/** More are not kept: the browser gives a site a few megabytes for everything. */
export const mostSaved = 500
const titleCharacters = 300

const savedPosts = z.array(savedPost)

/** What was kept on this device, newest first; something that is no such list counts as empty. */
export function readSaved(stored: string | null): SavedPost[] {
  if (stored === null) return []
  try {
    return savedPosts.parse(JSON.parse(stored)).slice(0, mostSaved)
  } catch {
    return []
  }
}

function isSamePost(a: { source: string; id: string }, b: { source: string; id: string }): boolean {
  return a.source === b.source && a.id === b.id
}

type FoundBy = { keyword: string; sessionId: string; savedAt: string }

/** A result as it is kept. */
export function toSavedPost(result: SearchResult, { keyword, sessionId, savedAt }: FoundBy): SavedPost {
  return {
    source: result.source,
    id: result.id,
    title: result.title.slice(0, titleCharacters).toWellFormed(),
    community: result.subreddit,
    opportunityScore: result.opportunityScore,
    url: result.url,
    postedAt: result.createdAt,
    keyword,
    sessionId,
    savedAt,
  }
}

/** The list with this post first, or without it where it was there; null when there is no room for it. */
export function toggleSaved(saved: readonly SavedPost[], post: SavedPost): SavedPost[] | null {
  const others = saved.filter((one) => !isSamePost(one, post))
  if (others.length < saved.length) return others
  return saved.length >= mostSaved ? null : [post, ...saved]
}
