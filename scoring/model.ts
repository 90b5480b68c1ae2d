import { makeHitFinder, ruleFeatureCount, wordingFeature } from './find-hits.ts'
import weights from './model/weights.json' with { type: 'json' }
import { type ModelFile, massColumn, type NamedRules, titleColumn } from './model-file.ts'
import { rulePlaces, ruleTable } from './rule-table.ts'
import { type Signal, signals } from './signal.ts'
import { factorCount, type WordCompany } from './word-company.ts'

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

/** Score points before any evidence, and points of each feature. */
export const scoreBase = file.score.base
export const scorePoints = flattenWeights(file.score.rules, 'score')

/** How the words and rules of a post act together. */
export const wordCompany = flattenCompany()

/** The signals whose presence is learned, with the weights of each feature; present above zero. */
export const detectedSignals: readonly Signal[] = signals.filter(
  (signal) => file.detectors[signal] !== undefined,
)
export const detectorBases: readonly number[] = detectedSignals.map(
  (signal) => file.detectors[signal]?.base ?? 0,
)

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

/** Detector weights side by side: those of a feature start at feature * number of detectors. */
export const detectorWeights: Float32Array = interleaveWeights()

function interleaveWeights(): Float32Array {
  const all = new Float32Array(hitFinder.featureCount * detectedSignals.length)
  detectedSignals.forEach((signal, detector) => {
    const weights = flattenWeights(file.detectors[signal]?.rules, signal)
    weights.forEach((weight, feature) => {
      all[feature * detectedSignals.length + detector] = weight
    })
  })
  return all
}

/** The weights of each feature, of the score or of a detector. */
function flattenWeights(rules: NamedRules | undefined, name: string): Float64Array {
  const column = placeOfColumn(titleColumn(name))
  const flat = new Float64Array(hitFinder.featureCount)
  ruleTable.forEach(({ key }, rule) => {
    rules?.[key]?.forEach((weight, place) => {
      flat[rule * rulePlaces.length + place] = weight
    })
  })
  phraseNumbers.forEach((numbers, phrase) => {
    flat[wordingFeature(phrase, 0)] = numbers[column] ?? 0
    flat[wordingFeature(phrase, 1)] = numbers[column + 1] ?? 0
  })
  return flat
}

function flattenCompany(): WordCompany {
  const companyColumn = placeOfColumn(massColumn)
  const mass = new Float32Array(phraseNumbers.length)
  const factors = new Float32Array(phraseNumbers.length * factorCount)
  phraseNumbers.forEach((numbers, phrase) => {
    if (numbers.length === companyColumn) return
    mass[phrase] = numbers[companyColumn] ?? 0
    factors.set(numbers.slice(companyColumn + 1), phrase * factorCount)
  })
  const ruleFactors = new Float32Array(ruleFeatureCount * factorCount)
  ruleTable.forEach(({ key }, rule) => {
    file.company.rules[key]?.forEach((each, place) => {
      ruleFactors.set(each, (rule * rulePlaces.length + place) * factorCount)
    })
  })
  return { mass, factors, ruleFactors }
}

const ruleSignals: readonly Signal[] = ruleTable.flatMap((rule) => rulePlaces.map(() => rule.signal))

/** The signal that a feature is evidence of. */
export function featureSignal(feature: number): Signal {
  return ruleSignals[feature] ?? 'wording'
}
