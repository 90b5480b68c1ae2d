import { makeHitFinder, ruleFeatureCount, wordingFeature } from './find-hits.ts'
import weights from './model/weights.json' with { type: 'json' }
import { rulePlaces, ruleTable } from './rule-table.ts'
import { type Signal, signals } from './signal.ts'
import { factorCount, type WordCompany } from './word-company.ts'

/** Weights by name, as a person reads them: points for a hit of value 1 in each place. */
export type NamedWeights = {
  base: number
  rules: Record<string, number[]>
  wording: Record<string, number[]>
}

/** A detector also weighs the community, by its name in lower case: who asks in r/sysadmin asks at work. */
export type NamedDetector = NamedWeights & { communities: Record<string, number> }

export type ModelFile = {
  wording: string[]
  score: NamedWeights
  company: {
    /** By word its mass, then its factors, in roots of points. */
    words: Record<string, number[]>
    /** By rule its factors in each place. */
    rules: Record<string, number[][]>
  }
  detectors: Record<string, NamedDetector>
}

const file: ModelFile = weights

/** Finds what the model has weights for. */
export const hitFinder = makeHitFinder(file.wording)

/** Score points before any evidence, and points of each feature. */
export const scoreBase = file.score.base
export const scorePoints = flattenWeights(file.score)

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
    flattenWeights(file.detectors[signal]).forEach((weight, feature) => {
      all[feature * detectedSignals.length + detector] = weight
    })
  })
  return all
}

function flattenWeights(named: NamedWeights | undefined): Float64Array {
  const flat = new Float64Array(hitFinder.featureCount)
  ruleTable.forEach(({ key }, rule) => {
    named?.rules[key]?.forEach((weight, place) => {
      flat[rule * rulePlaces.length + place] = weight
    })
  })
  const weightsOf = new Map(Object.entries(named?.wording ?? {}))
  file.wording.forEach((phrase, at) => {
    weightsOf.get(phrase)?.forEach((weight, inBody) => {
      flat[wordingFeature(at, inBody)] = weight
    })
  })
  return flat
}

function flattenCompany(): WordCompany {
  const mass = new Float32Array(file.wording.length)
  const factors = new Float32Array(file.wording.length * factorCount)
  // A map: a word may be one that every object knows, such as "constructor".
  const numbersOf = new Map(Object.entries(file.company.words))
  file.wording.forEach((phrase, at) => {
    const [own = 0, ...each] = numbersOf.get(phrase) ?? []
    mass[at] = own
    factors.set(each, at * factorCount)
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
