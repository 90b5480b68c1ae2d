import { type FeatureRows, rowFields, rowShift } from './feature-rows.ts'
import { ruleFeatureCount } from './find-hits.ts'

/** How many numbers say how a word or a rule acts on the others of a post. */
export const factorCount = 12

/** A factorization machine (Rendle 2010): two hits of a post give the sum of their factors' products, every second one negated. */
export type WordCompany = {
  /** Factors of words are divided by the root of a post's mass, those of rules never. */
  rows: FeatureRows
  /** What one of the rows' numbers is worth. */
  step: number
}

/** Of posts with few words the company is thin: this keeps it from counting for much. */
export const leastMass = 0.3

/** What a post's hits pull together, factor by factor, first on words, then on rules: see `pullOfCompany`. */
export type Pull = Float64Array

/** Room for the pull of a post. */
export function emptyPull(): Pull {
  return new Float64Array(2 * factorCount)
}

/**
 * Leaves in `pull` what the hits of a post do to each of them: a hit of value v and factors f, as its row has them,
 * gains v times the sum of f times its part of `pull`. All gains together are what the post's pairs give, each pair's
 * halved between its two.
 */
export function pullOfCompany(
  hits: { count: number; feature: Int32Array; value: Float64Array },
  { rows, step }: WordCompany,
  pull: Pull,
): void {
  pull.fill(0)
  let total = leastMass
  for (let at = 0; at < hits.count; at++) {
    const feature = hits.feature[at] ?? 0
    const value = hits.value[at] ?? 0
    const row = feature << rowShift
    total += value * value * (rows[row + rowFields.mass] ?? 0) * step
    addFactors(pull, pullOn(feature), value, rows, row + rowFields.factors)
  }
  const share = 1 / Math.sqrt(total)
  for (let factor = 0; factor < factorCount; factor++) {
    const both = share * (pull[factor] ?? 0) + (pull[factorCount + factor] ?? 0)
    const signed = (factor % 2 === 0 ? 0.5 : -0.5) * both * step * step
    pull[factor] = share * signed
    pull[factorCount + factor] = signed
  }
}

/** Written out for the twelve factors, as in `product`: as loops these two take a tenth of all scoring. */
function addFactors(into: Pull, place: number, value: number, rows: FeatureRows, from: number): void {
  into[place + 0] = (into[place + 0] ?? 0) + value * (rows[from + 0] ?? 0)
  into[place + 1] = (into[place + 1] ?? 0) + value * (rows[from + 1] ?? 0)
  into[place + 2] = (into[place + 2] ?? 0) + value * (rows[from + 2] ?? 0)
  into[place + 3] = (into[place + 3] ?? 0) + value * (rows[from + 3] ?? 0)
  into[place + 4] = (into[place + 4] ?? 0) + value * (rows[from + 4] ?? 0)
  into[place + 5] = (into[place + 5] ?? 0) + value * (rows[from + 5] ?? 0)
  into[place + 6] = (into[place + 6] ?? 0) + value * (rows[from + 6] ?? 0)
  into[place + 7] = (into[place + 7] ?? 0) + value * (rows[from + 7] ?? 0)
  into[place + 8] = (into[place + 8] ?? 0) + value * (rows[from + 8] ?? 0)
  into[place + 9] = (into[place + 9] ?? 0) + value * (rows[from + 9] ?? 0)
  into[place + 10] = (into[place + 10] ?? 0) + value * (rows[from + 10] ?? 0)
  into[place + 11] = (into[place + 11] ?? 0) + value * (rows[from + 11] ?? 0)
}

/** What a hit of value 1 gains by its company. */
export function gainByCompany(feature: number, { rows }: WordCompany, pull: Pull): number {
  return product(rows, (feature << rowShift) + rowFields.factors, pull, pullOn(feature))
}

/** Where the pull on a feature starts: that on rules stands behind that on words. */
function pullOn(feature: number): number {
  return feature < ruleFeatureCount ? factorCount : 0
}

function product(rows: FeatureRows, from: number, pull: Pull, place: number): number {
  return (
    (rows[from + 0] ?? 0) * (pull[place + 0] ?? 0) +
    (rows[from + 1] ?? 0) * (pull[place + 1] ?? 0) +
    (rows[from + 2] ?? 0) * (pull[place + 2] ?? 0) +
    (rows[from + 3] ?? 0) * (pull[place + 3] ?? 0) +
    (rows[from + 4] ?? 0) * (pull[place + 4] ?? 0) +
    (rows[from + 5] ?? 0) * (pull[place + 5] ?? 0) +
    (rows[from + 6] ?? 0) * (pull[place + 6] ?? 0) +
    (rows[from + 7] ?? 0) * (pull[place + 7] ?? 0) +
    (rows[from + 8] ?? 0) * (pull[place + 8] ?? 0) +
    (rows[from + 9] ?? 0) * (pull[place + 9] ?? 0) +
    (rows[from + 10] ?? 0) * (pull[place + 10] ?? 0) +
    (rows[from + 11] ?? 0) * (pull[place + 11] ?? 0)
  )
}
