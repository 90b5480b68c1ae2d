import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { cutText } from '#contract/cut-text.ts'
import type { SearchResult } from '#contract/search.ts'
import { parseJson } from '#web/api-client.ts'
import { storedText } from '#web/device-storage.ts'
import { showToast } from '#web/ui/toast.tsx'
import { postKey } from './post-key.ts'

/**
 * The fields of a post that are stored on this device, in the order of the export. They are enough to
 * recognise the post and find it again.
 */
export const savedPost = z.object({
  title: z.string(),
  community: z.string(),
  opportunityScore: z.number(),
  url: z.nullable(z.string()),
  postedAt: z.string(),
  source: z.string(),
  id: z.string(),
  keyword: z.string(),
  savedAt: z.string(),
  sessionId: z.string(),
})
export type SavedPost = z.infer<typeof savedPost>

/** The maximum: browsers give a site a few megabytes in total. */
export const mostSaved = 500
const titleCharacters = 300

/** The posts saved on this device, newest first; invalid data counts as empty. */
export function readSaved(stored: string | null): SavedPost[] {
  const { data = [] } = z.array(savedPost).safeParse(parseJson(stored ?? ''))
  return data.slice(0, mostSaved)
}

type FoundBy = Pick<SavedPost, 'keyword' | 'sessionId' | 'savedAt'>

export function toSavedPost(result: SearchResult, found: FoundBy): SavedPost {
  const { source, id, subreddit: community, opportunityScore, url, createdAt: postedAt } = result
  const title = cutText(result.title, titleCharacters)
  return { source, id, title, community, opportunityScore, url, postedAt, ...found }
}

/** The list with this post added at the start, or removed if it was there; null if the list is full. */
export function toggleSaved(saved: readonly SavedPost[], post: SavedPost): SavedPost[] | null {
  const others = saved.filter((one) => postKey(one) !== postKey(post))
  if (others.length < saved.length) return others
  return saved.length >= mostSaved ? null : [post, ...saved]
}

type Saved = { posts: readonly SavedPost[]; keys: ReadonlySet<string> }

const device = storedText('unmet.saved')
const nothingSaved: Saved = { posts: [], keys: new Set() }
let lastRead: { stored: string | null; saved: Saved } = { stored: null, saved: nothingSaved }

/** The posts on this device; parsed again only after a change. */
function loadSaved(): Saved {
  const stored = device.read() ?? null
  if (stored !== lastRead.stored) {
    const posts = readSaved(stored)
    lastRead = { stored, saved: { posts, keys: new Set(posts.map(postKey)) } }
  }
  return lastRead.saved
}

const notSaved = (description: string) => showToast({ title: 'Not saved', description, tone: 'destructive' })

const refused =
  'This browser cannot store data: its storage is full, blocked or turned off, as in a private window. Download the CSV instead.'

function keepSaved(posts: readonly SavedPost[]): boolean {
  const isKept = device.keep(JSON.stringify(posts))
  if (!isKept) notSaved(refused)
  return isKept
}

export function toggleSavedPost(post: SavedPost): void {
  const { posts } = loadSaved()
  const next = toggleSaved(posts, post)
  if (next === null) {
    notSaved(`You can save ${mostSaved} posts on this device. Remove some first.`)
  } else if (keepSaved(next)) {
    if (next.length > posts.length) showToast({ title: 'Saved on this device', description: post.title })
    else {
      const action = { label: 'Undo', run: () => restoreSaved(posts, post) }
      showToast({ title: 'Removed from your saved posts', description: post.title, action })
    }
  }
}

/** Puts a removed post back where it was in `before`. */
function restoreSaved(before: readonly SavedPost[], removed: SavedPost): void {
  const { posts, keys } = loadSaved()
  const key = postKey(removed)
  if (keys.has(key)) return
  const place = before.findIndex((one) => postKey(one) === key)
  const kept = before.find((one) => postKey(one) === key) ?? removed
  keepSaved([...posts.slice(0, place), kept, ...posts.slice(place)])
}

export function forgetSavedPosts(): void {
  const { posts } = loadSaved()
  const action = { label: 'Undo', run: () => keepSaved([...loadSaved().posts, ...posts].slice(0, mostSaved)) }
  if (keepSaved([])) showToast({ title: 'Saved posts removed from this device', action })
}

export function useSaved(): Saved {
  return useSyncExternalStore(device.subscribe, loadSaved, () => nothingSaved)
}

export function useIsSaved(post: { source: string; id: string }): boolean {
  const key = postKey(post)
  return useSyncExternalStore(
    device.subscribe,
    () => loadSaved().keys.has(key),
    () => false,
  )
}
