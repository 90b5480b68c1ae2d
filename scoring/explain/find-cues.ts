import { readColumn } from '../model/packed-rows.ts'
import { type Model, otherColumn, signalCount } from '../model/read-model.ts'
import { ruleFeatureCount, type TextReading } from '../read-sentences.ts'
import { phraseValue } from '../sum-signals.ts'
import type { PlacedSentence } from './place-sentence.ts'
import { sortFew } from './sort-few.ts'

const mostCues = 3
/** A match with smaller log odds is too weak to be a cue. */
const leastLogOdds = 0.5

/** Words that are never a cue by themselves, whatever their weight. */
const pointless = new Set(
  'a an the this that these those it its is are was were be been being am do does did have has had of to for in on at by with from as and or but so if than then also just only very really quite rather seem seems seemed would could should can may might will there here i im ive id me we you your he she they them their what which who how when where why one some any all both either such per via etc up out about into over not no because while though although however getting get got already same new'.split(
    ' ',
  ),
)
/** This fast test comes first, because most matches are plain words. */
const plainWord = /^[A-Za-z]+$/u
const content = /[\p{L}\p{N}$€£]/u
const outsideWords = /[^\p{L}\p{N} ]/gu

/** Whether a match is more than punctuation or a word such as "seems". */
function saysSomething(text: string): boolean {
  if (plainWord.test(text)) return !pointless.has(text.toLowerCase())
  if (!content.test(text)) return false
  // Every entry of `pointless` is a single word.
  return text.includes(' ') || !pointless.has(text.toLowerCase().replaceAll(outsideWords, ''))
}

/**
 * The matches of a sentence that may be cues, with the weight of each for the signal. These arrays are used
 * again for each sentence.
 */
const candidates: number[] = []
const says: number[] = []

type Wanted = { column: number; against: boolean }

/**
 * The strongest matches of a signal in one sentence as start and end offsets, in the order of the text. There
 * are at most three, and none is within another.
 */
export function findCues(model: Model, sentence: PlacedSentence, wanted: Wanted): number[] {
  const { text, written } = sentence
  const { from, to, tokens } = text
  const count = listCandidates(model, sentence, wanted)
  const startOf = (match: number) => tokens.start[Math.max(1, from[match] ?? 0)] ?? 0
  const endOf = (match: number) => tokens.end[(to[match] ?? 0) - 1] ?? 0
  const kept: number[] = []
  while (kept.length < mostCues) {
    const best = strongestApart(text, count, kept)
    if (best < 0) break
    const match = candidates[best] ?? 0
    // Reads only the words of the strongest matches, because reading words costs more than comparing weights.
    if (saysSomething(written.slice(startOf(match), endOf(match)))) kept.push(match)
    says[best] = 0
  }
  sortFew(kept, (one, other) => (from[one] ?? 0) - (from[other] ?? 0))
  const places: number[] = []
  for (const match of kept) places.push(startOf(match), endOf(match))
  return places
}

/** Writes the matches with enough weight for a signal to `candidates`. Returns their number. */
function listCandidates(model: Model, { text, at: sentence }: PlacedSentence, wanted: Wanted): number {
  const { sentences, featuresFrom, feature } = text
  const { column, against } = wanted
  const { rules, local, localSteps } = model
  const value = phraseValue((sentences.to[sentence] ?? 0) - (sentences.from[sentence] ?? 0))
  const beside = column === otherColumn
  // A cue has to increase the signal's log odds, both for signals for a need and for signals against one.
  const step = (localSteps[column] ?? 0) * (beside && against ? -1 : 1)
  const least = beside ? 0 : leastLogOdds
  const end = featuresFrom[sentence + 1] ?? 0
  let count = 0
  for (let at = featuresFrom[sentence] ?? 0; at < end; at++) {
    const found = feature[at] ?? 0
    const said =
      found < ruleFeatureCount
        ? beside
          ? 0
          : (rules[found * signalCount + column] ?? 0)
        : readColumn(local, found, column) * step * value
    if (said <= least) continue
    candidates[count] = at
    says[count++] = said
  }
  return count
}

/**
 * The strongest candidate that was not tried and shares no word with the chosen matches, or -1. Of equal
 * candidates, the first is chosen.
 */
function strongestApart({ from, to }: TextReading, count: number, kept: readonly number[]): number {
  let best = -1
  let most = 0
  for (let each = 0; each < count; each++) {
    const own = says[each] ?? 0
    if (own === 0 || own < most) continue
    const match = candidates[each] ?? 0
    const start = from[match] ?? 0
    if (own === most && start >= (from[candidates[best] ?? 0] ?? 0)) continue
    const end = to[match] ?? 0
    if (!kept.every((one) => end <= (from[one] ?? 0) || start >= (to[one] ?? 0))) continue
    best = each
    most = own
  }
  return best
}
