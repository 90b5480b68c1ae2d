import { ruleFeatureCount } from '#scoring/find-hits.ts'
import { listSignals } from '#scoring/list-signals.ts'
import { featureRows, learnedPhrases, pointsOf, scoreBase } from '#scoring/model.ts'
import { scorePost } from '#scoring/score-post.ts'
import { emptySums, sumHits } from '#scoring/sum-hits.ts'
import { emptyPull, gainByCompany, pullOfCompany } from '#scoring/word-company.ts'
import { type CountedPost, readCountedPosts, rowOfCounts } from './scoring-counted-posts.ts'
import { type LabelledPost, showsSignal } from './scoring-labels.ts'
import { areaUnderCurve, confusion, ndcg, precisionAt, seededRandom, spearman } from './scoring-measures.ts'
import { modernPostsOf } from './scoring-modern-posts.ts'
import { reportPersonas } from './scoring-personas.ts'
import { judged, potentialFrom, printReliability } from './scoring-reliability.ts'
import { judgedSignals } from './scoring-training.ts'
import {
  type Background,
  communityFolds,
  crossValidate,
  fitScale,
  type OutOfFold,
  randomFolds,
} from './scoring-validation.ts'

type Measured = { auc: number; spearman: number; ndcg: number; precision: number }

function measure(values: readonly number[], grades: readonly number[]): Measured {
  const positive = grades.map((grade) => grade >= potentialFrom)
  return {
    auc: areaUnderCurve(values, positive),
    spearman: spearman(values, grades),
    ndcg: ndcg(values, grades),
    precision: precisionAt(values, positive),
  }
}

/** Middle 95% of each measure over posts drawn again with replacement. */
function intervals(
  values: readonly number[],
  grades: readonly number[],
  size: number,
): Record<string, string> {
  const random = seededRandom(11)
  const drawn: Measured[] = []
  for (let round = 0; round < 400; round++) {
    const picked = Array.from({ length: size }, () => Math.floor(random() * values.length))
    drawn.push(
      measure(
        picked.map((at) => values[at] ?? 0),
        picked.map((at) => grades[at] ?? 0),
      ),
    )
  }
  const span = (read: (one: Measured) => number) => {
    const sorted = drawn.map(read).sort((one, other) => one - other)
    return `${(sorted[10] ?? 0).toFixed(3)} to ${(sorted[389] ?? 0).toFixed(3)}`
  }
  return {
    auc: span((one) => one.auc),
    spearman: span((one) => one.spearman),
    ndcg: span((one) => one.ndcg),
    precision: span((one) => one.precision),
  }
}

function printMeasures(name: string, values: readonly number[], grades: readonly number[]): void {
  const found = measure(values, grades)
  const between = intervals(values, grades, values.length)
  console.log(`\n${name} (95% interval by resampling posts)`)
  console.log(`AUC, potential >= ${potentialFrom}  ${found.auc.toFixed(3)}  (${between.auc})`)
  console.log(`Spearman             ${found.spearman.toFixed(3)}  (${between.spearman})`)
  console.log(`NDCG@20              ${found.ndcg.toFixed(3)}  (${between.ndcg})`)
  console.log(`P@20                 ${found.precision.toFixed(3)}  (${between.precision})`)
}

/** F1 of one rater against the other on the posts that two read: what an equal of them would reach. */
function ratersF1(posts: readonly LabelledPost[], signal: string): number {
  const shares = posts.filter((post) => post.raters > 1).map((post) => post.signals[signal] ?? 0)
  const both = shares.filter((share) => share === 1).length
  const one = shares.filter((share) => share === 0.5).length
  return (2 * both) / Math.max(1, 2 * both + one)
}

function printSignals(
  name: string,
  posts: readonly Pick<LabelledPost, 'signals'>[],
  detected: OutOfFold['detected'],
  raters?: (signal: string) => number,
): void {
  console.log(`\n${name.padEnd(25)}precision  recall      F1${raters ? '  raters' : ''}  posts`)
  for (const signal of judgedSignals) {
    const truth = posts.map((post) => showsSignal(post.signals[signal]))
    const { precision, recall, f1 } = confusion(detected[signal] ?? [], truth)
    const count = truth.filter(Boolean).length
    const numbers = [precision, recall, f1, ...(raters ? [raters(signal)] : [])]
    const figures = numbers.map((one) => one.toFixed(3).padStart(7)).join(' ')
    console.log(`${signal.padEnd(24)} ${figures} ${String(count).padStart(6)}`)
  }
}

