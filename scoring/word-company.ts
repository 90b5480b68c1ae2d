import { ruleFeatureCount } from './find-hits.ts'

/** How many numbers say how a word acts on the words around it. */
export const factorCount = 8

/**
 * How words act together, for each learned phrase: a factorization machine (Rendle 2010) of `factorCount` factors.
 * Two words of a post give the sum of their factors' products, every second one counted the other way, over the
 * post's mass; `mass` is a word's share in that, and 0 for phrases that act alone.
 */
export type WordCompany = { mass: Float32Array; factors: Float32Array }

/** Of posts with few words the company is thin: this keeps it from counting for much. */
export const leastMass = 0.3

/** What a post's words pull together, factor by factor: see `pullOfCompany`. */
export type Pull = Float64Array

/**
 * Leaves in `pull` what the words of a post do to each of them: a hit of value v and factors f gains v times the sum
 * of f times `pull`. All gains together are what the post's pairs of words give, each pair's halved between its two.
 */
export function pullOfCompany(
  hits: { count: number; feature: Int32Array; value: Float64Array },
  company: WordCompany,
  pull: Pull,
): void {
  const { mass: masses, factors } = company
  pull.fill(0)
  let total = leastMass
  for (let at = 0; at < hits.count; at++) {
    const phrase = phraseOf(hits.feature[at] ?? 0)
    const mass = phrase < 0 ? 0 : (masses[phrase] ?? 0)
    if (mass === 0) continue
    const value = hits.value[at] ?? 0
    total += value * value * mass
    const from = phrase * factorCount
    for (let factor = 0; factor < factorCount; factor++)
      pull[factor] = (pull[factor] ?? 0) + value * (factors[from + factor] ?? 0)
  }
  for (let factor = 0; factor < factorCount; factor++)
    pull[factor] = ((factor % 2 === 0 ? 0.5 : -0.5) * (pull[factor] ?? 0)) / total
}

/** What a hit of value 1 gains by its company. */
export function gainByCompany(feature: number, company: WordCompany, pull: Pull): number {
  const phrase = phraseOf(feature)
  if (phrase < 0 || company.mass[phrase] === 0) return 0
  const from = phrase * factorCount
  let gain = 0
  for (let factor = 0; factor < factorCount; factor++)
    gain += (company.factors[from + factor] ?? 0) * (pull[factor] ?? 0)
  return gain
}

function phraseOf(feature: number): number {
  return feature < ruleFeatureCount ? -1 : (feature - ruleFeatureCount) >> 1
}
