import { type HitFinder, makeHitFinder, ruleFeatureCount, wordingFeature } from '#scoring/find-hits.ts'
import type { ModelFile, NamedWeights } from '#scoring/model.ts'
import { rulePlaces, ruleTable } from '#scoring/rule-table.ts'
import type { LabelledPost } from './scoring-labels.ts'
import { candidatePhrases } from './scoring-phrases.ts'
import { type Fitted, fitRegression, rowValue, type SparseRow } from './scoring-regression.ts'

/** Signals that the raters judged, so that their presence can be learned. */
export const judgedSignals = [
  'pain',
  'solution_request',
  'workaround',
  'money',
  'willing_to_pay',
  'urgency',
  'frequency',
  'competitor',
  'business',
  'promo',
] as const

export type JudgedSignal = (typeof judgedSignals)[number]

const potentialCuts = [
  { above: 0.25, importance: 0.5 },
  { above: 1.25, importance: 1 },
  { above: 2.25, importance: 0.7 },
]
const rulePenalty = 4
const bodyPhrasePenalty = 8
const titlePhrasePenalty = 24
const scorePhrases = 3600
const detectorPhrases = 150
/** A detector speaks from this probability on: near the best F1 for a signal that is as rare as it is. */
const detectorProbability: Record<JudgedSignal, number> = {
  pain: 0.27,
  solution_request: 0.3,
  workaround: 0.15,
  money: 0.18,
  willing_to_pay: 0.08,
  urgency: 0.07,
  frequency: 0.15,
  competitor: 0.22,
  business: 0.27,
  promo: 0.24,
}

export type Learned = {
  finder: HitFinder
  wording: string[]
  score: Fitted
  detectors: Record<string, Fitted>
}

/** Reads a post into a row of the regression. */
export function readRow(finder: HitFinder, post: LabelledPost): SparseRow {
  const hits = finder.find(post)
  const sums = new Map<number, number>()
  for (let at = 0; at < hits.count; at++) {
    const feature = hits.feature[at] ?? 0
    sums.set(feature, (sums.get(feature) ?? 0) + (hits.value[at] ?? 0))
  }
  return { features: Int32Array.from(sums.keys()), values: Float64Array.from(sums.values()) }
}

/**
 * Learns the score and the detectors from labelled posts with every candidate phrase, then drops the
 * phrases that hardly move anything. The rest keep their weights: fitting them anew would overrate them.
 */
export function learn(posts: readonly LabelledPost[], importance: readonly number[]): Learned {
  const candidates = candidatePhrases(posts)
  const wide = fitAll(posts, importance, candidates)
  const kept = strongestPhrases(candidates, wide)
  const finder = makeHitFinder(kept)
  const place = new Map(candidates.map((phrase, at) => [phrase, at]))
  const narrow = (fitted: Fitted): Fitted => {
    const weights = new Float64Array(finder.featureCount)
    weights.set(fitted.weights.subarray(0, ruleFeatureCount))
    kept.forEach((phrase, at) => {
      for (const inBody of [0, 1]) {
        const from = wordingFeature(place.get(phrase) ?? 0, inBody)
        weights[wordingFeature(at, inBody)] = fitted.weights[from] ?? 0
      }
    })
    return { weights, bases: fitted.bases }
  }
  const detectors = Object.fromEntries(
    Object.entries(wide.detectors).map(([signal, fitted]) => [signal, narrow(fitted)]),
  )
  return { finder, wording: kept, score: narrow(wide.score), detectors }
}

/** The linear value of a post on the learned potential; higher is more. */
export function potentialValue(learned: Learned, post: LabelledPost): number {
  return rowValue(readRow(learned.finder, post), learned.score.weights) + (learned.score.bases[1] ?? 0)
}

/** What each signal's rules (and the learned `wording`) give to a post's value. */
export function signalShares(learned: Learned, post: LabelledPost): Map<string, number> {
  const row = readRow(learned.finder, post)
  const shares = new Map<string, number>()
  row.features.forEach((feature, at) => {
    const rule = feature < ruleFeatureCount ? ruleTable[Math.floor(feature / rulePlaces.length)] : undefined
    const signal = rule?.signal ?? 'wording'
    const gain = (learned.score.weights[feature] ?? 0) * (row.values[at] ?? 0)
    shares.set(signal, (shares.get(signal) ?? 0) + gain)
  })
  return shares
}

