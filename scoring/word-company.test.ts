import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rowFields, rowShift } from './feature-rows.ts'
import { ruleFeatureCount, wordingFeature } from './find-hits.ts'
import {
  emptyPull,
  factorCount,
  gainByCompany,
  leastMass,
  pullOfCompany,
  type WordCompany,
} from './word-company.ts'

/** Of each phrase a mass and its first factors; null for one that acts alone. */
function companyOf(...phrases: readonly (readonly number[] | null)[]): WordCompany {
  const company = { rows: new Float32Array(wordingFeature(phrases.length, 0) << rowShift), step: 1 }
  phrases.forEach((factors, at) => {
    if (factors === null) return
    for (const inBody of [0, 1]) {
      const row = wordingFeature(at, inBody) << rowShift
      company.rows[row + rowFields.mass] = 0.5
      company.rows.set(factors, row + rowFields.factors)
    }
  })
  return company
}

const rule = ruleFeatureCount - 1

function setRule({ rows }: WordCompany, factors: readonly number[]): void {
  rows.set(factors, (rule << rowShift) + rowFields.factors)
}

function hitsOf(...found: readonly { phrase: number; inBody?: number; value?: number }[]) {
  return {
    count: found.length,
    feature: Int32Array.from(found, ({ phrase, inBody = 1 }) => wordingFeature(phrase, inBody)),
    value: Float64Array.from(found, ({ value = 1 }) => value),
  }
}

function gainsOf(hits: ReturnType<typeof hitsOf>, company: WordCompany): number[] {
  const pull = emptyPull()
  pullOfCompany(hits, company, pull)
  return Array.from(
    hits.feature,
    (feature, at) => gainByCompany(feature, company, pull) * (hits.value[at] ?? 0),
  )
}

const total = (gains: readonly number[]) => gains.reduce((sum, one) => sum + one, 0)

describe('words in company', () => {
  it('lift each other along an even factor and lower each other along an odd one', () => {
    const mass = leastMass + 2 * 0.5
    const [lifted = 0, lifting = 0] = gainsOf(hitsOf({ phrase: 0 }, { phrase: 1 }), companyOf([2, 0], [1, 0]))
    expect(lifted).toBeCloseTo((0.5 * 2 * (2 + 1)) / mass)
    expect(lifting).toBeCloseTo((0.5 * 1 * (2 + 1)) / mass)
    const lowered = gainsOf(hitsOf({ phrase: 0 }, { phrase: 1 }), companyOf([0, 2], [0, 1]))
    expect(lowered).toEqual([-lifted, -lifting])
  })

  it('count in steps as in whole numbers', () => {
    const inSteps = {
      rows: Int16Array.from(companyOf([2, 0], [1, 3]).rows, (one) => one * 1000),
      step: 0.001,
    }
    const hits = hitsOf({ phrase: 0 }, { phrase: 1, value: 0.5 })
    const wanted = gainsOf(hits, companyOf([2, 0], [1, 3]))
    for (const [at, gain] of gainsOf(hits, inSteps).entries()) expect(gain).toBeCloseTo(wanted[at] ?? 0, 9)
  })

  it('count the same wherever they stand, and more for a greater value', () => {
    const company = companyOf([2, 0], [1, 1])
    const inTitle = gainsOf(hitsOf({ phrase: 0, inBody: 0 }, { phrase: 1 }), company)
    expect(inTitle).toEqual(gainsOf(hitsOf({ phrase: 0 }, { phrase: 1 }), company))
    const louder = gainsOf(hitsOf({ phrase: 0, value: 2 }, { phrase: 1 }), company)
    expect(louder[0]).toBeGreaterThan(inTitle[0] ?? 0)
  })

  it('act on rules, whose factors are not thinned by the mass of the words', () => {
    const company = companyOf([2, 0])
    setRule(company, [1, 3])
    const hits = hitsOf({ phrase: 0 })
    const both = {
      count: 2,
      feature: Int32Array.of(...hits.feature, rule),
      value: Float64Array.of(1, 0.5),
    }
    const share = 1 / Math.sqrt(leastMass + 0.5)
    const [word = 0, ruled = 0] = gainsOf(both, company)
    expect(word).toBeCloseTo(0.5 * 2 * share * (2 * share + 0.5))
    expect(ruled).toBeCloseTo(0.5 * 0.5 * (2 * share + 0.5) - 0.5 * 1.5 * 1.5)
    expect(word + ruled).toBeCloseTo(0.5 * ((2 * share + 0.5) ** 2 - 1.5 ** 2))
  })

  it('leave rules and phrases without factors alone', () => {
    const company = companyOf([2, 1], null)
    const hits = hitsOf({ phrase: 0 }, { phrase: 1 })
    const both = {
      count: 3,
      feature: Int32Array.of(...hits.feature, rule),
      value: Float64Array.of(1, 1, 1),
    }
    const [word, phrase, ruled] = gainsOf(both, company)
    expect([phrase, ruled]).toEqual([0, 0])
    expect([word]).toEqual(gainsOf(hitsOf({ phrase: 0 }), company))
  })

  it('share out what all their pairs give, neither more nor less, over all factors and with rules', () => {
    const number = fc.double({ min: -3, max: 3, noNaN: true }).map(Math.fround)
    const factorsOf = fc.array(number, { minLength: factorCount, maxLength: factorCount })
    fc.assert(
      fc.property(fc.array(factorsOf, { minLength: 1, maxLength: 12 }), factorsOf, (each, ofRule) => {
        const company = companyOf(...each)
        setRule(company, ofRule)
        const words = hitsOf(...each.map((_, phrase) => ({ phrase, value: 0.5 })))
        const hits = {
          count: each.length + 1,
          feature: Int32Array.of(...words.feature, rule),
          value: Float64Array.of(...words.value, 2),
        }
        const share = 1 / Math.sqrt(leastMass + each.length * 0.25 * 0.5)
        const pairs = ofRule.map((own, factor) => {
          const sum = share * total(each.map((factors) => 0.5 * (factors[factor] ?? 0))) + 2 * own
          return (factor % 2 === 0 ? 0.5 : -0.5) * sum ** 2
        })
        expect(total(gainsOf(hits, company))).toBeCloseTo(total(pairs), 6)
      }),
    )
  })
})
