import { columnCount, type RowList, sumRows } from './model/packed-rows.ts'
import { type Model, otherColumn, placeOf, signalCount } from './model/read-model.ts'
import { held, logistic, plainExp } from './plain-math.ts'
import { type PostReading, ruleFeatureCount, type TextReading } from './read-sentences.ts'
import { rulePlaces, ruleTable } from './rules/rule-table.ts'
import { signals } from './signal.ts'
import { asked } from './text/tokens.ts'

// Local copies of imports, because the engine resolves an import or export again at each use.
const width = signalCount
const chance = logistic
const noRule = ruleFeatureCount

/**
 * For each sentence, its log odds (title first, `signalCount` numbers per sentence). For each signal, its
 * excess (see `excessOf`), the expected number of sentences with the signal, and what the signal adds to the
 * sum. Also what words without a signal add. Reused between posts.
 */
export type SignalSums = ReturnType<typeof emptySums>

const leastLogOdds = -5

/**
 * The probability that a sentence shows a signal, from its log odds. Very low log odds count as probability
 * zero.
 */
export function chanceOf(logOdds: number): number {
  return logOdds > leastLogOdds ? logistic(logOdds) : 0
}

export function emptySums() {
  return {
    sentences: 0,
    inTitle: 0,
    logOdds: new Float64Array(64 * width),
    totalExcess: new Float64Array(width),
    expected: new Float64Array(width),
    added: new Float64Array(width),
    saidBeside: new Float64Array(64),
    /** What title words add to the log odds of every sentence: in total, then for each title sentence. */
    context: new Float64Array(width),
    contextOf: new Float64Array(8 * width),
    addedBeside: 0,
    /**
     * The signal against a need that a rule has decided, and the sentence that shows this signal; -1 if no
     * rule has decided.
     */
    settled: -1,
    settledBy: -1,
    /** What the decided signal subtracts from the sum in addition to its worth. */
    heldDown: 0,
  }
}

/**
 * The weight of each phrase in a sentence with this many tokens. The longer the sentence, the less each
 * phrase counts.
 */
export function phraseValue(tokens: number): number {
  return 2 / Math.sqrt(4 + tokens)
}

/**
 * The weight of each sentence in a post with this many sentences. The more sentences, the less each counts.
 */
export function shareOfSentence(sentences: number): number {
  return 1 / Math.sqrt(sentences + 1)
}

/**
 * The title's words change the log odds of every sentence by at most this. Words of the text do not affect
 * other sentences, because then sentences that are not shown would change the score.
 */
export const mostOfTitle = 1.5

/** The log odds of a probability of 2%. A sentence with higher log odds adds to a signal. */
export const addsFrom = -3.9

/**
 * What a sentence adds to a signal: the fifth power of its log odds above the limit, so that one clear
 * sentence outweighs many vague ones.
 */
export function excessOf(logOdds: number): number {
  const above = logOdds > addsFrom ? logOdds - addsFrom : 0
  const squared = above * above
  return (squared * squared * above) / 1200
}

const excess = excessOf

/** How certain it is that a post shows a signal (0 to 1), computed from the sum over the post's sentences. */
export function strengthOf(total: number): number {
  return total === 0 ? 0 : 1 - plainExp(-total)
}

const ruleSums = new Float64Array(width)
const local = new Int32Array(columnCount)
const nearby = new Int32Array(columnCount)
/** `words` are the words of a title sentence. `likely` are the signals that a sentence may show. */
const words: RowList = { list: new Int32Array(64), from: 0, to: 0, sums: nearby }
const phrases: RowList = { list: words.list, from: 0, to: 0, sums: local }
const likely = new Int32Array(width + 1)

/** Computes the log odds of a post in `sums`, for each sentence and for the whole post. */
export function sumSignals(model: Model, { title, body }: PostReading, sums: SignalSums): void {
  const count = title.sentences.count + body.sentences.count
  if (sums.logOdds.length < count * width) {
    sums.logOdds = new Float64Array(2 * count * width)
    sums.saidBeside = new Float64Array(2 * count)
  }
  sums.sentences = 0
  sums.inTitle = title.sentences.count
  sums.settled = -1
  sums.settledBy = -1
  sums.heldDown = 0
  for (let signal = 0; signal < width; signal++) {
    sums.totalExcess[signal] = 0
    sums.expected[signal] = 0
  }
  sumContext(model, title, sums)
  sumText(model, title, sums)
  sumText(model, body, sums)
  let said = 0
  for (let sentence = 0; sentence < count; sentence++) said += sums.saidBeside[sentence] ?? 0
  sums.addedBeside = addedBy(model, said * (model.localSteps[otherColumn] ?? 0) * shareOfSentence(count))
  for (let signal = 0; signal < width; signal++)
    sums.added[signal] = (model.detectors[signal]?.worth ?? 0) * strengthOf(sums.totalExcess[signal] ?? 0)
}

/** What words without a signal add, apart from the constant that every post has. */
export function addedBy({ other: { base, most } }: Model, said: number): number {
  return held(base + said, most) - held(base, most)
}

