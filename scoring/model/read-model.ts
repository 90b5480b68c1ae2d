import { ruleFeatureCount } from '../read-sentences.ts'
import { rulePlaces, ruleTable } from '../rules/rule-table.ts'
import { type Signal, signals } from '../signal.ts'
import { decodeBytes } from './decode-bytes.ts'
import type { DetectorNumbers, ModelFile } from './model-file.ts'
import { mostColumns, type PackedRows, packRows } from './packed-rows.ts'
import { type ListingWords, readListing } from './read-listing.ts'

export const signalCount = signals.length
/** Where a row says what the words say beside every signal. */
export const otherColumn = signals.length
/** A model ready for use: rows by feature. */
export type Model = {
  phrases: readonly string[]
  detectors: readonly (DetectorNumbers & { signal: Signal })[]
  /** What a phrase says in its own sentence, in steps: a row a feature, those of rules without use. */
  local: PackedRows
  /** What a word says in every sentence of its post; phrases of several words have no row. */
  context: PackedRows
  /** The number of words that have one: they come first. */
  contextRows: number
  /** What a rule in a place says, in log odds, `signalCount` numbers each; the last row says nothing. */
  rules: Float64Array
  /** By signal what every sentence starts from. */
  bases: Float64Array
  /** What a title or a question adds, `signalCount` numbers each kind of sentence: see `placeOf`. */
  places: Float64Array
  /** By column what the rows count in. */
  localSteps: Float64Array
  contextSteps: Float64Array
  other: { base: number; most: number }
  listing: ListingWords
  scale: { middle: number; steepness: number }
}

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

function packContext(perSignal: Int8Array): PackedRows {
  return packRows(perSignal.length / signalCount, (word, column) =>
    column < signalCount ? (perSignal[word * signalCount + column] ?? 0) : 0,
  )
}

/** Makes a model ready for use. Throws where the file is of other signals or rules than this code. */
export function readModel(file: ModelFile): Model {
  if (otherColumn >= mostColumns)
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
  const steps = new Float64Array(signalCount + 1)
  const contextSteps = new Float64Array(signalCount)
  detectors.forEach(({ step, contextStep }, column) => {
    steps[column] = step
    contextSteps[column] = contextStep
  })
  steps[otherColumn] = file.other.step
  const { base, most } = file.other
  const local = decodeBytes(file.local)
  const context = decodeBytes(file.context)
  return {
    phrases: file.phrases,
    detectors,
    local: packLocal(file, local),
    context: packContext(context),
    contextRows: context.length / signalCount,
    rules,
    bases: Float64Array.from(detectors, (detector) => detector.base),
    places: Float64Array.from(places),
    localSteps: steps,
    contextSteps,
    other: { base, most },
    listing: readListing(file.listing),
    scale: file.scale,
  }
}
