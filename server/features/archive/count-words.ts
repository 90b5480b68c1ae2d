import type { ArchiveWordsStore } from './archive-words-store.ts'

/** So far the number of posts may go from that of the last count. */
const leastChange = 0.1

/** How many posts are counted: in seconds while people search, and in a minute or two by a command. */
export const mostCounted = { besideSearches: 15_000, byCommand: 500_000 }

/**
 * Counts the words and the communities of an archive that has changed much since they were last counted: how rare a
 * word is ranks posts, and where they stand.
 */
export async function countWords({ store }: { store: ArchiveWordsStore }, most: number): Promise<void> {
  const held = await store.readCounted()
  if (held.posts === 0) return
  const hasChanged = Math.abs(held.posts - held.counted) > leastChange * held.counted
  if (hasChanged) await store.countWords(held, most)
  if (hasChanged || !held.knowsCommunities) await store.countCommunities(held, most)
}
