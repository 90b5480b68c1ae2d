import type { WordCountStore } from './word-count-store.ts'

/** How many posts are counted: in seconds while people search, and in a minute or two by a command. */
export const mostCounted = { besideSearches: 15_000, byCommand: 500_000 }

/** Counted anew once the number of posts differs by more than this share from the last count. */
const leastChange = 0.1

/**
 * Counts the words and the communities of an archive that has changed much since they were last counted: posts are
 * ranked by how rare their words are, and by their community.
 */
export async function countWords({ store }: { store: WordCountStore }, most: number): Promise<void> {
  const { countedPosts, knowsCommunities, ...searched } = await store.readCounted()
  if (searched.posts === 0) return
  const hasChanged = Math.abs(searched.posts - countedPosts) > leastChange * countedPosts
  if (hasChanged) await store.countEachWord(searched, most)
  if (hasChanged || !knowsCommunities) await store.countCommunities(searched, most)
}
