import type { Hits } from './find-hits.ts'
import { detectedSignals, detectorBases, detectorWeights, weighedByDetectors } from './model.ts'
import type { Evidence } from './post-score.ts'
import { type Signal, signalLabels, signals } from './signal.ts'

/** A signal against that no detector was trained for is listed once its words take this many points. */
const leastAgainst = -4

/** For each signal, which detector speaks for it, or -1. */
const detectorOf = signals.map((signal) => detectedSignals.indexOf(signal))

const totals = new Float64Array(detectorBases.length)

/** The signals that a post shows: those for it by the points they earned, then those against it. */
export function listSignals(hits: Hits, evidence: readonly Evidence[]): Signal[] {
  const points = new Map<Signal, number>()
  for (const one of evidence) points.set(one.signal, (points.get(one.signal) ?? 0) + one.points)
  addDetectors(hits)
  const shown = signals.filter((signal, at) => {
    const detector = detectorOf[at] ?? -1
    if (detector >= 0) return (totals[detector] ?? 0) > 0
    return signal !== 'wording' && (points.get(signal) ?? 0) <= leastAgainst
  })
  const strength = (signal: Signal) => points.get(signal) ?? 0
  const isFor = (signal: Signal) => signalLabels[signal].direction === 'for'
  return [
    ...shown.filter(isFor).sort((one, other) => strength(other) - strength(one)),
    ...shown.filter((signal) => !isFor(signal)).sort((one, other) => strength(one) - strength(other)),
  ]
}

/** Leaves each detector's total in `totals`. */
function addDetectors(hits: Hits): void {
  const count = detectedSignals.length
  totals.set(detectorBases)
  for (let at = 0; at < hits.count; at++) {
    const feature = hits.feature[at] ?? 0
    if (weighedByDetectors[feature] === 0) continue
    const value = hits.value[at] ?? 0
    const from = feature * count
    for (let detector = 0; detector < count; detector++) {
      totals[detector] = (totals[detector] ?? 0) + (detectorWeights[from + detector] ?? 0) * value
    }
  }
}
