import { companyStep, type FeatureRows, rowFields, rowShift, weightStep } from './feature-rows.ts'
import { makeHitFinder, wordingFeature } from './find-hits.ts'
import weights from './model/weights.json' with { type: 'json' }
import { type ModelFile, massColumn, titleColumn } from './model-file.ts'
import { rulePlaces, ruleTable } from './rule-table.ts'
import { type Signal, signals } from './signal.ts'
import { signalPairCount } from './word-company.ts'

const file: ModelFile = weights

/** What the model has learned weights for, and their numbers in the same order. */
export const learnedPhrases: readonly string[] = Object.keys(file.phrases)
const phraseNumbers: readonly (readonly number[])[] = Object.values(file.phrases)

/** Finds what the model has weights for. */
export const hitFinder = makeHitFinder(learnedPhrases)

/** Where a column stands among the numbers of a phrase. */
function placeOfColumn(name: string): number {
  const place = file.columns.indexOf(name)
  if (place < 0) throw new Error(`scoring/model/weights.json has no column "${name}": train the model anew.`)
  return place
}

/** Score points before any evidence. */
export const scoreBase = file.score.base

/** The signals whose presence is learned; present above zero. */
export const detectedSignals: readonly Signal[] = signals.filter(
  (signal) => file.detectors[signal] !== undefined,
)
export const detectorBases: readonly number[] = detectedSignals.map(
  (signal) => file.detectors[signal]?.base ?? 0,
)

/** Of each detector what the products of the detectors' factors count, `signalPairCount` each. */
export const detectorPairs = Float64Array.from(
  detectedSignals.flatMap((signal) => file.detectors[signal]?.pairs ?? []),
)
if (detectorPairs.length !== detectedSignals.length * signalPairCount)
  throw new Error('scoring/model/weights.json has a detector with other pairs: train the model anew.')

/** By community, its name in lower case, what each detector starts from: its base and the community's weight. */
export const basesByCommunity: ReadonlyMap<string, readonly number[]> = sumBases()

function sumBases(): Map<string, number[]> {
  const bases = new Map<string, number[]>()
  detectedSignals.forEach((signal, detector) => {
    for (const [community, weight] of Object.entries(file.detectors[signal]?.communities ?? {})) {
      const sums = bases.get(community) ?? [...detectorBases]
      sums[detector] = (sums[detector] ?? 0) + weight
      bases.set(community, sums)
    }
  })
  return bases
}

/** All numbers of every feature, those of the detectors in the order of `detectedSignals`. */
export const featureRows: FeatureRows = fillRows()

/** Score points that a hit of value 1 of a feature has by itself. */
export function pointsOf(feature: number): number {
  return (featureRows[(feature << rowShift) + rowFields.score] ?? 0) * weightStep
}

function fillRows(): FeatureRows {
  if (detectedSignals.length > rowFields.mass - rowFields.detectors)
    throw new Error('scoring/model/weights.json has more detectors than a row has places.')
  const rows = new Int16Array(hitFinder.featureCount << rowShift)
  const fill = (from: number, numbers: readonly number[], step: number) => {
    numbers.forEach((number, at) => {
      rows[from + at] = Math.round(number / step)
      if (Math.abs((rows[from + at] ?? 0) * step - number) > 1e-6)
        throw new Error(`scoring/model/weights.json has a number that does not fit a row: ${number}.`)
    })
  }
  const fillRow = (feature: number, weights: readonly number[], company: readonly number[]) => {
    fill((feature << rowShift) + rowFields.score, weights, weightStep)
    fill((feature << rowShift) + rowFields.mass, company, companyStep)
  }
  const named = [file.score, ...detectedSignals.map((signal) => file.detectors[signal])]
  ruleTable.forEach(({ key }, rule) => {
    for (let place = 0; place < rulePlaces.length; place++) {
      const weights = named.map((one) => one?.rules[key]?.[place] ?? 0)
      fillRow(rule * rulePlaces.length + place, weights, [0, ...(file.company.rules[key]?.[place] ?? [])])
    }
  })
  const columns = ['score', ...detectedSignals].map((name) => placeOfColumn(titleColumn(name)))
  const massAt = placeOfColumn(massColumn)
  phraseNumbers.forEach((numbers, phrase) => {
    for (const inBody of [0, 1]) {
      const weights = columns.map((column) => numbers[column + inBody] ?? 0)
      fillRow(wordingFeature(phrase, inBody), weights, numbers.slice(massAt))
    }
  })
  return rows
}

const ruleSignals: readonly Signal[] = ruleTable.flatMap((rule) => rulePlaces.map(() => rule.signal))

/** The signal that a feature is evidence of. */
export function featureSignal(feature: number): Signal {
  return ruleSignals[feature] ?? 'wording'
}
