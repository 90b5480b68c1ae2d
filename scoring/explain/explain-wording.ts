import { otherColumn } from '../model/read-model.ts'
import type { Evidence } from '../post-score.ts'
import { otherWording } from '../signal.ts'
import { addsFrom, excessOf } from '../sum-signals.ts'
import { divideTenths } from './divide-tenths.ts'
import { findCues } from './find-cues.ts'
import { addUnshown, placeSentence, type ScoredReading } from './place-sentence.ts'

/** If an entry has at least this many tenths of a point, the words of its strongest sentence are named. */
const leastTenths = 3
/** The points per unit of the sum, for each column. */
const perSaid = new Float64Array(otherColumn + 1)
let weights = new Float64Array(64)

/**
 * Adds the points of words without a clear signal, for each field. These points are divided among the
 * sentences that moved the score in the same direction. The words of the strongest sentence are shown. For
 * each signal, `points` has the points to divide; its last entry has the points of words that belong to no
 * signal.
 */
export function addWording(
  scored: ScoredReading,
  evidence: Evidence[],
  { points, tenths }: { points: Float64Array; tenths: number },
): void {
  if (tenths === 0) return
  const side = tenths < 0 ? -1 : 1
  weigh(scored, points, side)
  const parts = divideTenths(tenths, weights, scored.sums.sentences)
  let at = evidence.length
  addUnshown(scored, evidence, { signal: otherWording, tenths: parts })
  const { inTitle } = scored.sums
  for (; at < evidence.length; at++) {
    const entry = evidence[at]
    if (entry === undefined || side * entry.points < leastTenths / 10) continue
    const range = entry.field === 'title' ? { from: 0, to: inTitle } : { from: inTitle, to: parts.length }
    let best = range.from
    for (let sentence = range.from; sentence < range.to; sentence++)
      if (side * (parts[sentence] ?? 0) > side * (parts[best] ?? 0)) best = sentence
    const cues = wordsOf(scored, best, side)
    if (cues.length > 0) entry.cues = cues
  }
}

/** Sets `perSaid`, and writes to `weights` how far each sentence moves the score in one direction. */
function weigh({ sums }: ScoredReading, points: Float64Array, side: number): void {
  const { sentences, totalExcess, logOdds, saidBeside } = sums
  if (weights.length < sentences) weights = new Float64Array(2 * sentences)
  let beside = 0
  for (let sentence = 0; sentence < sentences; sentence++) beside += saidBeside[sentence] ?? 0
  const perBeside = beside === 0 ? 0 : (side * (points[otherColumn] ?? 0)) / beside
  perSaid[otherColumn] = perBeside
  for (let signal = 0; signal < otherColumn; signal++) {
    const own = points[signal] ?? 0
    perSaid[signal] = own === 0 ? 0 : (side * own) / (totalExcess[signal] ?? 1)
  }
  for (let sentence = 0; sentence < sentences; sentence++) {
    let weight = perBeside * (saidBeside[sentence] ?? 0)
    for (let signal = 0; signal < otherColumn; signal++) {
      const odds = logOdds[sentence * otherColumn + signal] ?? 0
      if (odds > addsFrom) weight += (perSaid[signal] ?? 0) * excessOf(odds)
    }
    weights[sentence] = weight
  }
}

/** The words of a sentence that changed the score most. */
function wordsOf(scored: ScoredReading, sentence: number, side: number): number[] {
  const { logOdds, saidBeside } = scored.sums
  let column: number = otherColumn
  let most = (perSaid[otherColumn] ?? 0) * (saidBeside[sentence] ?? 0)
  for (let signal = 0; signal < otherColumn; signal++) {
    const moved = (perSaid[signal] ?? 0) * excessOf(logOdds[sentence * otherColumn + signal] ?? 0)
    if (moved <= most) continue
    most = moved
    column = signal
  }
  return findCues(scored.model, placeSentence(scored, sentence), { column, against: side < 0 })
}
