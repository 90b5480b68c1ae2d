import { type Signal, signals, signalsAgainst } from '#scoring/signal.ts'

const width = signals.length
/**
 * The grades of potential at which posts are divided, with the weight of each. The grade of a real need has
 * the highest weight.
 */
const cuts = [0.5, 1.25, 1.5, 2, 2.75] as const
const cutWeights = [0.5, 1, 1.2, 1, 0.5] as const
const rounds = 600
const penalty = 0.002
/**
 * The minimum worth of some signals. The rubric counts these signals, but too few labelled posts show them.
 */
const leastWorths: Partial<Record<Signal, number>> = { money: 0.2, urgency: 0.2, solved: 0.3 }

/** What each signal adds to the sum if a post certainly shows it, and the thresholds of the grades. */
export type ScoreFit = ReturnType<typeof fitScore>

/**
 * The input for fitting the score: how certainly each post shows each signal, its potential and its weight.
 */
export type ScoredRows = {
  shown: readonly Float64Array[]
  potential: readonly number[]
  weights: readonly number[]
}

export const logistic = (x: number) => 1 / (1 + Math.exp(-x))
export const logit = (share: number) => Math.log(share / (1 - share))

/** The derivative of a post's loss with respect to the post's sum, for one grade (proportional odds). */
function gradeSlope(sum: number, potential: number, { cut, threshold }: { cut: number; threshold: number }) {
  const reached = potential >= (cuts[cut] ?? 0) ? 1 : 0
  return (logistic(sum - threshold) - reached) * (cutWeights[cut] ?? 0)
}

/** The same derivative for each grade. */
export function gradeSlopes(sum: number, potential: number, thresholds: ArrayLike<number>): number[] {
  return cuts.map((_, cut) => gradeSlope(sum, potential, { cut, threshold: thresholds[cut] ?? 0 }))
}

/**
 * Fits the worth of every signal by proportional odds over grades of potential. A signal for a need never
 * subtracts points, and a signal against it never adds points.
 */
export function fitScore({ shown, potential, weights }: ScoredRows) {
  const worths = new Float64Array(width)
  const thresholds = Float64Array.from(cuts, (cut) => 1 + cut)
  const total = weights.reduce((sum, one) => sum + one, 0)
  // Leaves out posts of weight zero and puts the rest into one long list, because there are many rounds.
  const used = shown.map((_, post) => post).filter((post) => (weights[post] ?? 0) > 0)
  const rows = new Float64Array(used.length * width)
  for (const [at, post] of used.entries()) rows.set(shown[post] ?? [], at * width)
  const step = makeStep(width + cuts.length)
  const directions = signals.map((signal) => (signalsAgainst.has(signal) ? -1 : 1))
  const least = signals.map((signal) => leastWorths[signal] ?? 0)
  for (let round = 1; round <= rounds; round++) {
    const slopes = new Float64Array(width + cuts.length)
    for (let at = 0; at < used.length; at++) {
      const post = used[at] ?? 0
      const row = at * width
      let sum = 0
      for (let signal = 0; signal < width; signal++) sum += (worths[signal] ?? 0) * (rows[row + signal] ?? 0)
      const share = (weights[post] ?? 0) / total
      let all = 0
      for (let cut = 0; cut < cuts.length; cut++) {
        const slope = gradeSlope(sum, potential[post] ?? 0, { cut, threshold: thresholds[cut] ?? 0 }) * share
        all += slope
        slopes[width + cut] = (slopes[width + cut] ?? 0) - slope
      }
      for (let signal = 0; signal < width; signal++)
        slopes[signal] = (slopes[signal] ?? 0) + all * (rows[row + signal] ?? 0)
    }
    for (let signal = 0; signal < width; signal++)
      slopes[signal] = (slopes[signal] ?? 0) + penalty * (worths[signal] ?? 0)
    step(slopes, round).forEach((change, at) => {
      if (at >= width) thresholds[at - width] = (thresholds[at - width] ?? 0) - change
      else {
        const direction = directions[at] ?? 1
        const worth = Math.max(least[at] ?? 0, direction * ((worths[at] ?? 0) - change))
        worths[at] = worth === 0 ? 0 : direction * worth
      }
    })
  }
  return { worths, thresholds }
}

/** Gradient steps with momentum, and a step length for each weight (Adam: Kingma, Ba 2015). */
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
 * The shares of current posts, drawn at random, that should score at least 40 and at least 60. The shares
 * were chosen so that posts with at least 60 points are worth reading.
 */
const shareFrom40 = 0.13
const shareFrom60 = 0.037

/** The logistic scale on which these shares of posts reach 40 and 60. No model learned from the posts. */
export function fitScale(unseen: readonly { sum: number }[]): { middle: number; steepness: number } {
  const sorted = unseen.map(({ sum }) => sum).sort((one, other) => other - one)
  const at40 = sorted[Math.floor(sorted.length * shareFrom40)] ?? 0
  const at60 = sorted[Math.floor(sorted.length * shareFrom60)] ?? 1
  const steepness = (logit(0.6) - logit(0.4)) / Math.max(1e-6, at60 - at40)
  return { steepness, middle: at60 - logit(0.6) / steepness }
}
