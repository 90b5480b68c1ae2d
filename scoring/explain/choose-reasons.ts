import { signalCount } from '../model/read-model.ts'
import { type Signal, signals } from '../signal.ts'
import { excessOf } from '../sum-signals.ts'
import { changeWithout } from './erase-sentence.ts'
import { isQuotable, placeSentence, type ScoredReading } from './place-sentence.ts'
import { sortFew } from './sort-few.ts'

/** The maximum number of sentences shown. */
export const mostReasons = 12
/** Sentences worth less than half a point are no reasons; slightly more, so that rounding does not show less. */
export const leastPoints = 0.55

/** A sentence that shows a signal, and its approximate share of the signal's points. */
export type Reason = { signal: number; sentence: number; points: number }

const strongestFirst = (one: Reason, other: Reason) => Math.abs(other.points) - Math.abs(one.points)

type Points = {
  /** By signal. */
  points: ArrayLike<number>
  pointsPerUnit: number
  listed: readonly Signal[]
}

/**
 * The reasons to show, strongest first: for each signal the sentence with the most points, then others. They show
 * the signal clearly; a listed signal without such a sentence is represented by its strongest. A sentence for a
 * need is excluded if the score would be higher without it.
 */
export function chooseReasons(scored: ScoredReading, wanted: Points): Reason[] {
  const misleading: number[] = []
  for (;;) {
    const reasons = strongestReasons(scored, wanted, misleading)
    const found = reasons.filter((_, at) =>
      isMisleading(scored, reasons, { at, perUnit: wanted.pointsPerUnit }),
    )
    if (found.length === 0) return reasons
    for (const { sentence } of found) misleading.push(sentence)
  }
}

/** The most by which a sentence for a need may lower the score. */
const leastHeldDown = 0.3

/** Whether a sentence, as the first of its reasons, supports a need but lowers the score. */
function isMisleading(
  scored: ScoredReading,
  reasons: readonly Reason[],
  { at, perUnit }: { at: number; perUnit: number },
): boolean {
  const { sentence } = reasons[at] as Reason
  let own = 0
  for (let other = 0; other < reasons.length; other++) {
    const reason = reasons[other]
    if (reason?.sentence !== sentence) continue
    if (other < at) return false
    own += reason.points
  }
  return own > 0 && changeWithout(scored, sentence) * perUnit > leastHeldDown
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

/** The clear sentences of a signal with enough points, strongest first; at least one for a listed signal. */
function clearReasons(scored: ScoredReading, { signal, points, isListed, hidden }: Wanted): Reason[] {
  const { model, sums } = scored
  const perExcess = points / (sums.totalExcess[signal] ?? 1)
  const reasonFrom = model.detectors[signal]?.reasonFrom ?? 0
  const clear: Reason[] = []
  const unclear: Reason[] = []
  for (let sentence = 0; sentence < sums.sentences; sentence++) {
    const odds = sums.logOdds[sentence * signalCount + signal] ?? 0
    if (odds < reasonFrom && (!isListed || clear.length > 0)) continue
    const share = excessOf(odds) * perExcess
    if (Math.abs(share) < leastPoints || hidden.includes(sentence)) continue
    if (!isQuotable(scored, placeSentence(scored, sentence))) continue
    const found = odds < reasonFrom ? unclear : clear
    found.push({ signal, sentence, points: share })
  }
  const reasons = clear.length > 0 ? clear : unclear
  sortFew(reasons, strongestFirst)
  return clear.length > 0 ? reasons : reasons.slice(0, 1)
}
