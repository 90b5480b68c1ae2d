import { rowFields, weightStep } from './feature-rows.ts'
import type { Hits } from './find-hits.ts'
import { basesByCommunity, detectedSignals, detectorBases, detectorPairs } from './model.ts'
import { plainSignals } from './plain-signals.ts'
import type { Evidence } from './post-score.ts'
import { type Signal, signalLabels, signals } from './signal.ts'
import type { HitSums } from './sum-hits.ts'
import { pairFactors, signalPairCount } from './word-company.ts'

/** A signal against without a detector is listed when it is told plainly, or takes this many points. */
const leastAgainst = -4

/** By the signal's place in `signals`: which detector speaks for it, or -1, and which way it moves the score. */
const detectorOf = signals.map((signal) => detectedSignals.indexOf(signal))
const directions = signals.map((signal) => signalLabels[signal].direction)
const placeOf = new Map(signals.map((signal, place) => [signal, place]))
const plainPlaces = plainSignals.map(({ signal }) => placeOf.get(signal) ?? 0)

/**
 * Each detector's sum, the products of factors, each signal's points, whether it is told plainly, and the strengths of
 * those listed. Reused between posts.
 */
const totals = new Float64Array(detectedSignals.length)
const products = new Float64Array(signalPairCount)
const points = new Float64Array(signals.length)
const toldPlainly = new Uint8Array(signals.length)
const strengths = new Float64Array(signals.length)

/** What of a post says which signals it shows. */
type Showing = { sums: HitSums; evidence: readonly Evidence[]; plain: Hits['plain']; community: string }

/** The signals that a post shows: those for it by the points they earned, then those against it. */
export function listSignals({ sums, evidence, plain, community }: Showing): Signal[] {
  sumDetectors(sums, basesByCommunity.get(community.toLowerCase()) ?? detectorBases)
  points.fill(0)
  for (const one of evidence) {
    const place = placeOf.get(one.signal) ?? 0
    points[place] = (points[place] ?? 0) + one.points
  }
  toldPlainly.fill(0)
  plain.forEach((hit, at) => {
    if (hit !== undefined) toldPlainly[plainPlaces[at] ?? 0] = 1
  })
  const listed: Signal[] = []
  listShown(listed, 'for')
  listShown(listed, 'against')
  return listed
}

/** Lists the shown signals of one direction, the strongest first; of equals the one that `signals` has first. */
function listShown(listed: Signal[], direction: 'for' | 'against'): void {
  const first = listed.length
  for (let place = 0; place < signals.length; place++) {
    const signal = signals[place]
    if (signal === undefined || directions[place] !== direction || !isShown(place)) continue
    const strength = direction === 'for' ? (points[place] ?? 0) : -(points[place] ?? 0)
    let at = listed.length
    for (; at > first && (strengths[at - 1] ?? 0) < strength; at--) {
      listed[at] = listed[at - 1] ?? signal
      strengths[at] = strengths[at - 1] ?? 0
    }
    listed[at] = signal
    strengths[at] = strength
  }
}

function isShown(place: number): boolean {
  const detector = detectorOf[place] ?? -1
  if (detector >= 0) return (totals[detector] ?? 0) > 0
  return toldPlainly[place] === 1 || (points[place] ?? 0) <= leastAgainst
}

/** Leaves in `totals` what each detector has of the hits, of their company and its base. */
function sumDetectors(sums: HitSums, bases: readonly number[]): void {
  const { words, rules } = sums
  pairFactors(sums, products)
  for (let detector = 0; detector < totals.length; detector++) {
    const field = rowFields.detectors + detector
    let total = ((words[field] ?? 0) + (rules[field] ?? 0)) * weightStep + (bases[detector] ?? 0)
    const from = detector * signalPairCount
    for (let pair = 0; pair < signalPairCount; pair++)
      total += (detectorPairs[from + pair] ?? 0) * (products[pair] ?? 0)
    totals[detector] = total
  }
}
