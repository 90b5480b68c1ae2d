import type { LabelledPost } from './scoring-labels.ts'
import { shuffledFolds } from './scoring-measures.ts'
import {
  detects,
  judgedSignals,
  type Learned,
  learn,
  potentialValue,
  signalShares,
} from './scoring-training.ts'

/** What models that had not seen a post said of it. */
export type OutOfFold = {
  values: number[]
  detected: Record<string, boolean[]>
  /** What each signal gave to a post's value. */
  shares: Map<string, number>[]
}

/** Five folds at random. */
export function randomFolds(posts: readonly LabelledPost[], seed: number): number[] {
  return shuffledFolds(posts.length, 5, seed)
}

/** Folds that never divide a community, to see whether what is learned carries over. */
export function communityFolds(posts: readonly LabelledPost[], seed: number): number[] {
  const communities = [...new Set(posts.map((post) => post.community))].sort()
  const fold = shuffledFolds(communities.length, 5, seed)
  return posts.map((post) => fold[communities.indexOf(post.community)] ?? 0)
}

/** What a post that one model read in part weighs against one that raters judged. */
const extraImportance = 0.25

/** Learns from rated posts, and from others that weigh less. */
export function learnFrom(posts: readonly LabelledPost[], extra: readonly LabelledPost[]): Learned {
  const importance = [...posts.map(() => 1), ...extra.map(() => extraImportance)]
  return learn([...posts, ...extra], importance)
}

/** Trains without each fold in turn (and with `extra` always), and judges the posts left out. */
export function crossValidate(
  posts: readonly LabelledPost[],
  folds: readonly number[],
  extra: readonly LabelledPost[] = [],
): OutOfFold {
  const values = posts.map(() => 0)
  const shares = posts.map(() => new Map<string, number>())
  const detected = Object.fromEntries(judgedSignals.map((signal) => [signal, posts.map(() => false)]))
  for (const fold of new Set(folds)) {
    const training = [...posts.filter((_, at) => folds[at] !== fold), ...extra]
    const learned = learn(
      training,
      training.map(() => 1),
    )
    posts.forEach((post, at) => {
      if (folds[at] !== fold) return
      values[at] = potentialValue(learned, post)
      shares[at] = signalShares(learned, post)
      for (const signal of judgedSignals) {
        const seen = detected[signal]
        if (seen !== undefined) seen[at] = detects(learned, signal, post)
      }
    })
  }
  return { values, detected, shares }
}

export type Scale = { base: number; pointsPerUnit: number }

/**
 * The two points that fix the scale: 40 where at most 4.5% of the posts below are potential, 80 where
 * at least 88% of those above are. Both with a margin over what the badges promise (5%, 85%).
 */
export function fitScale(values: readonly number[], positive: readonly boolean[]): Scale {
  const order = values.map((_, at) => at).sort((one, other) => (values[other] ?? 0) - (values[one] ?? 0))
  let high = values[order[9] ?? 0] ?? 0
  let good = 0
  order.forEach((at, place) => {
    if (positive[at]) good++
    if (place >= 19 && good / (place + 1) >= 0.88) high = values[at] ?? 0
  })
  let low = high - 1
  let missed = 0
  order.toReversed().forEach((at, place) => {
    if (positive[at]) missed++
    if (place >= 99 && missed / (place + 1) <= 0.045) low = values[at] ?? 0
  })
  const pointsPerUnit = 40 / Math.max(0.5, high - low)
  return { base: 40 - low * pointsPerUnit, pointsPerUnit }
}
