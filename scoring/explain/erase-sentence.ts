import { otherColumn, signalCount } from '../model/read-model.ts'
import { held } from '../plain-math.ts'
import { addedBy, excessOf, mostOfTitle, shareOfSentence, strengthOf } from '../sum-signals.ts'
import type { ScoredReading } from './place-sentence.ts'

/**
 * The change of the sum behind the score if a sentence is deleted. The change includes the effect of title
 * words on other sentences.
 */
export function changeWithout(scored: ScoredReading, erased: number): number {
  const { model, sums } = scored
  let change = addedBesideWithout(scored, erased) - sums.addedBeside
  if (erased === sums.settledBy) change += sums.heldDown
  for (let signal = 0; signal < signalCount; signal++) {
    const worth = model.detectors[signal]?.worth ?? 0
    const own = excessOf(sums.logOdds[erased * signalCount + signal] ?? 0)
    const shift =
      erased < sums.inTitle ? contextWithout(scored, erased, signal) - (sums.context[signal] ?? 0) : 0
    if (worth === 0 || (own === 0 && shift === 0)) continue
    const left =
      shift === 0
        ? Math.max(0, (sums.totalExcess[signal] ?? 0) - own)
        : excessShifted(scored, { erased, signal, shift })
    change += worth * strengthOf(left) - (sums.added[signal] ?? 0)
  }
  return change
}

function addedBesideWithout({ model, sums }: ScoredReading, erased: number): number {
  let said = 0
  for (let sentence = 0; sentence < sums.sentences; sentence++)
    if (sentence !== erased) said += sums.saidBeside[sentence] ?? 0
  return addedBy(model, said * (model.localSteps[otherColumn] ?? 0) * shareOfSentence(sums.sentences - 1))
}

/** What the title without the erased sentence adds to every sentence. */
function contextWithout({ model, sums }: ScoredReading, erased: number, signal: number): number {
  let said = 0
  for (let sentence = 0; sentence < sums.inTitle; sentence++)
    if (sentence !== erased) said += sums.contextOf[sentence * signalCount + signal] ?? 0
  return held(said * (model.contextSteps[signal] ?? 0), mostOfTitle)
}

function excessShifted(
  { sums }: ScoredReading,
  { erased, signal, shift }: { erased: number; signal: number; shift: number },
): number {
  let total = 0
  for (let sentence = 0; sentence < sums.sentences; sentence++)
    if (sentence !== erased) total += excessOf((sums.logOdds[sentence * signalCount + signal] ?? 0) + shift)
  return total
}
