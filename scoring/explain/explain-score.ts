import { type Model, signalCount } from '../model/read-model.ts'
import type { Evidence, ScorablePost } from '../post-score.ts'
import type { PostReading } from '../read-sentences.ts'
import { otherWording, type Signal, signals } from '../signal.ts'
import { excessOf, type SignalSums, strengthOf } from '../sum-signals.ts'
import { sentenceSpan } from '../text/list-sentences.ts'
import { findCues } from './find-cues.ts'
import { sortFew } from './sort-few.ts'

/** Sentences shown at most. */
export const mostReasons = 12
/** A signal that gives or takes less shows no reason: what it is worth is told without a sentence. */
const leastPoints = 1
/** How much of a signal the sentences that are not shown may be worth by themselves. */
const mostLeft = 0.08

/** What the other sentences of a signal gave is told from so many tenths on; less goes with other wording. */
const leastTenths = 5

/** By signal the tenths of points that no reason has. */
const left = new Int32Array(signalCount)

/** Everything that was read of one post. */
export type ScoredReading = { post: ScorablePost; model: Model; reading: PostReading; sums: SignalSums }

type Reason = { signal: number; sentence: number; points: number }

/** A sentence of a post that shows a signal, and how far it is above doubt. */
type DecidingSentence = { at: number; excess: number }

type SignalSentences = { signal: number; sentences: readonly DecidingSentence[] }

/**
 * The evidence of a post: its reasons, the strongest first; sentences without points for listed signals that have none;
 * by signal what its other sentences gave; last what words said beside every signal. `pointsPerUnit` turns what is added
 * to the sum into points; all points are in tenths, and add up to `total`.
 */
export function explainScore(
  scored: ScoredReading,
  { pointsPerUnit, total, listed }: { pointsPerUnit: number; total: number; listed: readonly Signal[] },
): Evidence[] {
  const { added } = scored.sums
  for (let signal = 0; signal < signalCount; signal++)
    left[signal] = tenths((added[signal] ?? 0) * pointsPerUnit)
  const reasons = strongestReasons(scored, pointsPerUnit, listed)
  for (const { signal, points } of reasons) left[signal] = (left[signal] ?? 0) - tenths(points)
  const evidence = reasons.map((reason) => showReason(scored, reason))
  for (const one of listed) addUnpaid(scored, one, evidence)
  for (let signal = 0; signal < signalCount; signal++) {
    const tenthsLeft = left[signal] ?? 0
    if (Math.abs(tenthsLeft) >= leastTenths)
      evidence.push(nowhere(signals[signal] ?? otherWording, tenthsLeft))
  }
  let rest = tenths(total)
  for (const one of evidence) rest -= tenths(one.points)
  if (rest !== 0) evidence.push(nowhere(otherWording, rest))
  return evidence
}

/** An entry that has no sentence. */
function nowhere(signal: Evidence['signal'], tenthsOfPoints: number): Evidence {
  return { signal, field: 'title', start: 0, end: 0, points: tenthsOfPoints / 10 }
}

function tenths(points: number): number {
  return Math.round(points * 10)
}

/**
 * The reasons to show: signal by signal, the one that moved the score most first, its clear sentences until the others
 * would be worth little. They have the points that go when they are erased; what the other sentences keep is theirs.
 * Each listed signal keeps room for one sentence. A signal whose sentences find no room any more, or that gave too
 * little, is not shown in part, but for the strongest.
 */
function strongestReasons(scored: ScoredReading, perUnit: number, listed: readonly Signal[]): Reason[] {
  const { model, sums } = scored
  const order: (SignalSentences & { points: number })[] = []
  for (let signal = 0; signal < signalCount; signal++) {
    if (Math.abs(sums.added[signal] ?? 0) * perUnit < leastPoints) continue
    const sentences = decidingSentences(scored, signal)
    const points = unitsOf(model, sums, { signal, sentences }) * perUnit
    if (Math.abs(points) >= leastPoints) order.push({ signal, sentences, points })
  }
  sortFew(order, (one, other) => Math.abs(other.points) - Math.abs(one.points))
  const reasons: Reason[] = []
  let room = mostReasons - listed.length
  for (const { signal, sentences } of order) {
    const own = listed.some((one) => one === signals[signal]) ? 1 : 0
    if (room + own === 0 || (reasons.length > 0 && sentences.length > room + own)) continue
    const shown = sentences.slice(0, room + own)
    room -= shown.length - own
    const excess = excessTogether(shown)
    const points = unitsOf(model, sums, { signal, sentences: shown }) * perUnit
    for (const one of shown)
      reasons.push({ signal, sentence: one.at, points: (points * one.excess) / excess })
  }
  return reasons
}

