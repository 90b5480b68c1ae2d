import { signalCount } from '../model/read-model.ts'
import { type Signal, signals } from '../signal.ts'
import { excessOf } from '../sum-signals.ts'
import { changeWithout } from './erase-sentence.ts'
import { fitsSignal } from './fits-signal.ts'
import {
  quotableRange,
  quoteOf,
  readableRange,
  type ScoredReading,
  type SentenceRange,
} from './place-sentence.ts'
import { plainFrom, saysPlainly } from './says-plainly.ts'
import { sortFew } from './sort-few.ts'

/** At most this many sentences are shown. */
export const mostReasons = 12
/**
 * Sentences with less than half a point are not reasons. The limit is slightly higher than half a point, so
 * that rounding does not hide reasons.
 */
export const leastPoints = 0.55

/**
 * A listed signal may have no sentence above its `reasonFrom`. Then a sentence with at least these log odds
 * may represent the signal. Readers judged that most sentences with lower log odds do not show the signal.
 */
const leastLogOdds: Partial<Record<Signal, number>> = {
  software_job: -0.4,
  requirement: -0.4,
  many_affected: -0.4,
}

/** The minimum log odds of a sentence that may be shown for a signal. */
function shownFrom({ model }: ScoredReading, signal: number, isListed: boolean): number {
  const { reasonFrom = 0, signal: name } = model.detectors[signal] ?? {}
  const least = name === undefined ? undefined : leastLogOdds[name]
  return isListed ? Math.min(reasonFrom, least ?? Number.NEGATIVE_INFINITY) : reasonFrom
}

/**
 * How well a sentence shows what the label of a signal promises. The sentence need not be quotable. `plain`
 * means that its words leave little doubt.
 */
function fitOf(scored: ScoredReading, signal: number, sentence: number): 'none' | 'fits' | 'plain' {
  const name = signals[signal]
  const quote = quoteOf(scored, { from: sentence, to: sentence })
  if (name === undefined || !fitsSignal(name, quote)) return 'none'
  const odds = scored.sums.logOdds[sentence * signalCount + signal] ?? 0
  return saysPlainly(name, quote, odds) ? 'plain' : 'fits'
}

/** Sentences in one quote that show a signal, with their approximate share of the signal's points. */
export type Reason = SentenceRange & { signal: number; sentence: number; points: number }

const strongestFirst = (one: Reason, other: Reason) => Math.abs(other.points) - Math.abs(one.points)

type Points = {
  /** By signal. */
  points: ArrayLike<number>
  pointsPerUnit: number
  listed: readonly Signal[]
}

/**
 * The reasons to show, strongest first: the strongest clear sentence of each signal, then further clear
 * sentences while there is room. If a listed signal has no clear sentence, its strongest sentence is shown. A
 * sentence for a need is left out if the score would be higher without it.
 */
export function chooseReasons(scored: ScoredReading, wanted: Points): Reason[] {
  const misleading: number[] = []
  for (;;) {
    const reasons = strongestReasons(scored, wanted, misleading)
    const found = reasons.filter((_, at) =>
      isMisleading(scored, reasons, { at, perUnit: wanted.pointsPerUnit }),
    )
    const before = misleading.length
    for (const { from, to } of found)
      for (let sentence = from; sentence <= to; sentence++)
        if (!misleading.includes(sentence)) misleading.push(sentence)
    if (misleading.length === before) return reasons
  }
}

/** A sentence for a need is not shown if the score would rise by more than this without it. */
const leastHeldDown = 0.3

/**
 * Whether a quote supports a need but lowers the score. Of several reasons with the same quote, only the
 * first is tested.
 */
function isMisleading(
  scored: ScoredReading,
  reasons: readonly Reason[],
  { at, perUnit }: { at: number; perUnit: number },
): boolean {
  const { from, to } = reasons[at] as Reason
  let own = 0
  for (let other = 0; other < reasons.length; other++) {
    const reason = reasons[other]
    if (reason === undefined || reason.sentence < from || reason.sentence > to) continue
    if (other < at && reason.from === from && reason.to === to) return false
    own += reason.points
  }
  if (own <= 0) return false
  let change = 0
  for (let sentence = from; sentence <= to; sentence++) change += changeWithout(scored, sentence)
  return change * perUnit > leastHeldDown
}

function strongestReasons(
  scored: ScoredReading,
  { points, listed }: Points,
  misleading: readonly number[],
): Reason[] {
  const reasons: Reason[] = []
  const others: Reason[] = []
  for (let signal = 0; signal < signalCount; signal++) {
    const own = points[signal] ?? 0
    if (Math.abs(own) < leastPoints) continue
    const isListed = listed.some((one) => one === signals[signal])
    const hidden = own > 0 ? misleading : []
    const [first, ...rest] = clearReasons(scored, { signal, points: own, isListed, hidden })
    if (first !== undefined) reasons.push(first)
    others.push(...rest)
  }
  sortFew(reasons, strongestFirst)
  sortFew(others, strongestFirst)
  reasons.push(...others)
  reasons.length = Math.min(reasons.length, mostReasons)
  sortFew(reasons, strongestFirst)
  return reasons
}

type Wanted = { signal: number; points: number; isListed: boolean; hidden: readonly number[] }

/**
 * The clear sentences of a signal that have enough points, strongest first. If there are none, returns the
 * strongest unclear sentence, if any.
 */
function clearReasons(scored: ScoredReading, { signal, points, isListed, hidden }: Wanted): Reason[] {
  const { model, sums } = scored
  const perExcess = points / (sums.totalExcess[signal] ?? 1)
  const least = shownFrom(scored, signal, isListed)
  const reasonFrom = model.detectors[signal]?.reasonFrom ?? 0
  const clear: Reason[] = []
  const unclear: Reason[] = []
  for (let sentence = 0; sentence < sums.sentences; sentence++) {
    const odds = sums.logOdds[sentence * signalCount + signal] ?? 0
    if (odds < Math.min(least, plainFrom)) continue
    const share = excessOf(odds) * perExcess
    if (Math.abs(share) < leastPoints || hidden.includes(sentence)) continue
    const fit = fitOf(scored, signal, sentence)
    const isClear = odds >= reasonFrom || fit === 'plain'
    if (fit === 'none' || (!isClear && (odds < least || clear.length > 0))) continue
    const range = quotableRange(scored, sentence) ?? (isListed ? readableRange(scored, sentence) : null)
    if (range === null) continue
    const found = isClear && range.saysMuch ? clear : unclear
    const last = found.at(-1)
    if (last !== undefined && range.from <= last.to) addPart(last, range, { sentence, points: share })
    else found.push({ ...range, signal, sentence, points: share })
  }
  const reasons = clear.length > 0 ? clear : unclear
  sortFew(reasons, strongestFirst)
  return clear.length > 0 ? reasons : reasons.slice(0, 1)
}

/** Adds another part of a long sentence to the reason that shows this sentence. */
function addPart(
  reason: Reason,
  { from, to }: SentenceRange,
  part: { sentence: number; points: number },
): void {
  reason.from = Math.min(reason.from, from)
  reason.to = Math.max(reason.to, to)
  if (Math.abs(part.points) > Math.abs(reason.points)) reason.sentence = part.sentence
  reason.points += part.points
}
