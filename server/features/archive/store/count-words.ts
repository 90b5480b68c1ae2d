import type { WordCountStore } from './word-count-store.ts'

/**
 * The number of posts that are counted: a sample in seconds while the product serves searches, more in a minute or
 * two by a command.
 */
export const mostCounted = { besideSearches: 15_000, byCommand: 500_000 }

/** Counted again once the number of posts differs by more than this share from the last count. */
const leastChange = 0.1

/**
 * Counts words and communities of an archive that has changed much since the last count: ranking uses the rarity
 * of words, and the communities.
 */
export async function countWords({ store }: { store: WordCountStore }, most: number): Promise<void> {
  const { countedPosts, knowsCommunities, ...searched } = await store.readCounted()
  if (searched.posts === 0) return
  const hasChanged = Math.abs(searched.posts - countedPosts) > leastChange * countedPosts
  if (hasChanged) await store.countEachWord(searched, most)
  if (hasChanged || !knowsCommunities) await store.countCommunities(searched, most)
}
