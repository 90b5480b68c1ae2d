import type { WordCountStore } from './word-count-store.ts'

/**
 * The maximum number of posts that are counted: few while the product serves searches, so that counting takes
 * seconds, and many in a command, where it may take minutes.
 */
export const mostCounted = { besideSearches: 15_000, byCommand: 500_000 }

/** Words are counted again once the number of posts differs from the last count by more than this share. */
const leastChange = 0.1

/** Counts words and communities again, for ranking, if the archive has changed much since the last count. */
export async function countWords({ store }: { store: WordCountStore }, most: number): Promise<void> {
  const { countedPosts, knowsCommunities, ...searched } = await store.readCounted()
  if (searched.posts === 0) return
  const hasChanged = Math.abs(searched.posts - countedPosts) > leastChange * countedPosts
  if (hasChanged) await store.countEachWord(searched, most)
  if (hasChanged || !knowsCommunities) await store.countCommunities(searched, most)
}
