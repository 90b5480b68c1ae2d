import { logistic } from '../plain-math.ts'
import { type PairReader, pairFeatures } from './compare-wants.ts'
import { mergePosts } from './merge-posts.ts'

/** What was learned of pairs of posts: each in log odds that they want the same thing done. */
export type PairWeights = { base: number } & Record<(typeof pairFeatures)[number], number>

/** How likely the posts of two groups have to want one thing, on average over all their pairs, to become one. */
const leastLikely = 0.34

/** The chance that the same thing is wanted in two posts. */
function chanceOf(weights: PairWeights, features: ArrayLike<number>): number {
  return logistic(
    pairFeatures.reduce((sum, name, at) => sum + weights[name] * (features[at] ?? 0), weights.base),
  )
}

/** Whether a post would join a group of others, were they all there was. */
export function isOfGroup(
  read: PairReader,
  weights: PairWeights,
  [post, group]: readonly [post: number, group: readonly number[]],
): boolean {
  const sum = group.reduce((chances, member) => chances + chanceOf(weights, read(post, member)), 0)
  return group.length > 0 && sum / group.length >= leastLikely
}

/** Groups posts that want the same thing done; who wants what nobody else does is in no group. */
export function groupWants(count: number, read: PairReader, weights: PairWeights): number[][] {
  const chances = new Float32Array(count * count)
  for (let one = 0; one < count; one++) {
    for (let other = 0; other < one; other++) {
      const chance = chanceOf(weights, read(one, other))
      chances[one * count + other] = chance
      chances[other * count + one] = chance
    }
  }
  return mergePosts(chances, count, leastLikely)
}
