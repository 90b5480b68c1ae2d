import { ruleFeatureCount } from '../read-sentences.ts'
import { rulePlaces, ruleTable } from '../rules/rule-table.ts'
import { type Signal, signals } from '../signal.ts'
import { decodeBytes } from './decode-bytes.ts'
import type { DetectorNumbers, ModelFile } from './model-file.ts'
import { type ListingWords, readListing } from './read-listing.ts'

export const signalCount = signals.length
/** Where a row says what the words say beside every signal. */
export const otherColumn = signals.length
/** Integers a row, two columns each: one line of the processor's cache. */
export const rowShift = 4
/** Integers of a row that hold columns. */
export const packedColumns = (signalCount + 2) >> 1
/** Added to each column, so that two can be summed in one integer without borrowing from each other. */
export const columnBias = 128

/** A model ready for use: rows by feature. */
export type Model = {
  phrases: readonly string[]
  detectors: readonly (DetectorNumbers & { signal: Signal })[]
  /** What a phrase says in its own sentence, in steps: two columns an integer, the even one in the lower half. */
  local: Int32Array
  /** What a word says in every sentence of its post, packed alike; phrases of several words have no row. */
  context: Int32Array
  /** What a rule in a place says, in log odds, `signalCount` numbers each. */
  rules: Float64Array
  /** By column what the rows count in. */
  localSteps: Float64Array
  contextSteps: Float64Array
  other: { base: number; most: number }
  listing: ListingWords
  scale: { middle: number; steepness: number }
}

/** What a phrase says of a signal in its own sentence, in steps. */
export function localSteps({ local }: Model, feature: number, column: number): number {
  const packed = local[(feature << rowShift) + (column >> 1)] ?? 0
  return ((packed >>> ((column & 1) << 4)) & 0xffff) - columnBias
}

/** Packs rows of numbers, two columns an integer, behind empty rows for rules. */
function packRows(phrases: number, stepsAt: (phrase: number, column: number) => number): Int32Array {
  const rows = new Int32Array((ruleFeatureCount + phrases) << rowShift)
  for (let phrase = 0; phrase < phrases; phrase++) {
    const from = (ruleFeatureCount + phrase) << rowShift
    for (let at = 0; at < packedColumns; at++)
      rows[from + at] =
        (stepsAt(phrase, 2 * at) + columnBias) | ((stepsAt(phrase, 2 * at + 1) + columnBias) << 16)
  }
  return rows
}

function packLocal({ local, other, phrases }: ModelFile): Int32Array {
  const perSignal = decodeBytes(local)
  const beside = decodeBytes(other.weights)
  return packRows(phrases.length, (phrase, column) => {
    if (column > otherColumn) return 0
    return (column < signalCount ? perSignal[phrase * signalCount + column] : beside[phrase]) ?? 0
  })
}

function packContext({ context }: ModelFile): Int32Array {
  const perSignal = decodeBytes(context)
  return packRows(perSignal.length / signalCount, (word, column) =>
    column < signalCount ? (perSignal[word * signalCount + column] ?? 0) : 0,
  )
}

/** Makes a model ready for use. Throws where the file is of other signals or rules than this code. */
export function readModel(file: ModelFile): Model {
  const detectors = signals.map((signal) => {
    const numbers = file.signals[signal]
    if (numbers === undefined) throw new Error(`The model knows no signal "${signal}": train it anew.`)
    return { signal, ...numbers }
  })
  const rules = new Float64Array(ruleFeatureCount * signalCount)
  ruleTable.forEach(({ key }, rule) => {
    detectors.forEach((detector, column) => {
      for (let place = 0; place < rulePlaces.length; place++)
        rules[(rule * rulePlaces.length + place) * signalCount + column] = detector.rules[key]?.[place] ?? 0
    })
  })
  const steps = new Float64Array(signalCount + 1)
  const contextSteps = new Float64Array(signalCount)
  detectors.forEach(({ step, contextStep }, column) => {
    steps[column] = step
    contextSteps[column] = contextStep
  })
  steps[otherColumn] = file.other.step
  const { base, most } = file.other
  return {
    phrases: file.phrases,
    detectors,
    local: packLocal(file),
    context: packContext(file),
    rules,
    localSteps: steps,
    contextSteps,
    other: { base, most },
    listing: readListing(file.listing),
    scale: file.scale,
  }
}
