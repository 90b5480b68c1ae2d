import { readStart, type StemRaritiesFile } from '#scoring/needs/compare-wants.ts'
import { stemsIn } from '#scoring/needs/stem-word.ts'
import type { ScorablePost } from '#scoring/post-score.ts'

/** All stems that are in fewer posts than this count as equally rare. Most of them are misspelt. */
const leastPosts = 2

/** The rarity of each stem among posts, in the format of the served file. */
export function findStemRarities(posts: readonly ScorablePost[]): StemRaritiesFile {
  const holders = new Map<string, number>()
  for (const post of posts)
    for (const stem of new Set(stemsIn(readStart(post)))) holders.set(stem, (holders.get(stem) ?? 0) + 1)
  const common = [...holders]
    .filter(([, count]) => count >= leastPosts)
    .sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
  return {
    stems: common.map(([stem]) => stem).join(' '),
    rarities: common.map(([, count]) => Math.round(10 * Math.log(posts.length / count))).join(' '),
  }
}