/** Computes in `context` what the title's words add to every sentence. */
function sumContext(model: Model, title: TextReading, sums: SignalSums): void {
  const { sentences, phrasesFrom, featuresFrom, feature } = title
  const { context } = sums
  context.fill(0)
  if (words.list.length < feature.length) words.list = new Int32Array(feature.length)
  if (sums.contextOf.length < sentences.count * width)
    sums.contextOf = new Float64Array(2 * sentences.count * width)
  for (let at = 0; at < sentences.count; at++) {
    const end = featuresFrom[at + 1] ?? 0
    words.to = 0
    for (let each = phrasesFrom[at] ?? 0; each < end; each++) {
      const phrase = (feature[each] ?? 0) - ruleFeatureCount
      if (phrase < model.contextRows) words.list[words.to++] = phrase
    }
    sumRows(model.context, words)
    const value = phraseValue((sentences.to[at] ?? 0) - (sentences.from[at] ?? 0))
    for (let signal = 0; signal < width; signal++) {
      const said = (nearby[signal] ?? 0) * value
      sums.contextOf[at * width + signal] = said
      context[signal] = (context[signal] ?? 0) + said
    }
  }
  for (let signal = 0; signal < width; signal++)
    context[signal] = held((context[signal] ?? 0) * (model.contextSteps[signal] ?? 0), mostOfTitle)
}

function sumText(model: Model, text: TextReading, sums: SignalSums): void {
  const { sentences, tokens, featuresFrom, phrasesFrom, feature } = text
  const { rules, localSteps, bases, places } = model
  const { logOdds, context } = sums
  phrases.list = text.feature
  for (let at = 0; at < sentences.count; at++) {
    const start = sentences.from[at] ?? 0
    const value = phraseValue((sentences.to[at] ?? 0) - start)
    const place = placeOf(sums.sentences < sums.inTitle, ((tokens.flags[start] ?? 0) & asked) !== 0)
    phrases.from = phrasesFrom[at] ?? 0
    phrases.to = featuresFrom[at + 1] ?? 0
    sumRows(model.local, phrases)
    const rule = featuresFrom[at] ?? 0
    const several = phrases.from > rule + 1
    if (several) sumRules(model, text, at)
    const ruled = several ? ruleSums : rules
    const row = several ? 0 : (rule < phrases.from ? (feature[rule] ?? 0) : noRule) * width
    const from = sums.sentences * width
    let count = 0
    for (let signal = 0; signal < width; signal++) {
      const own = (local[signal] ?? 0) * (localSteps[signal] ?? 0) * value
      const told = (ruled[row + signal] ?? 0) + own + (bases[signal] ?? 0) + (places[place + signal] ?? 0)
      const odds = told + (context[signal] ?? 0)
      logOdds[from + signal] = odds
      // Written without a branch, which the processor could not predict.
      likely[count] = signal
      count = (count + Number(odds > leastLogOdds)) | 0
    }
    if (at === 0 || sums.sentences < sums.inTitle) count = settle(text, sums, { at, count })
    addLikely(sums, from, count)
    sums.saidBeside[sums.sentences] = (local[otherColumn] ?? 0) * value
    sums.sentences++
  }
}

/** The signal that each rule decides, or -1. */
const settles = Int32Array.from(ruleTable, (rule) => (rule.settles ? signals.indexOf(rule.signal) : -1))
/** The minimum log odds of a decided signal in the sentence that decides it. */
const settledLogOdds = 3

/**
 * Makes a signal certain in the first sentence with a rule that decides the signal. Returns the number of
 * likely signals.
 */
function settle(text: TextReading, sums: SignalSums, { at, count }: { at: number; count: number }): number {
  const { featuresFrom, phrasesFrom, feature } = text
  const end = phrasesFrom[at] ?? 0
  for (let each = featuresFrom[at] ?? 0; each < end; each++) {
    const signal = settles[Math.floor((feature[each] ?? 0) / rulePlaces.length)] ?? -1
    if (signal < 0 || sums.settled >= 0) continue
    sums.settled = signal
    sums.settledBy = sums.sentences
    const place = sums.sentences * width + signal
    const odds = sums.logOdds[place] ?? 0
    sums.logOdds[place] = Math.max(odds, settledLogOdds)
    if (odds > leastLogOdds) continue
    likely[count] = signal
    return count + 1
  }
  return count
}

/** Adds the log odds of a sentence to each signal that it may show. */
function addLikely({ logOdds, totalExcess, expected }: SignalSums, from: number, count: number): void {
  for (let at = 0; at < count; at++) {
    const signal = likely[at] ?? 0
    const odds = logOdds[from + signal] ?? 0
    totalExcess[signal] = (totalExcess[signal] ?? 0) + excess(odds)
    expected[signal] = (expected[signal] ?? 0) + chance(odds)
  }
}

/** Adds up the weights of a sentence's rules in `ruleSums`. */
function sumRules(
  { rules }: Model,
  { featuresFrom, phrasesFrom, feature }: TextReading,
  sentence: number,
): void {
  for (let signal = 0; signal < width; signal++) ruleSums[signal] = 0
  const end = phrasesFrom[sentence] ?? 0
  for (let each = featuresFrom[sentence] ?? 0; each < end; each++) {
    const row = (feature[each] ?? 0) * width
    for (let signal = 0; signal < width; signal++)
      ruleSums[signal] = (ruleSums[signal] ?? 0) + (rules[row + signal] ?? 0)
  }
}
