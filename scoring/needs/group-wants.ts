import { logistic } from '../plain-math.ts'
import { compareEach } from './compare-posts.ts'
import { type PairReader, pairFeatures } from './compare-wants.ts'

/** What was learned of pairs of posts: each in log odds that they want the same thing done. */
export type PairWeights = { base: number } & Record<(typeof pairFeatures)[number], number>

/** How likely the posts of two groups have to want one thing, on average over all their pairs, to become one. */
const leastLikely = 0.35

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
  const chances = compareEach(count, (one, other) => chanceOf(weights, read(one, other)))
  return mergePosts(chances, count, leastLikely)
}

/** Groups while they are merged: how alike every two are, row by row of a square, their posts, and which may still grow. */
type Groups = { alike: Float32Array; count: number; members: number[][]; open: Uint8Array }

/**
 * Groups posts from the closest two upwards. Two groups are as alike as their members are on average, so a
 * chain of neighbours does not become one group; merging ends below `least`. Changes `alike`.
 */
function mergePosts(alike: Float32Array, count: number, least: number): number[][] {
  const members = Array.from({ length: count }, (_, post) => [post])
  const open = new Uint8Array(count).fill(1)
  const groups: Groups = { alike, count, members, open }
  const chain: number[] = []
  for (let start = 0; start < count; ) {
    if (open[start] === 0) {
      start++
      continue
    }
    if (chain.length === 0) chain.push(start)
    const tip = chain.at(-1) ?? start
    const before = chain.at(-2) ?? -1
    const next = closest(groups, tip, before)
    if (next < 0 || (alike[tip * count + next] ?? 0) < least) {
      // Nothing is close enough to it now, and merging others brings nothing closer than they are.
      open[tip] = 0
      chain.pop()
    } else if (next === before) {
      chain.length -= 2
      join(groups, Math.min(tip, before), Math.max(tip, before))
    } else chain.push(next)
  }
  return members.filter((group) => group.length > 1)
}

/** The open group most like `tip`; of equals the one before it in the chain, then the first. */
function closest({ alike, count, open }: Groups, tip: number, before: number): number {
  const row = tip * count
  let best = before
  let most = before < 0 ? 0 : (alike[row + before] ?? 0)
  for (let other = 0; other < count; other++) {
    const value = alike[row + other] ?? 0
    if (value > most && open[other] === 1 && other !== tip) {
      most = value
      best = other
    }
  }
  return best
}

/** Makes `from` part of `into`, whose likeness to the others becomes the average over all members. */
function join({ alike, count, members, open }: Groups, into: number, from: number): void {
  const a = members[into] ?? []
  const b = members[from] ?? []
  const share = a.length / (a.length + b.length)
  for (let other = 0; other < count; other++) {
    const value =
      share * (alike[into * count + other] ?? 0) + (1 - share) * (alike[from * count + other] ?? 0)
    alike[into * count + other] = value
    alike[other * count + into] = value
  }
  open[from] = 0
  a.push(...b)
  members[from] = []
}
