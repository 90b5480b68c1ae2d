import { ruleFeatureCount } from '../read-sentences.ts'
import { rulePlaces, ruleTable } from '../rules/rule-table.ts'
import { type Signal, signals } from '../signal.ts'
import { columnCount, decodeBytes, type PackedRows, packRows } from './packed-rows.ts'

/** The learned parameters of one signal, as log odds except for `worth` and `listedFrom`. */
type DetectorNumbers = {
  /** The bias of every sentence, and the terms for titles and questions. */
  base: number
  inTitle: number
  asks: number
  /** The scale of the phrase weights. */
  step: number
  contextStep: number
  /** The weight of each rule for each kind of sentence. */
  rules: Record<string, number[]>
  /** A sentence with at least these log odds may be shown as a reason. Other sentences are only summed up. */
  reasonFrom: number
  /**
   * The signal is listed if its sum over the sentences is at least this. If `listing` contains the signal,
   * the sum is multiplied by the factor of the post's words.
   */
  listedFrom: number
  /** What the signal adds to the sum if the post certainly shows it. Negative for signals against a need. */
  worth: number
}

/**
 * A learned model. Phrase weights are signed bytes in base64, one row per phrase with one byte per signal.
 * First come the weights of all phrases in their own sentence. Then come the weights of single title words in
 * every sentence.
 */
export type ModelFile = {
  /** The training data and date, for people. */
  about: string
  signals: Record<Signal, DetectorNumbers>
  phrases: string[]
  local: string
  context: string
  other: { step: number; base: number; most: number; weights: string }
  /**
   * The weights of phrases in a whole post, for the signals in `steps` and in their order. Each weight is
   * half a byte.
   */
  listing: { steps: Partial<Record<Signal, number>>; weights: string }
  /**
   * The score is 100 times a logistic function of the sum's distance from `middle`, multiplied by
   * `steepness`.
   */
  scale: { middle: number; steepness: number }
}

export const signalCount = signals.length
/** The column of weights that belong to no signal. */
export const otherColumn = signals.length
/** The offset in `places` for each kind of sentence. */
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

/** A model in memory, with one row per feature. */
export type Model = ReturnType<typeof readModel>

/** Throws if the file has other signals or rules than this code. */
export function readModel(file: ModelFile) {
  if (otherColumn >= columnCount)
    throw new Error('There are more signals than a row can have: see packed-rows.ts.')
  const detectors = signals.map((signal) => {
    const numbers = file.signals[signal]
    if (numbers === undefined) throw new Error(`The model knows no signal "${signal}": train it again.`)
    return { signal, ...numbers }
  })
  const rules = new Float64Array((ruleFeatureCount + 1) * signalCount)
  ruleTable.forEach(({ key, signal, adds }, rule) => {
    detectors.forEach((detector, column) => {
      const fixed = detector.signal === signal ? adds : 0
      for (let place = 0; place < rulePlaces.length; place++)
        rules[(rule * rulePlaces.length + place) * signalCount + column] =
          (detector.rules[key]?.[place] ?? 0) + fixed
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
    /**
     * What a phrase adds to the sentence that contains the phrase, in steps. One row per feature; the rows of
     * rules contain only zeros.
     */
    local: packLocal(file, local),
    /**
     * The weights of title words in every sentence. Only single words have a row; in the list of phrases,
     * single words come first.
     */
    context: packRows(context.length / signalCount, (word, column) =>
      column < signalCount ? (context[word * signalCount + column] ?? 0) : 0,
    ),
    contextRows: context.length / signalCount,
    /**
     * The weights of a rule in a kind of sentence as log odds, `signalCount` numbers each. The last row is
     * zero.
     */
    rules,
    /** The bias of each signal. */
    bases: Float64Array.from(detectors, (detector) => detector.base),
    /**
     * The terms for titles and questions, with `signalCount` numbers for each kind of sentence: see
     * `placeOf`.
     */
    places: Float64Array.from(places),
    /** The scale of each column of the rows. */
    localSteps: Float64Array.of(...detectors.map(({ step }) => step), file.other.step),
    contextSteps: Float64Array.from(detectors, ({ contextStep }) => contextStep),
    other: { base, most },
    listing: readListing(file.listing),
    scale: file.scale,
  }
}

export type ListingWords = ReturnType<typeof readListing>

/**
 * The weights of phrases in a whole post. `weights` has one integer per phrase. Each integer contains eight
 * numbers of four bits, the first number in the lowest bits. `columns` maps a signal to the number of its
 * column (-1 for none), and `steps` has the scale of each column.
 */
export function readListing({ steps, weights }: ModelFile['listing']) {
  const named = signals.filter((signal) => steps[signal] !== undefined)
  const bytes = decodeBytes(weights)
  const width = named.length
  if (width > 8)
    throw new Error('There are more listed signals than the weights of a word can have: see ListingWords.')
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
