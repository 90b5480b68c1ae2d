import { type Model, signalCount } from '../model/read-model.ts'
import type { Evidence, ScorablePost } from '../post-score.ts'
import type { PostReading } from '../read-sentences.ts'
import { otherWording, type Signal } from '../signal.ts'
import { type SignalSums, strengthOf } from '../sum-signals.ts'
import { sentenceSpan } from '../text/list-sentences.ts'
import { findCues } from './find-cues.ts'

/** Reasons shown at most, a sentence each. */
const mostReasons = 12
/** A signal that gives or takes less shows no reason: what it is worth is told without a sentence. */
const leastPoints = 3
/** How much of a signal the sentences that are not shown may be worth by themselves. */
const mostLeft = 0.08

/** What the other sentences of a signal gave is told from so many tenths on; less goes with other wording. */
const leastTenths = 5

/** Everything that was read of one post. */
export type ScoredReading = { post: ScorablePost; model: Model; reading: PostReading; sums: SignalSums }

type Reason = { signal: number; sentence: number; points: number }

/** What some sentences of a post add to a signal together: their excess, and units of the sum. */
type DecidingSentences = {
  signal: number
  sentences: { at: number; excess: number }[]
  excess: number
  units: number
}

/**
 * The evidence of a post: its reasons, the strongest first; sentences without points for listed signals that have none;
 * by signal what its other sentences gave; last what words said beside every signal. `pointsPerUnit` turns what is added
 * to the sum into points; all points are in tenths, and add up to `total`.
 */
export function explainScore(
  scored: ScoredReading,
  { pointsPerUnit, total, listed }: { pointsPerUnit: number; total: number; listed: readonly Signal[] },
): Evidence[] {
  const reasons = strongestReasons(scored, pointsPerUnit)
  const evidence = reasons.map((reason) => showReason(scored, reason))
  for (const one of listed) addUnpaid(scored, one, evidence)
  let left = tenths(total)
  for (const one of evidence) left -= tenths(one.points)
  for (const other of otherSentences(scored, evidence, pointsPerUnit)) {
    evidence.push(other)
    left -= tenths(other.points)
  }
  if (left !== 0) evidence.push({ signal: otherWording, ...nowhere, points: left / 10 })
  return evidence
}

const nowhere = { field: 'title', start: 0, end: 0 } as const

function tenths(points: number): number {
  return Math.round(points * 10)
}

/**
 * The reasons to show: signal by signal, the one that moved the score most first, its clear sentences until the others
 * would be worth little. They have the points that go when they are erased; what the other sentences keep is theirs.
 * A signal whose sentences find no room any more, or that gave too little, is not shown in part.
 */
function strongestReasons({ model, sums }: ScoredReading, perUnit: number): Reason[] {
  const order: (DecidingSentences & { points: number })[] = []
  for (let signal = 0; signal < signalCount; signal++) {
    if (Math.abs(sums.added[signal] ?? 0) * perUnit < leastPoints) continue
    const found = decidingSentences(model, sums, signal)
    const points = found.units * perUnit
    if (Math.abs(points) >= leastPoints) order.push({ ...found, points })
  }
  order.sort((one, other) => Math.abs(other.points) - Math.abs(one.points))
  const reasons: Reason[] = []
  for (const { signal, sentences, excess, points } of order) {
    if (reasons.length > 0 && reasons.length + sentences.length > mostReasons) continue
    for (const sentence of sentences.slice(0, mostReasons))
      reasons.push({ signal, sentence: sentence.at, points: (points * sentence.excess) / excess })
  }
  return reasons
}

/** The clear sentences of a signal, until the others by themselves would be worth little; and what they add to the sum. */
function decidingSentences({ detectors }: Model, sums: SignalSums, signal: number): DecidingSentences {
  const { worth, reasonFrom } = detectors[signal] ?? { worth: 0, reasonFrom: 0 }
  const total = sums.totalExcess[signal] ?? 0
  const little = mostLeft * strengthOf(total)
  const clear: { at: number; excess: number }[] = []
  for (let at = 0; at < sums.sentences; at++) {
    const place = at * signalCount + signal
    if ((sums.logOdds[place] ?? 0) >= reasonFrom) clear.push({ at, excess: sums.excess[place] ?? 0 })
  }
  clear.sort((one, other) => other.excess - one.excess || one.at - other.at)
  let excess = 0
  let count = 0
  while (count < clear.length && strengthOf(total - excess) > little) excess += clear[count++]?.excess ?? 0
  const units = worth * (strengthOf(total) - strengthOf(Math.max(0, total - excess)))
  return { signal, sentences: clear.slice(0, count), excess, units }
}

function showReason(scored: ScoredReading, { signal, sentence, points }: Reason): Evidence {
  const { post, model, reading, sums } = scored
  const inBody = sentence >= sums.inTitle
  const text = inBody ? reading.body : reading.title
  const at = inBody ? sentence - sums.inTitle : sentence
  const field = inBody ? 'selftext' : 'title'
  const tokens = { from: text.sentences.from[at] ?? 0, to: text.sentences.to[at] ?? 0 }
  const span = sentenceSpan(post[field], text.tokens, tokens)
  const cues = findCues(model, text, at, signal)
  const name = model.detectors[signal]?.signal ?? otherWording
  return { signal: name, field, ...span, points: tenths(points) / 10, ...(cues.length > 0 && { cues }) }
}

/** A listed signal without a reason shows the sentence that says it most, with no points. */
function addUnpaid(scored: ScoredReading, listed: Signal, evidence: Evidence[]): void {
  if (evidence.some((one) => one.signal === listed)) return
  const { sentences, logOdds } = scored.sums
  const signal = scored.model.detectors.findIndex((one) => one.signal === listed)
  let best = -1
  for (let sentence = 0; sentence < sentences; sentence++) {
    const odds = logOdds[sentence * signalCount + signal] ?? 0
    if (best < 0 || odds > (logOdds[best * signalCount + signal] ?? 0)) best = sentence
  }
  if (best >= 0) evidence.push(showReason(scored, { signal, sentence: best, points: 0 }))
}

/** By signal the points of the sentences that are not shown, where they are worth a line. */
function otherSentences(
  { model, sums }: ScoredReading,
  shown: readonly Evidence[],
  perUnit: number,
): Evidence[] {
  return model.detectors.flatMap(({ signal }, place) => {
    let left = tenths((sums.added[place] ?? 0) * perUnit)
    for (const one of shown) if (one.signal === signal) left -= tenths(one.points)
    return Math.abs(left) < leastTenths ? [] : [{ signal, ...nowhere, points: left / 10 }]
  })
}
