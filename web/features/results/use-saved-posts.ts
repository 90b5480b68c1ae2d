import { useSyncExternalStore } from 'react'
import { showToast } from '#web/ui/toast.tsx'
import { postKey } from './post-key.ts'
import { mostSaved, readSaved, type SavedPost, toggleSaved } from './saved-posts.ts'

const storageKey = 'unmet.saved'

const nothingSaved: readonly SavedPost[] = []
const noKeys: ReadonlySet<string> = new Set()
let stored: string | null = null
let saved = nothingSaved
let savedKeys = noKeys
const listeners = new Set<() => void>()

/** The list as this device has it; read anew only when it changed. */
function loadSaved(): readonly SavedPost[] {
  let now: string | null = null
  try {
    now = localStorage.getItem(storageKey)
  } catch {
    // Storage is blocked: nothing was ever kept.
  }
  if (now !== stored) {
    stored = now
    saved = readSaved(now)
    savedKeys = new Set(saved.map(postKey))
  }
  return saved
}

function loadKeys(): ReadonlySet<string> {
  loadSaved()
  return savedKeys
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange)
  window.addEventListener('storage', onChange)
  return () => {
    listeners.delete(onChange)
    window.removeEventListener('storage', onChange)
  }
}

/** True when this device took the list. */
function keepSaved(next: readonly SavedPost[]): boolean {
  try {
    localStorage.setItem(storageKey, JSON.stringify(next))
  } catch {
    showToast({
      title: 'Not saved',
      description:
        'This browser refuses to keep data: its storage is full, blocked or off, as in a private window. Download the CSV instead.',
      tone: 'destructive',
    })
    return false
  }
  for (const listener of listeners) listener()
  return true
}

/** Saves a post on this device, or lets go of it, and says so. */
export function toggleSavedPost(post: SavedPost): void {
  const before = loadSaved()
  const next = toggleSaved(before, post)
  if (next === null) {
    const description = `This device keeps ${mostSaved} posts. Remove some from your saved posts first.`
    showToast({ title: 'Not saved', description, tone: 'destructive' })
    return
  }
  if (!keepSaved(next)) return
  if (next.length > before.length) showToast({ title: 'Saved on this device', description: post.title })
  else showToast({ title: 'Removed from your saved posts', description: post.title })
}

/** Lets go of all of them. */
export function forgetSavedPosts(): void {
  if (keepSaved([])) showToast({ title: 'Saved posts removed from this device' })
}

/** The posts saved on this device, newest first; other tabs count. */
export function useSavedPosts(): readonly SavedPost[] {
  return useSyncExternalStore(subscribe, loadSaved, () => nothingSaved)
}

/** The keys of the saved posts. */
export function useSavedKeys(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, loadKeys, () => noKeys)
}

export function useIsSaved(post: { source: string; id: string }): boolean {
  const key = postKey(post)
  return useSyncExternalStore(
    subscribe,
    () => loadKeys().has(key),
    () => false,
  )
}
