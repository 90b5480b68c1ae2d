import { logistic } from '../plain-math.ts'
import { compareEach } from './compare-posts.ts'
import { type PairReader, pairFeatures } from './compare-wants.ts'

/** The learned log odds that one product would serve the authors of a pair of posts. */
export type PairWeights = { base: number } & Record<(typeof pairFeatures)[number], number>

/** The minimum probability at which two posts form a group. */
const leastLikely = 0.14
/**
 * The minimum of the average probability increases by this for each further post of a group, because one
 * wrong post in a large group makes many wrong pairs.
 */
const morePerPost = 0.06
/** The minimum never exceeds this. */
const mostAsked = 0.5
/** Each pair in a group needs at least this probability. */
const leastOfPair = 0.08
/** At least three, because two posts may look similar by chance. */
export const fewestPosts = 3

const leastOf = (size: number): number => Math.min(mostAsked, leastLikely + morePerPost * (size - 2))

/** The probability that one product would serve the authors of two posts. */
function chanceOf(weights: PairWeights, features: ArrayLike<number>): number {
  return logistic(
    pairFeatures.reduce((sum, name, at) => sum + weights[name] * (features[at] ?? 0), weights.base),
  )
}

/** The probability that one product would serve two authors of a group, as an average over all pairs. */
export function closenessOf(read: PairReader, weights: PairWeights, group: readonly number[]): number {
  const chances = group.flatMap((one, at) =>
    group.slice(0, at).map((other) => chanceOf(weights, read(one, other))),
  )
  return chances.reduce((sum, chance) => sum + chance, 0) / chances.length
}

/** Whether a post would join a group of these other posts. */
export function isOfGroup(
  read: PairReader,
  weights: PairWeights,
  [post, group]: readonly [post: number, group: readonly number[]],
): boolean {
  return group.length > 0 && meanChance(read, weights, [post, group]) >= leastOf(group.length + 1)
}

/**
 * The probability that one product would serve the authors of a post and of a group's member, as an average
 * over all members; 1 for an empty group.
 */
export function meanChance(
  read: PairReader,
  weights: PairWeights,
  [post, group]: readonly [post: number, group: readonly number[]],
): number {
  const sum = group.reduce((chances, member) => chances + chanceOf(weights, read(post, member)), 0)
  return group.length === 0 ? 1 : sum / group.length
}

/**
 * Groups posts with the same need, closest groups first. Groups of fewer than three posts are dropped.
 * Distances between groups are averages (average linkage), so that a chain of neighbours does not become one
 * group.
 */
export function groupWants(count: number, read: PairReader, weights: PairWeights): (readonly number[])[] {
  const groups = Array.from({ length: count }, (_, post) => [post])
  const ofPairs = compareEach(count, (one, other) => chanceOf(weights, read(one, other)))
  const chances = ofPairs.slice()
  for (;;) {
    const [into, from] = findClosest(groups, chances)
    if (from < 0) break
    join(groups, chances, [into, from])
  }
  const chance = (one: number, other: number) => ofPairs[one * count + other] ?? 0
  return groups.map((group) => dropStrangers(group, chance)).filter((group) => group.length >= fewestPosts)
}

/** Removes posts that are too far from another member of the group, the farthest first. */
function dropStrangers(
  group: readonly number[],
  chance: (one: number, other: number) => number,
): readonly number[] {
  let kept = group
  while (kept.length >= fewestPosts) {
    const [farthest] = kept
      .map((post) => ({ post, others: kept.filter((one) => one !== post).map((one) => chance(post, one)) }))
      .filter(({ others }) => Math.min(...others) < leastOfPair)
      .map(({ post, others }) => ({ post, sum: others.reduce((sum, one) => sum + one, 0) }))
      .sort((a, b) => a.sum - b.sum || b.post - a.post)
    if (farthest === undefined) break
    kept = kept.filter((post) => post !== farthest.post)
  }
  return kept
}

/**
 * The indices of the two groups that are closest for their size, the lower index first; `[-1, -1]` if no two
 * groups are close enough.
 */
function findClosest(groups: readonly number[][], chances: Float32Array): [into: number, from: number] {
  let closest: [number, number] = [-1, -1]
  let most = 0
  groups.forEach((group, one) => {
    for (let other = 0; other < one && group.length > 0; other++) {
      const size = groups[other]?.length ?? 0
      const spare = (chances[one * groups.length + other] ?? 0) - leastOf(group.length + size)
      if (size === 0 || spare < most || (spare === most && closest[1] >= 0)) continue
      most = spare
      closest = [other, one]
    }
  })
  return closest
}

/** Merges one group into another. Distances to the other groups become averages over all members. */
function join(
  groups: number[][],
  chances: Float32Array,
  [into, from]: readonly [into: number, from: number],
): void {
  const [a, b] = [groups[into] ?? [], groups[from] ?? []]
  const share = a.length / (a.length + b.length)
  const count = groups.length
  for (let other = 0; other < count; other++) {
    const value =
      share * (chances[into * count + other] ?? 0) + (1 - share) * (chances[from * count + other] ?? 0)
    chances[into * count + other] = value
    chances[other * count + into] = value
  }
  a.push(...b)
  groups[from] = []
}
