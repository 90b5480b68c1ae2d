import { type CountedPost, rowOfCounts } from './scoring-counted-posts.ts'
import { type LabelledPost, showsSignal } from './scoring-labels.ts'
import { shuffledFolds } from './scoring-measures.ts'
import { readRow, type SparseRow } from './scoring-rows.ts'
import { bestThreshold, judgeByOtherFolds, type OddsOfSet } from './scoring-thresholds.ts'
import {
  detectorValue,
  judgedSignals,
  type Learned,
  learn,
  potentialValue,
  signalShares,
} from './scoring-training.ts'
import type { WordVectors } from './scoring-word-vectors.ts'

/** What models that had not seen a post said of it. */
export type OutOfFold = {
  values: number[]
  /** The same of the background's counted posts. */
  countedValues: number[]
  /** By signal the rated posts that show it, each judged by the threshold that is best on the other folds. */
  detected: Record<string, boolean[]>
  /** The same of the counted posts. */
  countedDetected: Record<string, boolean[]>
  /** The log odds from which each signal is best called present, over all posts. */
  thresholds: Record<string, number>
  /** What each signal gave to a post's value. */
  shares: Map<string, number>[]
}

/** The fold of each rated and of each counted post. */
export type Folds = { rated: number[]; counted: number[] }

type OfCommunity = { community: string }

const foldCount = 5

/** Five folds at random. */
export function randomFolds(rated: readonly OfCommunity[], counted: readonly OfCommunity[]): Folds {
  const divide = (posts: readonly OfCommunity[]) => shuffledFolds(posts.length, foldCount, 1)
  return { rated: divide(rated), counted: divide(counted) }
}

/** Folds that never divide a community, to see whether what is learned carries over. */
export function communityFolds(rated: readonly OfCommunity[], counted: readonly OfCommunity[]): Folds {
  const nameOf = ({ community }: OfCommunity) => community.toLowerCase()
  const communities = [...new Set([...rated, ...counted].map(nameOf))].sort()
  const fold = shuffledFolds(communities.length, foldCount, 1)
  const foldOf = new Map(communities.map((name, at) => [name, fold[at] ?? 0]))
  const divide = (posts: readonly OfCommunity[]) => posts.map((post) => foldOf.get(nameOf(post)) ?? 0)
  return { rated: divide(rated), counted: divide(counted) }
}

/** What is learned from besides the rated posts: others with what each weighs against them, and what words mean. */
export type Background = {
  extra: readonly WeighedPost[]
  counted: readonly CountedPost[]
  meaning: WordVectors
}

export type WeighedPost = { post: LabelledPost; importance: number }

/** Counted posts have one rater each, but few others speak for the posts of today. */
const countedImportance = 1

/** A detector hears the raters it is measured against more than others: what they call a competitor, others may not. */
const ratedInDetectors = 3

/** Learns from rated posts and their background. */
export function learnFrom(posts: readonly LabelledPost[], { extra, counted, meaning }: Background): Learned {
  const ofBackground = [...extra.map((one) => one.importance), ...counted.map(() => countedImportance)]
  return learn({
    posts: [...posts, ...extra.map((one) => one.post)],
    counted,
    importance: [...posts.map(() => 1), ...ofBackground],
    detectorImportance: [...posts.map(() => ratedInDetectors), ...ofBackground],
    meaning,
  })
}

/**
 * Trains without each fold in turn, and judges the posts left out. Of the background the counted posts are left
 * out by fold as well; the others are always learned from, and never judged.
 */
export function crossValidate(
  posts: readonly LabelledPost[],
  { rated: folds, counted: countedFolds }: Folds,
  background: Background,
): OutOfFold {
  const values = posts.map(() => 0)
  const countedValues = background.counted.map(() => 0)
  const shares = posts.map(() => new Map<string, number>())
  const odds = Object.fromEntries(
    judgedSignals.map((signal) => [
      signal,
      [setOf(posts, signal, folds), setOf(background.counted, signal, countedFolds)] as const,
    ]),
  )
  for (let fold = 0; fold < foldCount; fold++) {
    const learned = learnFrom(
      posts.filter((_, at) => folds[at] !== fold),
      { ...background, counted: background.counted.filter((_, at) => countedFolds[at] !== fold) },
    )
    const placeOf = new Map(learned.wording.map((phrase, at) => [phrase, at]))
    const detect = (row: SparseRow, community: string, set: 0 | 1, at: number) => {
      for (const signal of judgedSignals)
        odds[signal]?.[set].odds.set([detectorValue(learned, signal, row, community)], at)
    }
    background.counted.forEach((post, at) => {
      if (countedFolds[at] !== fold) return
      const row = rowOfCounts(post, placeOf)
      countedValues[at] = potentialValue(learned, row)
      detect(row, post.community, 1, at)
    })
    posts.forEach((post, at) => {
      if (folds[at] !== fold) return
      const row = readRow(learned.finder, post)
      values[at] = potentialValue(learned, row)
      shares[at] = signalShares(learned, row)
      detect(row, post.community, 0, at)
    })
  }
  const detected: OutOfFold['detected'] = {}
  const countedDetected: OutOfFold['detected'] = {}
  const thresholds: OutOfFold['thresholds'] = {}
  for (const signal of judgedSignals) {
    const sets = odds[signal] ?? []
    thresholds[signal] = bestThreshold(sets)
    const [rated = [], counted = []] = judgeByOtherFolds(sets)
    detected[signal] = rated
    countedDetected[signal] = counted
  }
  return { values, countedValues, detected, countedDetected, shares, thresholds }
}

function setOf(
  posts: readonly { signals: Record<string, number> }[],
  signal: string,
  folds: number[],
): OddsOfSet {
  const present = posts.map((post) => showsSignal(post.signals[signal]))
  return { odds: new Float64Array(posts.length), present, folds }
}

export type Scale = { base: number; pointsPerUnit: number }

/** Posts that were judged out of fold: their values, which have potential, and which of them clearly. */
export type Judged = {
  values: readonly number[]
  positive: readonly boolean[]
  clear: readonly boolean[]
}

/**
 * The two points that fix the scale: 40 where in each set at most 4.5% of the posts below have potential, 80 where
 * in each at least 86% of those above clearly have. Both with some margin over what is wanted (5%, 85%).
 */
export function fitScale(sets: readonly Judged[]): Scale {
  const anchors = sets.map(findAnchors)
  const low = Math.min(...anchors.map((one) => one.low))
  const high = Math.max(...anchors.map((one) => one.high))
  // 79.5 is the least that is shown as 80.
  const pointsPerUnit = 39.5 / Math.max(0.5, high - low)
  return { base: 40 - low * pointsPerUnit, pointsPerUnit }
}

function findAnchors({ values, positive, clear }: Judged): { low: number; high: number } {
  const order = values.map((_, at) => at).sort((one, other) => (values[other] ?? 0) - (values[one] ?? 0))
  let high = values[order[9] ?? 0] ?? 0
  let good = 0
  order.forEach((at, place) => {
    if (clear[at]) good++
    if (place >= 19 && good / (place + 1) >= 0.86) high = values[at] ?? 0
  })
  let low = high - 1
  let missed = 0
  order.toReversed().forEach((at, place) => {
    if (positive[at]) missed++
    if (place >= 99 && missed / (place + 1) <= 0.045) low = values[at] ?? 0
  })
  return { low, high }
}
