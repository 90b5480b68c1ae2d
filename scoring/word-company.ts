import { ruleFeatureCount } from './find-hits.ts'

/** How many numbers say how a word or a rule acts on the others of a post. */
export const factorCount = 12

/** A factorization machine (Rendle 2010): two hits of a post give the sum of their factors' products, every second one negated. */
export type WordCompany = {
  /** By learned phrase its share in the mass of a post; 0 for phrases that act alone. */
  mass: Float32Array
  /** By learned phrase; in a post they are divided by the root of its mass. */
  factors: Float32Array
  /** By the feature of a rule; never divided. */
  ruleFactors: Float32Array
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
 * Leaves in `pull` what the hits of a post do to each of them: a hit of value v and factors f gains v times the sum
 * of f times its part of `pull`. All gains together are what the post's pairs give, each pair's halved between its two.
 */
export function pullOfCompany(
  hits: { count: number; feature: Int32Array; value: Float64Array },
  company: WordCompany,
  pull: Pull,
): void {
  const { mass: masses, factors, ruleFactors } = company
  pull.fill(0)
  let total = leastMass
  for (let at = 0; at < hits.count; at++) {
    const feature = hits.feature[at] ?? 0
    const value = hits.value[at] ?? 0
    const phrase = phraseOf(feature)
    if (phrase < 0) {
      addFactors(pull, factorCount, value, ruleFactors, feature * factorCount)
      continue
    }
    const mass = masses[phrase] ?? 0
    if (mass === 0) continue
    total += value * value * mass
    addFactors(pull, 0, value, factors, phrase * factorCount)
  }
  const share = 1 / Math.sqrt(total)
  for (let factor = 0; factor < factorCount; factor++) {
    const both = share * (pull[factor] ?? 0) + (pull[factorCount + factor] ?? 0)
    const signed = (factor % 2 === 0 ? 0.5 : -0.5) * both
    pull[factor] = share * signed
    pull[factorCount + factor] = signed
  }
}

/** Written out for the twelve factors, as in `product`: as loops these two take a tenth of all scoring. */
function addFactors(into: Pull, place: number, value: number, factors: Float32Array, from: number): void {
  into[place + 0] = (into[place + 0] ?? 0) + value * (factors[from + 0] ?? 0)
  into[place + 1] = (into[place + 1] ?? 0) + value * (factors[from + 1] ?? 0)
  into[place + 2] = (into[place + 2] ?? 0) + value * (factors[from + 2] ?? 0)
  into[place + 3] = (into[place + 3] ?? 0) + value * (factors[from + 3] ?? 0)
  into[place + 4] = (into[place + 4] ?? 0) + value * (factors[from + 4] ?? 0)
  into[place + 5] = (into[place + 5] ?? 0) + value * (factors[from + 5] ?? 0)
  into[place + 6] = (into[place + 6] ?? 0) + value * (factors[from + 6] ?? 0)
  into[place + 7] = (into[place + 7] ?? 0) + value * (factors[from + 7] ?? 0)
  into[place + 8] = (into[place + 8] ?? 0) + value * (factors[from + 8] ?? 0)
  into[place + 9] = (into[place + 9] ?? 0) + value * (factors[from + 9] ?? 0)
  into[place + 10] = (into[place + 10] ?? 0) + value * (factors[from + 10] ?? 0)
  into[place + 11] = (into[place + 11] ?? 0) + value * (factors[from + 11] ?? 0)
}

/** What a hit of value 1 gains by its company. */
export function gainByCompany(feature: number, company: WordCompany, pull: Pull): number {
  const phrase = phraseOf(feature)
  if (phrase < 0) return product(company.ruleFactors, feature * factorCount, pull, factorCount)
  return company.mass[phrase] === 0 ? 0 : product(company.factors, phrase * factorCount, pull, 0)
}

function product(factors: Float32Array, from: number, pull: Pull, place: number): number {
  return (
    (factors[from + 0] ?? 0) * (pull[place + 0] ?? 0) +
    (factors[from + 1] ?? 0) * (pull[place + 1] ?? 0) +
    (factors[from + 2] ?? 0) * (pull[place + 2] ?? 0) +
    (factors[from + 3] ?? 0) * (pull[place + 3] ?? 0) +
    (factors[from + 4] ?? 0) * (pull[place + 4] ?? 0) +
    (factors[from + 5] ?? 0) * (pull[place + 5] ?? 0) +
    (factors[from + 6] ?? 0) * (pull[place + 6] ?? 0) +
    (factors[from + 7] ?? 0) * (pull[place + 7] ?? 0) +
    (factors[from + 8] ?? 0) * (pull[place + 8] ?? 0) +
    (factors[from + 9] ?? 0) * (pull[place + 9] ?? 0) +
    (factors[from + 10] ?? 0) * (pull[place + 10] ?? 0) +
    (factors[from + 11] ?? 0) * (pull[place + 11] ?? 0)
  )
}

function phraseOf(feature: number): number {
  return feature < ruleFeatureCount ? -1 : (feature - ruleFeatureCount) >> 1
}
