import { ruleFeatureCount } from '../read-sentences.ts'
import { rulePlaces, ruleTable } from '../rules/rule-table.ts'
import { type Signal, signals } from '../signal.ts'
import { columnCount, decodeBytes, type PackedRows, packRows } from './packed-rows.ts'

/** What is learned of one signal; in log odds, but for `worth` and `listedFrom`. */
type DetectorNumbers = {
  /** What every sentence starts from, and what a title or a question adds. */
  base: number
  inTitle: number
  asks: number
  /** What the numbers of the phrases are counted in. */
  step: number
  contextStep: number
  /** By rule, what it says in each place. */
  rules: Record<string, number[]>
  /** From these log odds on a sentence may be shown as a reason; below, it counts in "other sentences". */
  reasonFrom: number
  /** From this sum over sentences on the signal is listed; where `listing` has it, times what the whole post's words say. */
  listedFrom: number
  /** What the signal adds to the sum behind the score when it is sure: of the sign of its direction. */
  worth: number
}

/**
 * A learned model. The weights of the phrases are bytes in base 64, a row of as many signed bytes a phrase as there are
 * signals: first what a phrase says in its own sentence, then, for single words of a title, what it says in every sentence.
 */
export type ModelFile = {
  /** What it was learned from and when, for people. */
  about: string
  signals: Record<Signal, DetectorNumbers>
  phrases: string[]
  local: string
  context: string
  other: { step: number; base: number; most: number; weights: string }
  /** What phrases of a whole post say of the signals it is judged for: half a byte each, in the order of `steps`. */
  listing: { steps: Partial<Record<Signal, number>>; weights: string }
  /** The score is 100 times a logistic function of the sum, `steepness` times what it is above `middle`. */
  scale: { middle: number; steepness: number }
}

export const signalCount = signals.length
/** Where a row says what the words say beside every signal. */
export const otherColumn = signals.length
/** Where in `places` those of a kind of sentence begin. */
export function placeOf(inTitle: boolean, asks: boolean): number {
  return ((inTitle ? 1 : 0) + (asks ? 2 : 0)) * signalCount
}

function packLocal({ other, phrases }: ModelFile, perSignal: Int8Array): PackedRows {
  const beside = decodeBytes(other.weights)
  return packRows(ruleFeatureCount + phrases.length, (feature, column) => {
    const phrase = feature - ruleFeatureCount
    if (phrase < 0 || column > otherColumn) return 0
    return (column < signalCount ? perSignal[phrase * signalCount + column] : beside[phrase]) ?? 0
  })
}

/** A model ready for use: rows by feature. */
export type Model = ReturnType<typeof readModel>

/** Throws where the file is of other signals or rules than this code. */
export function readModel(file: ModelFile) {
  if (otherColumn >= columnCount)
    throw new Error('Rows have no room for so many signals: see packed-rows.ts.')
  const detectors = signals.map((signal) => {
    const numbers = file.signals[signal]
    if (numbers === undefined) throw new Error(`The model knows no signal "${signal}": train it anew.`)
    return { signal, ...numbers }
  })
  const rules = new Float64Array((ruleFeatureCount + 1) * signalCount)
  ruleTable.forEach(({ key }, rule) => {
    detectors.forEach((detector, column) => {
      for (let place = 0; place < rulePlaces.length; place++)
        rules[(rule * rulePlaces.length + place) * signalCount + column] = detector.rules[key]?.[place] ?? 0
    })
  })
  const places = [false, true].flatMap((asks) =>
    [false, true].flatMap((inTitle) =>
      detectors.map((detector) => (inTitle ? detector.inTitle : 0) + (asks ? detector.asks : 0)),
    ),
  )
  const { base, most } = file.other
  const local = decodeBytes(file.local)
  const context = decodeBytes(file.context)
  return {
    phrases: file.phrases,
    detectors,
    /** What a phrase says in its own sentence, in steps: a row a feature, those of rules without use. */
    local: packLocal(file, local),
    /** What a word says in every sentence of its post; words that do come first, and phrases of several have no row. */
    context: packRows(context.length / signalCount, (word, column) =>
      column < signalCount ? (context[word * signalCount + column] ?? 0) : 0,
    ),
    contextRows: context.length / signalCount,
    /** What a rule in a place says, in log odds, `signalCount` numbers each; the last row says nothing. */
    rules,
    /** By signal what every sentence starts from. */
    bases: Float64Array.from(detectors, (detector) => detector.base),
    /** What a title or a question adds, `signalCount` numbers each kind of sentence: see `placeOf`. */
    places: Float64Array.from(places),
    /** By column what the rows count in. */
    localSteps: Float64Array.of(...detectors.map(({ step }) => step), file.other.step),
    contextSteps: Float64Array.from(detectors, ({ contextStep }) => contextStep),
    other: { base, most },
    listing: readListing(file.listing),
    scale: file.scale,
  }
}

export type ListingWords = ReturnType<typeof readListing>

/**
 * What the phrases of a whole post say of signals: `weights` has an integer a phrase, eight numbers of four bits each,
 * the first the lowest (of each byte the lower half comes first). `columns` tells by signal which of them is its own (-1: none), `steps` what they count in.
 */
export function readListing({ steps, weights }: ModelFile['listing']) {
  const named = signals.filter((signal) => steps[signal] !== undefined)
  const bytes = decodeBytes(weights)
  const width = named.length
  if (width > 8) throw new Error('Words have no room for so many listed signals: see ListingWords.')
  const packed = new Int32Array(Math.floor((bytes.length * 2) / width))
  for (let at = 0; at < packed.length * width; at++) {
    const half = ((bytes[at >> 1] ?? 0) >> ((at & 1) << 2)) & 15
    const phrase = Math.floor(at / width)
    packed[phrase] = (packed[phrase] ?? 0) | (half << ((at % width) << 2))
  }
  return {
    columns: signals.map((signal) => named.indexOf(signal)),
    steps: named.map((signal) => steps[signal] ?? 0),
    weights: packed,
  }
}