/** Whether a learned detector sees the signal in a post. */
export function detects(learned: Learned, signal: JudgedSignal, post: LabelledPost): boolean {
  const detector = learned.detectors[signal]
  if (detector === undefined) return false
  return (
    rowValue(readRow(learned.finder, post), detector.weights) + (detector.bases[0] ?? 0) > leastLogit(signal)
  )
}

function leastLogit(signal: JudgedSignal): number {
  const probability = detectorProbability[signal]
  return Math.log(probability / (1 - probability))
}

function fitAll(
  posts: readonly LabelledPost[],
  importance: readonly number[],
  wording: string[],
): Learned & { uses: Float64Array } {
  const finder = makeHitFinder(wording)
  const rows = posts.map((post) => readRow(finder, post))
  const penalties = new Float64Array(finder.featureCount).map((_, feature) => {
    if (feature < ruleFeatureCount) return rulePenalty
    return (feature - ruleFeatureCount) % 2 === 0 ? titlePhrasePenalty : bodyPhrasePenalty
  })
  const score = fitRegression({
    rows,
    targets: posts.map((post) => post.potential),
    importance,
    cuts: potentialCuts,
    penalties,
  })
  const detectors: Record<string, Fitted> = {}
  for (const signal of judgedSignals) {
    detectors[signal] = fitRegression({
      rows,
      targets: posts.map((post) => post.signals[signal] ?? 0),
      importance,
      cuts: [{ above: 0.4, importance: 1 }],
      penalties,
    })
  }
  const uses = new Float64Array(finder.featureCount)
  for (const row of rows) for (const feature of row.features) uses[feature] = (uses[feature] ?? 0) + 1
  return { finder, wording, score, detectors, uses }
}

function strongestPhrases(candidates: readonly string[], wide: Learned & { uses: Float64Array }): string[] {
  const kept = new Set<string>()
  const keep = (weights: Float64Array, count: number) => {
    const weigh = (feature: number) => Math.abs(weights[feature] ?? 0) * Math.sqrt(wide.uses[feature] ?? 0)
    const strength = (phrase: number) => weigh(wordingFeature(phrase, 0)) + weigh(wordingFeature(phrase, 1))
    const order = candidates
      .map((_, phrase) => phrase)
      .sort((one, other) => strength(other) - strength(one) || one - other)
    for (const phrase of order.slice(0, count)) kept.add(candidates[phrase] ?? '')
  }
  keep(wide.score.weights, scorePhrases)
  for (const detector of Object.values(wide.detectors)) keep(detector.weights, detectorPhrases)
  return [...kept].sort()
}

/** The model as it is stored: weights by name, the score's in points. */
export function nameModel(learned: Learned, scale: { base: number; pointsPerUnit: number }): ModelFile {
  const detectors: Record<string, NamedWeights> = {}
  for (const signal of judgedSignals) {
    const detector = learned.detectors[signal]
    if (detector === undefined) continue
    const base = (detector.bases[0] ?? 0) - leastLogit(signal)
    detectors[signal] = nameWeights(learned, detector.weights, base, { perUnit: 1, least: 0.04 })
  }
  return {
    wording: learned.wording,
    score: nameWeights(learned, learned.score.weights, scale.base, {
      perUnit: scale.pointsPerUnit,
      least: 0.05,
    }),
    detectors,
  }
}

function nameWeights(
  learned: Learned,
  weights: Float64Array,
  base: number,
  style: { perUnit: number; least: number },
): NamedWeights {
  const round = (value: number) => Number((value * style.perUnit).toFixed(2)) + 0
  const named: NamedWeights = {
    base: Number(base.toFixed(1)),
    rules: {},
    wording: {},
  }
  ruleTable.forEach(({ key }, rule) => {
    const each = rulePlaces.map((_, place) => round(weights[rule * rulePlaces.length + place] ?? 0))
    if (each.some((weight) => Math.abs(weight) >= style.least)) named.rules[key] = each
  })
  learned.wording.forEach((phrase, at) => {
    const each = [0, 1].map((inBody) => round(weights[wordingFeature(at, inBody)] ?? 0))
    if (each.some((weight) => Math.abs(weight) >= style.least)) named.wording[phrase] = each
  })
  return named
}