function excessTogether(sentences: readonly DecidingSentence[]): number {
  let excess = 0
  for (const one of sentences) excess += one.excess
  return excess
}

/** What goes from the sum when some sentences of a signal are erased. */
function unitsOf({ detectors }: Model, sums: SignalSums, { signal, sentences }: SignalSentences): number {
  const total = sums.totalExcess[signal] ?? 0
  const left = Math.max(0, total - excessTogether(sentences))
  return (detectors[signal]?.worth ?? 0) * (strengthOf(total) - strengthOf(left))
}

/** The clear sentences of a signal, until the others by themselves would be worth little. */
function decidingSentences(scored: ScoredReading, signal: number): DecidingSentence[] {
  const { model, sums } = scored
  const reasonFrom = model.detectors[signal]?.reasonFrom ?? 0
  const total = sums.totalExcess[signal] ?? 0
  const little = mostLeft * strengthOf(total)
  const clear: DecidingSentence[] = []
  for (let at = 0; at < sums.sentences; at++) {
    const place = at * signalCount + signal
    const odds = sums.logOdds[place] ?? 0
    if (odds >= reasonFrom && hasWords(scored, at)) clear.push({ at, excess: excessOf(odds) })
  }
  sortFew(clear, (one, other) => other.excess - one.excess || one.at - other.at)
  let excess = 0
  let count = 0
  while (count < clear.length && strengthOf(total - excess) > little) excess += clear[count++]?.excess ?? 0
  clear.length = count
  return clear
}

/** Where a sentence stands in the text of its field. */
function placeOfSentence({ post, reading, sums }: ScoredReading, sentence: number) {
  const inBody = sentence >= sums.inTitle
  const text = inBody ? reading.body : reading.title
  const at = inBody ? sentence - sums.inTitle : sentence
  const field: Evidence['field'] = inBody ? 'selftext' : 'title'
  const tokens = { from: text.sentences.from[at] ?? 0, to: text.sentences.to[at] ?? 0 }
  return { field, text, at, span: sentenceSpan(post[field], text.tokens, tokens) }
}

/** Whether there is anything to read beside the target of a link. */
function hasWords(scored: ScoredReading, sentence: number): boolean {
  const { field, span } = placeOfSentence(scored, sentence)
  const text = scored.post[field]
  // Most sentences open with a letter, which costs less to see than to search for one.
  const first = text.charCodeAt(span.start) | 32
  if (first >= 97 && first <= 122) return true
  return /\p{L}/u.test(withoutTargets(text.slice(span.start, span.end)))
}

/** Cut by places, not by a pattern, which would look for the end again from each beginning. */
function withoutTargets(text: string): string {
  let kept = ''
  let at = 0
  for (;;) {
    const start = text.indexOf('](', at)
    const end = start === -1 ? -1 : text.indexOf(')', start)
    if (end === -1) return kept + text.slice(at)
    kept += text.slice(at, start)
    at = end + 1
  }
}

function showReason(scored: ScoredReading, { signal, sentence, points }: Reason): Evidence {
  const place = placeOfSentence(scored, sentence)
  const { field, span } = place
  const cues = findCues(scored.model, place, signal)
  const named = signals[signal] ?? otherWording
  const evidence: Evidence = { signal: named, field, ...span, points: tenths(points) / 10 }
  if (cues.length > 0) evidence.cues = cues
  return evidence
}

/** A listed signal without a reason shows the sentence that says it most, with no points. */
function addUnpaid(scored: ScoredReading, listed: Signal, evidence: Evidence[]): void {
  for (const one of evidence) if (one.signal === listed) return
  const { sentences, logOdds } = scored.sums
  const signal = signals.indexOf(listed)
  let best = -1
  for (let sentence = 0; sentence < sentences; sentence++) {
    const odds = logOdds[sentence * signalCount + signal] ?? 0
    if (best < 0 || odds > (logOdds[best * signalCount + signal] ?? 0)) best = sentence
  }
  if (best >= 0) evidence.push(showReason(scored, { signal, sentence: best, points: 0 }))
}
