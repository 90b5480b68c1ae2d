import { signals, signalsAgainst } from '#scoring/signal.ts'

const width = signals.length
/** Grades of potential between which posts are told apart, and how much each counts: that of a real need the most. */
const cuts = [0.5, 1.25, 1.5, 2, 2.75] as const
const cutWeights = [0.5, 1, 1.2, 1, 0.5] as const
const rounds = 600
const penalty = 0.002

/** What each signal adds to the sum when a post shows it for sure; the thresholds of the grades. */
export type ScoreFit = ReturnType<typeof fitScore>

/** Posts as the score sees them: how surely each shows every signal, its potential, and its weight. */
export type ScoredRows = {
  shown: readonly Float64Array[]
  potential: readonly number[]
  weights: readonly number[]
}

export const logistic = (x: number) => 1 / (1 + Math.exp(-x))
export const logit = (share: number) => Math.log(share / (1 - share))

/** By grade the slope of the loss of a post with this sum: proportional odds of reaching each. */
export function gradeSlopes(sum: number, potential: number, thresholds: ArrayLike<number>): number[] {
  return cuts.map((cut, at) => {
    const reached = potential >= cut ? 1 : 0
    return (logistic(sum - (thresholds[at] ?? 0)) - reached) * (cutWeights[at] ?? 0)
  })
}

/**
 * Fits the worth of every signal by proportional odds over grades of potential. A signal for a need never takes
 * anything, and one against it never gives: its worth is then none.
 */
export function fitScore({ shown, potential, weights }: ScoredRows) {
  const worths = new Float64Array(width)
  const thresholds = Float64Array.from(cuts, (cut) => 1 + cut)
  const total = weights.reduce((sum, one) => sum + one, 0)
  const step = makeStep(width + cuts.length)
  const directions = signals.map((signal) => (signalsAgainst.has(signal) ? -1 : 1))
  for (let round = 1; round <= rounds; round++) {
    const slopes = new Float64Array(width + cuts.length)
    shown.forEach((row, post) => {
      let sum = 0
      for (let signal = 0; signal < width; signal++) sum += (worths[signal] ?? 0) * (row[signal] ?? 0)
      let all = 0
      gradeSlopes(sum, potential[post] ?? 0, thresholds).forEach((unweighed, at) => {
        const slope = unweighed * (weights[post] ?? 0)
        all += slope
        slopes[width + at] = (slopes[width + at] ?? 0) - slope / total
      })
      for (let signal = 0; signal < width; signal++)
        slopes[signal] = (slopes[signal] ?? 0) + (all * (row[signal] ?? 0)) / total
    })
    for (let signal = 0; signal < width; signal++)
      slopes[signal] = (slopes[signal] ?? 0) + penalty * (worths[signal] ?? 0)
    step(slopes, round).forEach((change, at) => {
      if (at >= width) thresholds[at - width] = (thresholds[at - width] ?? 0) - change
      else {
        const worth = (worths[at] ?? 0) - change
        worths[at] = worth * (directions[at] ?? 1) > 0 ? worth : 0
      }
    })
  }
  return { worths, thresholds }
}

/** Steps with momentum, each weight's own length (Adam: Kingma, Ba 2015). */
function makeStep(count: number) {
  const means = new Float64Array(count)
  const squares = new Float64Array(count)
  return (slopes: Float64Array, round: number): Float64Array =>
    slopes.map((slope, at) => {
      means[at] = 0.9 * (means[at] ?? 0) + 0.1 * slope
      squares[at] = 0.99 * (squares[at] ?? 0) + 0.01 * slope * slope
      const mean = (means[at] ?? 0) / (1 - 0.9 ** round)
      return (0.05 * mean) / (Math.sqrt((squares[at] ?? 0) / (1 - 0.99 ** round)) + 1e-8)
    })
}

/**
 * Shares of the archive that score 60 and 80 or more, kept from version to version: small enough that three in four of
 * the first, and nine in ten of the second, are worth a founder's look.
 */
const shareFrom60 = 0.0165
const shareFrom80 = 0.0052

/** The logistic scale on which the archive keeps its shares of scores from 60 and from 80 up. */
export function fitScale(sums: Float64Array): { middle: number; steepness: number } {
  const sorted = Float64Array.from(sums).sort().reverse()
  const at60 = sorted[Math.floor(sorted.length * shareFrom60)] ?? 0
  const at80 = sorted[Math.floor(sorted.length * shareFrom80)] ?? 1
  const steepness = (logit(0.8) - logit(0.6)) / Math.max(1e-6, at80 - at60)
  return { steepness, middle: at60 - logit(0.6) / steepness }
}
