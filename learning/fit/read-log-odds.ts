import { type ModelFile, readModel } from '#scoring/model/read-model.ts'
import type { ScorablePost } from '#scoring/post-score.ts'
import { makePostReader } from '#scoring/read-sentences.ts'
import { signals } from '#scoring/signal.ts'
import { chanceOf, emptySums, excessOf, strengthOf, sumSignals } from '#scoring/sum-signals.ts'

/** The output of a model for the sentences of a post: log odds, `signals.length` numbers per sentence. */
export type LogOdds = Float32Array

/** Reads posts with a packed model, as the product does. */
export function makeLogOddsReader(file: ModelFile): (post: ScorablePost) => LogOdds {
  const model = readModel(file)
  const read = makePostReader(model.phrases)
  const sums = emptySums()
  return (post) => {
    sumSignals(model, read(post), sums)
    return Float32Array.from(sums.logOdds.subarray(0, sums.sentences * signals.length))
  }
}

/** For each signal, the sum of `what` over all sentences of a post. */
function sumOver(logOdds: LogOdds, what: (logOdds: number) => number): Float64Array {
  const sums = new Float64Array(signals.length)
  for (let at = 0; at < logOdds.length; at++) {
    const column = at % signals.length
    sums[column] = (sums[column] ?? 0) + what(logOdds[at] ?? 0)
  }
  return sums
}

/** How certainly a post shows each signal, from 0 to 1, judged by all of its sentences. */
export const shownOf = (logOdds: LogOdds): Float64Array => sumOver(logOdds, excessOf).map(strengthOf)

/** For each signal, the expected number of sentences of a post that show it. */
export const expectedOf = (logOdds: LogOdds): Float64Array => sumOver(logOdds, chanceOf)
