import { rowFields, rowShift } from './feature-rows.ts'
import type { Hits, TokenRange } from './find-hits.ts'
import { detectedSignals, featureRows, featureSignal } from './model.ts'
import { placeInPost } from './place-in-post.ts'
import { plainSignals } from './plain-signals.ts'
import type { Evidence } from './post-score.ts'
import type { Signal } from './signal.ts'

/**
 * For each listed signal that no span of the evidence stands for, the words that tell it plainly, or speak loudest for
 * it to its detector: of its own rules if one spoke for it, else of whatever did. They carry no points, which are
 * counted where the words are, and none are cited where only the community or words in company tell the signal.
 */
export function citeSignals(
  listed: readonly Signal[],
  evidence: readonly Evidence[],
  hits: Hits,
): Evidence[] {
  const cited: Evidence[] = []
  for (const signal of listed) {
    if (evidence.some((one) => one.signal === signal)) continue
    const detector = detectedSignals.indexOf(signal)
    const range = detector < 0 ? plainRange(hits, signal) : loudestRange(hits, detector, signal)
    if (range !== undefined) cited.push({ signal, ...placeInPost(hits, range), points: 0 })
  }
  return cited
}

/** Where a signal without a detector was told plainly. */
function plainRange(hits: Hits, signal: Signal): TokenRange | undefined {
  return hits.plain[plainSignals.findIndex((plain) => plain.signal === signal)]
}

function loudestRange(hits: Hits, detector: number, signal: Signal): TokenRange | undefined {
  const hit = loudestHit(hits, detector, signal)
  return hit < 0
    ? undefined
    : { inBody: hit >= hits.bodyFrom, from: hits.from[hit] ?? 0, to: hits.to[hit] ?? 0 }
}

/**
 * The hit that adds most to a detector's sum, the first of equals: of the signal's own rules if one of them adds
 * anything, else of whatever does; -1 where nothing does.
 */
function loudestHit(hits: Hits, detector: number, signal: Signal): number {
  let loudest = -1
  let most = 0
  let isOwn = false
  for (let hit = 0; hit < hits.count; hit++) {
    const feature = hits.feature[hit] ?? 0
    const weight = featureRows[(feature << rowShift) + rowFields.detectors + detector] ?? 0
    const strength = weight * (hits.value[hit] ?? 0)
    if (strength <= 0) continue
    const own = featureSignal(feature) === signal
    if (own === isOwn ? strength <= most : isOwn) continue
    if (!hasLetters(hits, hit)) continue
    loudest = hit
    most = strength
    isOwn = own
  }
  return loudest
}

/** The opening mark alone has none. */
function hasLetters(hits: Hits, hit: number): boolean {
  const tokens = hit >= hits.bodyFrom ? hits.body : hits.title
  return (tokens.end[(hits.to[hit] ?? 0) - 1] ?? 0) > (tokens.start[hits.from[hit] ?? 0] ?? 0)
}
