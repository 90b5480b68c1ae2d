import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { companyStep, type FeatureRows, rowFields, rowShift } from './feature-rows.ts'
import { ruleFeatureCount, wordingFeature } from './find-hits.ts'
import { emptySums, sumHits } from './sum-hits.ts'
import {
  emptyPull,
  factorCount,
  gainByCompany,
  leastMass,
  pairFactors,
  pullOfCompany,
  signalFactorCount,
  signalPairCount,
} from './word-company.ts'

const mass = 0.5
const rule = ruleFeatureCount - 1

/** Of each phrase its first factors; null for one that acts alone. */
function rowsOf(...phrases: readonly (readonly number[] | null)[]): FeatureRows {
  const rows = new Int16Array(wordingFeature(phrases.length, 0) << rowShift)
  phrases.forEach((factors, at) => {
    if (factors === null) return
    for (const inBody of [0, 1]) {
      setFactors(rows, wordingFeature(at, inBody), factors)
      rows[(wordingFeature(at, inBody) << rowShift) + rowFields.mass] = mass / companyStep
    }
  })
  return rows
}

function setFactors(rows: FeatureRows, feature: number, factors: readonly number[]): void {
  rows.set(
    factors.map((factor) => Math.round(factor / companyStep)),
    (feature << rowShift) + rowFields.factors,
  )
}

/** Phrases by number, those of the title first, and the value of the rule when there is one. */
type Found = { inTitle?: number[]; inBody?: number[]; bodyValue?: number; ruleValue?: number }

/** What each hit gains, times its value: of the title's phrases, of the body's, then of the rule. */
function gainsOf(found: Found, rows: FeatureRows): number[] {
  const { inTitle = [], inBody = [], bodyValue = 1, ruleValue } = found
  const feature = Int32Array.from([
    ...inTitle.map((phrase) => wordingFeature(phrase, 0)),
    ...inBody.map((phrase) => wordingFeature(phrase, 1)),
    ...(ruleValue === undefined ? [] : [rule]),
  ])
  const value = Float64Array.from([
    ...inTitle.map(() => 1),
    ...inBody.map(() => bodyValue),
    ...(ruleValue === undefined ? [] : [ruleValue]),
  ])
  const hits = {
    count: feature.length,
    bodyFrom: inTitle.length,
    feature,
    value,
    bodyPhraseValue: bodyValue,
  }
  const sums = emptySums()
  const pull = emptyPull()
  sumHits(hits, rows, sums)
  pullOfCompany(sums, pull)
  return Array.from(feature, (one, at) => gainByCompany(one, rows, pull) * (value[at] ?? 0))
}

const total = (gains: readonly number[]) => gains.reduce((sum, one) => sum + one, 0)

describe('words in company', () => {
  it('lift each other along an even factor and lower each other along an odd one', () => {
    const [lifted = 0, lifting = 0] = gainsOf({ inBody: [0, 1] }, rowsOf([2, 0], [1, 0]))
    expect(lifted).toBeCloseTo((0.5 * 2 * (2 + 1)) / (leastMass + 2 * mass))
    expect(lifting).toBeCloseTo((0.5 * 1 * (2 + 1)) / (leastMass + 2 * mass))
    const lowered = gainsOf({ inBody: [0, 1] }, rowsOf([0, 2], [0, 1]))
    expect(lowered).toEqual([-lifted, -lifting])
  })

  it('count the same wherever they stand, and more for a greater value', () => {
    const rows = rowsOf([2, 0], [1, 1])
    const apart = gainsOf({ inTitle: [1], inBody: [0] }, rows)
    expect(apart).toEqual(gainsOf({ inBody: [1, 0] }, rows))
    const louder = gainsOf({ inTitle: [1], inBody: [0], bodyValue: 2 }, rows)
    expect(louder[1]).toBeGreaterThan(apart[1] ?? 0)
  })

  it('act on rules, whose factors are not thinned by the mass of the words', () => {
    const rows = rowsOf([2, 0])
    setFactors(rows, rule, [1, 3])
    const share = 1 / Math.sqrt(leastMass + mass)
    const [word = 0, ruled = 0] = gainsOf({ inBody: [0], ruleValue: 0.5 }, rows)
    expect(word).toBeCloseTo(0.5 * 2 * share * (2 * share + 0.5))
    expect(ruled).toBeCloseTo(0.5 * 0.5 * (2 * share + 0.5) - 0.5 * 1.5 * 1.5)
    expect(word + ruled).toBeCloseTo(0.5 * ((2 * share + 0.5) ** 2 - 1.5 ** 2))
  })

  it('leave rules and phrases without factors alone', () => {
    const rows = rowsOf([2, 1], null)
    const [word, phrase, ruled] = gainsOf({ inBody: [0, 1], ruleValue: 1 }, rows)
    expect([phrase, ruled]).toEqual([0, 0])
    expect([word]).toEqual(gainsOf({ inBody: [0] }, rows))
  })

  it('share out what all their pairs give, neither more nor less, over all factors and with rules', () => {
    const number = fc.integer({ min: -3000, max: 3000 }).map((steps) => steps * companyStep)
    const factorsOf = fc.array(number, { minLength: factorCount, maxLength: factorCount })
    const each = fc.array(factorsOf, { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(each, each, factorsOf, (inTitle, inBody, ofRule) => {
        const rows = rowsOf(...inTitle, ...inBody)
        setFactors(rows, rule, ofRule)
        const found = {
          inTitle: [...inTitle.keys()],
          inBody: inBody.map((_, at) => inTitle.length + at),
          bodyValue: 0.5,
          ruleValue: 2,
        }
        const share = 1 / Math.sqrt(leastMass + (inTitle.length + inBody.length * 0.25) * mass)
        const pairs = ofRule.map((own, factor) => {
          const words = (of: readonly (readonly number[])[]) =>
            total(of.map((factors) => factors[factor] ?? 0))
          const sum = share * (words(inTitle) + 0.5 * words(inBody)) + 2 * own
          return (factor % 2 === 0 ? 0.5 : -0.5) * sum ** 2
        })
        expect(total(gainsOf(found, rows))).toBeCloseTo(total(pairs), 6)
      }),
    )
  })

  it('speak for signals by the products of factors of their own, words thinned by their mass and rules not', () => {
    const factors = Array.from({ length: signalFactorCount }, (_, factor) => factor / 10)
    const rows = rowsOf([5, 1], null)
    for (const feature of [wordingFeature(0, 0), rule])
      rows.set(
        factors.map((factor) => Math.round(factor / companyStep)),
        (feature << rowShift) + rowFields.signalFactors,
      )
    const sums = emptySums()
    const found = { count: 2, bodyFrom: 1, feature: Int32Array.of(wordingFeature(0, 0), rule) }
    sumHits({ ...found, value: Float64Array.of(1, 0.5), bodyPhraseValue: 1 }, rows, sums)
    const share = 1 / Math.sqrt(leastMass + mass) + 0.5
    const products = new Float64Array(signalPairCount)
    pairFactors(sums, products)
    const pairs = factors.flatMap((one, at) => factors.slice(at).map((other) => share * one * share * other))
    pairs.forEach((product, at) => {
      expect(products[at]).toBeCloseTo(product, 6)
    })
    pairFactors(emptySums(), products)
    expect(total([...products])).toBe(0)
  })
})
