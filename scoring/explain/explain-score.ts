import { otherColumn, signalCount } from '../model/read-model.ts'
import type { Evidence } from '../post-score.ts'
import { otherWording, type Signal, signals, signalsAgainst } from '../signal.ts'
import { excessOf } from '../sum-signals.ts'
import { chooseReasons, leastPoints, type Reason } from './choose-reasons.ts'
import { bearRounding, divideTenths, roundToTenths } from './divide-tenths.ts'
import { addWording } from './explain-wording.ts'
import { findCues } from './find-cues.ts'
import {
  addUnshown,
  endOf,
  fieldOf,
  placeRange,
  placeSentence,
  type ScoredReading,
  startOf,
} from './place-sentence.ts'
import { pointAt } from './point-at.ts'

/** A signal with more points than this is named even if it has no strong sentence. */
const leastSpread = 2

/** The points of each signal, then the points of other wording. */
const points = new Float64Array(signalCount + 1)

/**
 * The evidence of a post: its reasons, strongest first; then, for each signal, the sentences that are not
 * shown; finally other wording, which includes the signals that have no reason. `pointsPerUnit` converts the
 * sum to points. All points are in tenths and add up to `total`.
 */
export function explainScore(
  scored: ScoredReading,
  { pointsPerUnit, total, listed }: { pointsPerUnit: number; total: number; listed: readonly Signal[] },
): Evidence[] {
  const { added, addedBeside, settled, heldDown } = scored.sums
  for (let signal = 0; signal < signalCount; signal++) points[signal] = (added[signal] ?? 0) * pointsPerUnit
  if (settled >= 0) points[settled] = (points[settled] ?? 0) - heldDown * pointsPerUnit
  points[otherColumn] = addedBeside * pointsPerUnit
  bearRounding(points, total)
  const reasons = chooseReasons(scored, { points, pointsPerUnit, listed })
  const shown = [...new Set(reasons.map(({ signal }) => signal))]
  for (let signal = 0; signal < signalCount; signal++)
    if (!shown.includes(signal) && isSpread(scored, signal, points[signal] ?? 0)) shown.push(signal)
  const parts = shown.map((signal) => points[signal] ?? 0)
  // Other wording gets the remainder of rounding.
  for (const signal of shown) points[signal] = 0
  let wording = 0
  for (let part = 0; part <= otherColumn; part++) wording += points[part] ?? 0
  parts.push(wording)
  const tenths = roundToTenths(parts, 10 * total)
  const shares = shown.map((signal, at) => sharesOf(scored, signal, tenths[at] ?? 0))
  const evidence = reasons.map((reason) =>
    showReason(scored, reason, shares[shown.indexOf(reason.signal)] ?? []),
  )
  shown.forEach((signal, at) => {
    addUnshown(scored, evidence, { signal: nameOf(signal), tenths: shares[at] ?? [] })
  })
  for (const signal of listed)
    if (signalsAgainst.has(signal) && evidence.every((one) => one.signal !== signal))
      evidence.push(withoutPoints(scored, signal))
  addWording(scored, evidence, { points, tenths: tenths.at(-1) ?? 0 })
  return evidence
}

const nameOf = (signal: number) => signals[signal] ?? otherWording

/**
 * Whether a signal is clear enough to be named, but spread over so many sentences that none of them is a
 * reason.
 */
function isSpread({ model, sums }: ScoredReading, signal: number, worth: number): boolean {
  if (Math.abs(worth) < leastSpread) return false
  let most = -Infinity
  for (let sentence = 0; sentence < sums.sentences; sentence++)
    most = Math.max(most, sums.logOdds[sentence * signalCount + signal] ?? 0)
  const share = (excessOf(most) * Math.abs(worth)) / (sums.totalExcess[signal] ?? 1)
  return share < leastPoints && most >= (model.detectors[signal]?.reasonFrom ?? 0)
}

/** Returns the evidence of a reason, and removes the shares of its sentences from `shares`. */
function showReason(scored: ScoredReading, reason: Reason, shares: number[]): Evidence {
  const { signal, from, to } = reason
  const cues = cuesOf(scored, reason)
  let tenths = 0
  for (let part = from; part <= to; part++) {
    tenths += shares[part] ?? 0
    shares[part] = 0
  }
  const evidence: Evidence = { signal: nameOf(signal), ...placeRange(scored, reason), points: tenths / 10 }
  if (cues.length > 0) evidence.cues = cues
  return evidence
}

/** The words of a quote that name its signal; for signals without such words, the words with the most weight. */
function cuesOf(scored: ScoredReading, { signal, sentence, from, to }: Reason): number[] {
  const { field, start, end } = placeRange(scored, { from, to })
  const pointed = pointAt(nameOf(signal), scored.post[field].slice(start, end))
  if (pointed.length > 0) return pointed.map((offset) => start + offset)
  return findCues(scored.model, placeSentence(scored, sentence), { column: signal, against: false })
}

let excesses = new Float64Array(64)

/** The points of a signal divided among its sentences by their Aumann-Shapley values, in tenths. */
function sharesOf({ sums }: ScoredReading, signal: number, tenths: number): number[] {
  if (excesses.length < sums.sentences) excesses = new Float64Array(2 * sums.sentences)
  for (let sentence = 0; sentence < sums.sentences; sentence++)
    excesses[sentence] = excessOf(sums.logOdds[sentence * signalCount + signal] ?? 0)
  return divideTenths(tenths, excesses, sums.sentences)
}

/** For a listed signal that removes no points: the sentence that shows the signal best. */
function withoutPoints(scored: ScoredReading, listed: Signal): Evidence {
  const { sentences, logOdds } = scored.sums
  const signal = signals.indexOf(listed)
  let best = 0
  for (let sentence = 1; sentence < sentences; sentence++) {
    const odds = logOdds[sentence * signalCount + signal] ?? 0
    if (odds > (logOdds[best * signalCount + signal] ?? 0)) best = sentence
  }
  const sentence = [startOf(scored, best), endOf(scored, best), 0]
  return { signal: listed, field: fieldOf(scored, best), start: 0, end: 0, points: 0, sentences: sentence }
}
