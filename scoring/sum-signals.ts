import { addRow, emptyRowSums, finishRows, startRows } from './model/packed-rows.ts'
import { type Model, otherColumn, placeOf, signalCount } from './model/read-model.ts'
import { held, logistic, plainExp } from './plain-math.ts'
import { type PostReading, ruleFeatureCount, type TextReading } from './read-sentences.ts'
import { asked } from './text/tokens.ts'

/**
 * What the sentences of a post say, the title's before the body's: `logOdds` and what they add to each signal by them,
 * `excess`, `signalCount` numbers a sentence. By signal the excess of all sentences, how many sentences show it as far
 * as can be expected, and how far it adds to the sum. Reused between posts.
 */
export type SignalSums = {
  sentences: number
  inTitle: number
  logOdds: Float64Array
  excess: Float64Array
  totalExcess: Float64Array
  expected: Float64Array
  added: Float64Array
  /** What words say beside every signal. */
  other: number
}

const leastLogOdds = -5

/** The chance that a sentence shows a signal, by its log odds; very low ones are as good as none. */
export function chanceOf(logOdds: number): number {
  return logOdds > leastLogOdds ? logistic(logOdds) : 0
}

export function emptySums(): SignalSums {
  return {
    sentences: 0,
    inTitle: 0,
    logOdds: new Float64Array(64 * signalCount),
    excess: new Float64Array(64 * signalCount),
    totalExcess: new Float64Array(signalCount),
    expected: new Float64Array(signalCount),
    added: new Float64Array(signalCount),
    other: 0,
  }
}

/** What a phrase counts for in a sentence of so many tokens: the more words there are, the less each says. */
export function phraseValue(tokens: number): number {
  return 2 / Math.sqrt(4 + tokens)
}

/** What each sentence counts for in the whole post: the more sentences there are, the less each says. */
export function shareOfSentence(sentences: number): number {
  return 1 / Math.sqrt(sentences + 1)
}

/**
 * What the words of the title add to the log odds of every sentence, or take, at most. Those of the body say nothing in
 * other sentences: what is not shown as a reason would decide by it.
 */
export const mostOfTitle = 1.5

/** A chance of 2%, as log odds: from there on a sentence adds to a signal. */
const addsFrom = -3.9

/**
 * What a sentence adds to a signal: by the fourth power of what its log odds are above that chance, so that a clear sentence
 * outweighs many vague ones.
 */
export function excessOf(logOdds: number): number {
  const above = Math.max(0, logOdds - addsFrom)
  return (above * above * above * above) / 250
}

/** How surely a post shows a signal, 0 to 1, by what its sentences add up to. */
export function strengthOf(total: number): number {
  return total === 0 ? 0 : 1 - plainExp(-total)
}

const local = emptyRowSums()
const nearby = emptyRowSums()
const ruleSums = new Float64Array(signalCount)
const titleContext = new Float64Array(signalCount)

/** Leaves in `sums` what a post says, sentence by sentence and as a whole. */
export function sumSignals(model: Model, { title, body }: PostReading, sums: SignalSums): void {
  sums.sentences = title.sentences.count + body.sentences.count
  sums.inTitle = title.sentences.count
  const size = sums.sentences * signalCount
  if (sums.logOdds.length < size) {
    sums.logOdds = new Float64Array(size * 2)
    sums.excess = new Float64Array(size * 2)
  }
  titleContext.fill(0)
  sums.other = 0
  sumText(model, title, sums, 0)
  sumText(model, body, sums, sums.inTitle)
  const share = shareOfSentence(sums.sentences)
  for (let signal = 0; signal < signalCount; signal++) {
    const step = model.contextSteps[signal] ?? 0
    titleContext[signal] = held((titleContext[signal] ?? 0) * step, mostOfTitle)
  }
  sums.other = sums.other * (model.localSteps[otherColumn] ?? 0) * share
  addUp(model, sums)
}

/** Leaves the log odds of each sentence but for what the title says, and adds to that. */
function sumText(model: Model, text: TextReading, sums: SignalSums, first: number): void {
  const { sentences, tokens } = text
  const inTitle = first === 0 && sums.inTitle > 0
  const { logOdds } = sums
  const { localSteps, bases, places } = model
  for (let at = 0; at < sentences.count; at++) {
    const from = (first + at) * signalCount
    const start = sentences.from[at] ?? 0
    const value = phraseValue((sentences.to[at] ?? 0) - start)
    const place = placeOf(inTitle, ((tokens.flags[start] ?? 0) & asked) !== 0)
    sumFeatures(model, text, at)
    for (let signal = 0; signal < signalCount; signal++) {
      const own = (local.columns[signal] ?? 0) * (localSteps[signal] ?? 0) * value
      logOdds[from + signal] =
        (ruleSums[signal] ?? 0) + own + (bases[signal] ?? 0) + (places[place + signal] ?? 0)
    }
    sums.other += (local.columns[otherColumn] ?? 0) * value
    if (!inTitle) continue
    sumContext(model, text, at)
    for (let signal = 0; signal < signalCount; signal++)
      titleContext[signal] = (titleContext[signal] ?? 0) + (nearby.columns[signal] ?? 0) * value
  }
}

/** Leaves in `ruleSums` and `local` what the features of a sentence say. */
function sumFeatures(model: Model, { featuresFrom, feature }: TextReading, sentence: number): void {
  const { rules } = model
  for (let signal = 0; signal < signalCount; signal++) ruleSums[signal] = 0
  startRows(local)
  const end = featuresFrom[sentence + 1] ?? 0
  for (let each = featuresFrom[sentence] ?? 0; each < end; each++) {
    const found = feature[each] ?? 0
    if (found >= ruleFeatureCount) {
      addRow(local, model.local, found - ruleFeatureCount)
    } else {
      const row = found * signalCount
      for (let signal = 0; signal < signalCount; signal++)
        ruleSums[signal] = (ruleSums[signal] ?? 0) + (rules[row + signal] ?? 0)
    }
  }
  finishRows(local, model.local)
}

/** Leaves in `nearby` what the words of a sentence of the title say in every sentence. */
function sumContext(model: Model, { featuresFrom, feature }: TextReading, sentence: number): void {
  startRows(nearby)
  const end = featuresFrom[sentence + 1] ?? 0
  for (let each = featuresFrom[sentence] ?? 0; each < end; each++) {
    const phrase = (feature[each] ?? 0) - ruleFeatureCount
    if (phrase >= 0 && phrase < model.contextRows) addRow(nearby, model.context, phrase)
  }
  finishRows(nearby, model.context)
}

/** Adds what the title says to each sentence, and the sentences up by signal. */
function addUp({ detectors }: Model, sums: SignalSums): void {
  const { logOdds, excess, totalExcess, expected, added } = sums
  for (let signal = 0; signal < signalCount; signal++) {
    const detector = detectors[signal]
    if (detector === undefined) continue
    let total = 0
    let expectedSum = 0
    for (let at = signal; at < sums.sentences * signalCount; at += signalCount) {
      const odds = (logOdds[at] ?? 0) + (titleContext[signal] ?? 0)
      logOdds[at] = odds
      expectedSum += chanceOf(odds)
      const above = odds > addsFrom ? excessOf(odds) : 0
      excess[at] = above
      total += above
    }
    totalExcess[signal] = total
    expected[signal] = expectedSum
    added[signal] = detector.worth * strengthOf(total)
  }
}
