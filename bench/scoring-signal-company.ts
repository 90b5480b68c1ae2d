import { signalFactorCount, signalPairCount } from '#scoring/word-company.ts'
import { seededRandom } from './scoring-measures.ts'
import { minimise } from './scoring-minimise.ts'
import { byFactor, type RegressionTask, startAtRandom, surprise } from './scoring-regression.ts'
import { addRowFactors, factorsPerFit, rowFactors } from './scoring-row-table.ts'

export type SignalCompanyTask = {
  together: NonNullable<RegressionTask['together']>
  importance: readonly number[]
  /** Of each signal what is known of each row's value beforehand, and whether the row shows it. */
  signals: readonly { before: Float64Array; present: readonly boolean[] }[]
}

/** `directions` as in `Fitted`; `pairs` has for each signal what the product of two factors counts, as `pairsValue` reads it. */
export type SignalCompany = { directions: Float64Array; pairs: Float64Array[] }

/** Rows are read for as many factors as one fit has; the detectors must share just as many. */
const sharedFactorCount: typeof signalFactorCount = factorsPerFit
const mostSteps = 100
const pairPenalty = 20
const basePenalty = 1e-4
/** How far a factor times itself counts before anything is learned, for a signal or against it as chance has it. */
const firstPair = 0.35

/**
 * Learns how words and rules act together in all signals at once, on top of what each knows beforehand: factors that they
 * share, of the rows of `together`, and for each signal what each pair of factors counts. Deterministic.
 */
export function learnSignalCompany(task: SignalCompanyTask): SignalCompany {
  const { together, signals } = task
  const ofFactors = sharedFactorCount * together.size
  // Behind the factors stand the pairs of each signal, then its base.
  const ofSignal = signalPairCount + 1
  const start = new Float64Array(ofFactors + signals.length * ofSignal)
  startAtRandom(start, together)
  const random = seededRandom(together.seed)
  signals.forEach((_, signal) => {
    const pairs = start.subarray(ofFactors + signal * ofSignal)
    for (let factor = 0, at = 0; factor < signalFactorCount; at += signalFactorCount - factor, factor++)
      pairs[at] = random() < 0.5 ? -firstPair : firstPair
  })
  const point = minimise(start, (at, slope) => measureLoss(task, at, slope), mostSteps)
  return {
    directions: byFactor(point.slice(0, ofFactors)),
    pairs: signals.map((_, signal) => {
      const from = ofFactors + signal * ofSignal
      return point.slice(from, from + signalPairCount)
    }),
  }
}

/**
 * What the factors of a post give to a signal: the sum over all pairs of factors, each with itself too, row after row,
 * whose counts stand in `pairs` from `from` on.
 */
export function pairsValue(pairs: ArrayLike<number>, factors: ArrayLike<number>, from = 0): number {
  let value = 0
  let at = from
  for (let one = 0; one < signalFactorCount; one++) {
    let sum = 0
    for (let other = one; other < signalFactorCount; other++, at++)
      sum += (pairs[at] ?? 0) * (factors[other] ?? 0)
    value += sum * (factors[one] ?? 0)
  }
  return value
}

function measureLoss(
  { together, importance, signals }: SignalCompanyTask,
  point: Float64Array,
  slope: Float64Array,
): number {
  const { rows, size, penalty } = together
  const ofFactors = sharedFactorCount * size
  const ofSignal = signalPairCount + 1
  let loss = 0
  for (let at = 0; at < point.length; at++) {
    const isBase = at >= ofFactors && (at - ofFactors) % ofSignal === signalPairCount
    const own = at < ofFactors ? penalty : isBase ? basePenalty : pairPenalty
    slope[at] = own * (point[at] ?? 0)
    loss += 0.5 * own * (point[at] ?? 0) ** 2
  }
  const factors = point.subarray(0, ofFactors)
  const factorSlope = slope.subarray(0, ofFactors)
  const sums = new Float64Array(sharedFactorCount)
  const pulls = new Float64Array(sharedFactorCount)
  for (let row = 0; row < rows.count; row++) {
    rowFactors(rows, row, factors, sums)
    pulls.fill(0)
    signals.forEach(({ before, present }, signal) => {
      const from = ofFactors + signal * ofSignal
      const base = point[from + signalPairCount] ?? 0
      const logit = (before[row] ?? 0) + base + pairsValue(point, sums, from)
      const isPresent = present[row] ?? false
      const worth = importance[row] ?? 1
      loss += worth * surprise(logit, isPresent)
      const error = worth * (1 / (1 + Math.exp(-logit)) - (isPresent ? 1 : 0))
      slope[from + signalPairCount] = (slope[from + signalPairCount] ?? 0) + error
      addPulls({ point, slope, from }, sums, error, pulls)
    })
    addRowFactors(rows, row, pulls, factorSlope)
  }
  return loss
}

/** Adds what an error in the value of the pairs from `from` on does to the factors, and to the slope of the pairs. */
function addPulls(
  { point, slope, from }: { point: Float64Array; slope: Float64Array; from: number },
  sums: Float64Array,
  error: number,
  pulls: Float64Array,
): void {
  let at = from
  for (let one = 0; one < signalFactorCount; one++) {
    const first = sums[one] ?? 0
    for (let other = one; other < signalFactorCount; other++, at++) {
      const second = sums[other] ?? 0
      const pull = error * (point[at] ?? 0)
      pulls[one] = (pulls[one] ?? 0) + pull * second
      pulls[other] = (pulls[other] ?? 0) + pull * first
      slope[at] = (slope[at] ?? 0) + error * first * second
    }
  }
}