/** What is lost when a signal's rules give nothing, without learning the rest anew. */
function printAblation(found: OutOfFold, grades: readonly number[]): void {
  const whole = measure(found.values, grades)
  const names = [...new Set(found.shares.flatMap((one) => [...one.keys()]))].sort()
  console.log('\nAblation: the same models with a signal silenced        AUC  Spearman')
  for (const name of names) {
    const without = measure(
      found.values.map((value, at) => value - (found.shares[at]?.get(name) ?? 0)),
      grades,
    )
    const change = (part: number, all: number) => (part - all).toFixed(3).padStart(9)
    console.log(
      `without ${name.padEnd(40)}${change(without.auc, whole.auc)} ${change(without.spearman, whole.spearman)}`,
    )
  }
}

/** Prints how well unseen posts are ranked, calibrated and read. */
export function reportQuality(posts: readonly LabelledPost[], background: Background): void {
  const grades = posts.map((post) => post.potential)
  console.log(`${posts.length} posts; the raters are language models that followed the rubric`)
  console.log(`${background.extra.length} further posts are learned from in every fold, and judged in none`)
  const random = crossValidate(posts, randomFolds(posts, background.counted), background)
  printMeasures('Five random folds', random.values, grades)
  const twice = posts.flatMap((post, at) => (post.raters > 1 ? [at] : []))
  printMeasures(
    `The ${twice.length} of them that two raters read`,
    twice.map((at) => random.values[at] ?? 0),
    twice.map((at) => grades[at] ?? 0),
  )
  const apart = crossValidate(posts, communityFolds(posts, background.counted), background)
  printMeasures('Five folds that keep communities apart', apart.values, grades)
  printMeasures(
    'Baseline: length of the text',
    posts.map((post) => post.selftext.length),
    grades,
  )
  const countedGrades = background.counted.map((post) => post.potential)
  printMeasures(
    `${countedGrades.length} real posts of 2025-2026, known by their counts, the same folds`,
    random.countedValues,
    countedGrades,
  )
  printMeasures('The same, communities kept apart', apart.countedValues, countedGrades)
  const scale = fitScale([judged(random.values, grades), judged(random.countedValues, countedGrades)])
  printReliability('rated posts, out of fold', random.values, grades, scale)
  printReliability('posts of 2025-2026, out of fold', random.countedValues, countedGrades, scale)
  printSignals('Signals, out of fold', posts, random.detected, (signal) => ratersF1(posts, signal))
  printSignals('The same, 2025-2026', background.counted, random.countedDetected)
  reportPersonas(posts)
  printAblation(random, grades)
}

/** Prints how the shipped model ranks posts that nothing was learned from. */
export function reportModernCheck(): void {
  const written = modernPostsOf('check')
  printMeasures(
    `${written.length} posts written in the manner of 2025-2026, never learned from; the shipped model`,
    written.map((post) => scorePost(post).opportunityScore),
    written.map((post) => post.potential),
  )
  const counted = readCountedPosts('check')
  const values = counted.map(shippedPoints)
  const grades = counted.map((post) => post.potential)
  const name = `${counted.length} real posts of 2025-2026, never learned from, known by their counts; the shipped model`
  printMeasures(name, values, grades)
  printReliability(name, values, grades, { base: 0, pointsPerUnit: 1 })
  const shown = counted.map((post) =>
    listSignals({ sums: sumsOfCounts(post).sums, evidence: [], plain: [], community: post.community }),
  )
  const isShown = judgedSignals.map((signal) => [signal, shown.map((each) => each.includes(signal))])
  printSignals(`Signals of the same ${counted.length}`, counted, Object.fromEntries(isShown))
}

const shippedPlaces = new Map(learnedPhrases.map((phrase, at) => [phrase, at]))

/**
 * What the shipped model reads in what was counted of a post: without the phrases of several words that the model of
 * that day did not weigh.
 */
function sumsOfCounts(post: CountedPost) {
  const { features, values } = rowOfCounts(post, shippedPlaces)
  // A row has the rules first, then the title's phrases, then the body's.
  const bodyFrom = features.findIndex(
    (feature) => feature >= ruleFeatureCount && (feature - ruleFeatureCount) % 2 === 1,
  )
  const hits = {
    count: features.length,
    bodyFrom: bodyFrom < 0 ? features.length : bodyFrom,
    feature: features,
    value: values,
    bodyPhraseValue: post.bodyValue,
  }
  const sums = emptySums()
  sumHits(hits, featureRows, sums)
  return { features, values, sums }
}

/** The points that the shipped model gives to what was counted of a post. */
function shippedPoints(post: CountedPost): number {
  const { features, values, sums } = sumsOfCounts(post)
  const pull = emptyPull()
  pullOfCompany(sums, pull)
  return features.reduce(
    (sum, feature, at) =>
      sum + (pointsOf(feature) + gainByCompany(feature, featureRows, pull)) * (values[at] ?? 0),
    scoreBase,
  )
}
