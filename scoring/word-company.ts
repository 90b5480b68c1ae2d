import { companyStep, type FeatureRows, rowFields, rowShift } from './feature-rows.ts'
import { ruleFeatureCount } from './find-hits.ts'
import type { HitSums } from './sum-hits.ts'

/** How many numbers say how a word or a rule acts on the others of a post in the score. */
export const factorCount = 12

/** How many more say the same for the detectors, all of which share them; and how many pairs they make, each with itself too. */
export const signalFactorCount = 8
export const signalPairCount = (signalFactorCount * (signalFactorCount + 1)) / 2

/** Of posts with few words the company is thin: this keeps it from counting for much. */
export const leastMass = 0.3

/** What a post's hits pull together, factor by factor, first on words, then on rules: see `pullOfCompany`. */
export type Pull = Float64Array

/** What a post's hits have of each of the detectors' factors. Reused between posts. */
const factors = new Float64Array(signalFactorCount)

/** Room for the pull of a post. */
export function emptyPull(): Pull {
  return new Float64Array(2 * factorCount)
}

/**
 * Words and rules act together as a factorization machine (Rendle 2010): two hits of a post give the sum of their
 * factors' products, every second one negated; factors of words are divided by the root of the post's mass. Leaves in
 * `pull` what the hits of a post do to each of them: a hit of value v and factors f, as its row has them, gains v times
 * the sum of f times its part of `pull`. All gains together are what the post's pairs give, each pair's halved between
 * its two.
 */
export function pullOfCompany({ words, rules, mass }: HitSums, pull: Pull): void {
  const share = shareOfWords(mass)
  for (let factor = 0; factor < factorCount; factor++) {
    const field = rowFields.factors + factor
    const both = share * (words[field] ?? 0) + (rules[field] ?? 0)
    const signed = signedHalf(factor) * both * companyStep * companyStep
    pull[factor] = share * signed
    pull[factorCount + factor] = signed
  }
}

/** Of a sum squared every pair is half, and every second factor is negated. */
function signedHalf(factor: number): number {
  return factor % 2 === 0 ? 0.5 : -0.5
}

/** What factors of words are multiplied by. */
function shareOfWords(mass: number): number {
  return 1 / Math.sqrt(leastMass + mass * companyStep)
}

/** Leaves in `products` those of all pairs of what a post's hits have of the detectors' factors, row after row. */
export function pairFactors({ words, rules, mass }: HitSums, products: Float64Array): void {
  const share = shareOfWords(mass)
  for (let factor = 0; factor < signalFactorCount; factor++) {
    const field = rowFields.signalFactors + factor
    factors[factor] = (share * (words[field] ?? 0) + (rules[field] ?? 0)) * companyStep
  }
  let at = 0
  for (let one = 0; one < signalFactorCount; one++) {
    for (let other = one; other < signalFactorCount; other++)
      products[at++] = (factors[one] ?? 0) * (factors[other] ?? 0)
  }
}

/** What a hit of value 1 gains by its company. */
export function gainByCompany(feature: number, rows: FeatureRows, pull: Pull): number {
  const from = (feature << rowShift) + rowFields.factors
  const pullFrom = feature < ruleFeatureCount ? factorCount : 0
  let sum = 0
  for (let factor = 0; factor < factorCount; factor++)
    sum += (rows[from + factor] ?? 0) * (pull[pullFrom + factor] ?? 0)
  return sum
}
