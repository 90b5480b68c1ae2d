import { expect, test } from 'vitest'
import { ruleFeatureCount } from '#scoring/find-hits.ts'
import weights from '#scoring/model/weights.json' with { type: 'json' }
import { featureRows, hitFinder, learnedPhrases } from '#scoring/model.ts'
import { rulePlaces, ruleTable } from '#scoring/rule-table.ts'
import { emptySums, sumHits } from '#scoring/sum-hits.ts'
import {
  emptyPull,
  factorCount,
  gainByCompany,
  pairFactors,
  pullOfCompany,
  signalFactorCount,
  signalPairCount,
} from '#scoring/word-company.ts'
import { companyValue, factorSums, type WordCompany } from './scoring-company.ts'
import { readRow } from './scoring-rows.ts'
import { pairsValue } from './scoring-signal-company.ts'

/** The company of the shipped model, as it is learned: of the score, or of the detectors. */
function shippedCompany(first: number, width: number): WordCompany {
  const massAt = weights.columns.indexOf('mass')
  const phrases = new Map<string, number[]>(Object.entries(weights.phrases))
  const rules: Record<string, number[][] | undefined> = weights.company.rules
  const company = {
    mass: new Float32Array(learnedPhrases.length),
    width,
    factors: new Float32Array(learnedPhrases.length * width),
    ruleFactors: new Float32Array(ruleFeatureCount * width),
  }
  learnedPhrases.forEach((phrase, at) => {
    const [mass = 0, ...factors] = phrases.get(phrase)?.slice(massAt) ?? []
    company.mass[at] = mass
    company.factors.set(factors.slice(first, first + width), at * width)
  })
  ruleTable.forEach(({ key }, rule) => {
    rules[key]?.forEach((factors, place) => {
      const own = factors.slice(first, first + width)
      company.ruleFactors.set(own, (rule * rulePlaces.length + place) * width)
    })
  })
  return company
}

const posts = [
  {
    title: 'Is there a tool that sends invoice reminders?',
    selftext:
      'I copy everything by hand into a spreadsheet every week. It takes hours and my clients pay late.',
    community: '',
  },
  { title: 'I built an app', selftext: 'Launched today! Would love your feedback.', community: 'SaaS' },
  { title: 'Anyone?', selftext: '', community: '' },
]

test('a post is scored by the same company that learning values', () => {
  const company = shippedCompany(0, factorCount)
  for (const post of posts) {
    const sums = emptySums()
    const pull = emptyPull()
    const hits = hitFinder.find(post)
    sumHits(hits, featureRows, sums)
    pullOfCompany(sums, pull)
    let gained = 0
    for (let at = 0; at < hits.count; at++)
      gained += gainByCompany(hits.feature[at] ?? 0, featureRows, pull) * (hits.value[at] ?? 0)
    expect(gained).not.toBe(0)
    expect(gained).toBeCloseTo(companyValue(company, readRow(hitFinder, post)), 4)
  }
})

test('signals are detected by the same products of factors that learning values', () => {
  const company = shippedCompany(factorCount, signalFactorCount)
  const products = new Float64Array(signalPairCount)
  for (const post of posts) {
    const sums = emptySums()
    sumHits(hitFinder.find(post), featureRows, sums)
    pairFactors(sums, products)
    expect(Math.max(...products)).toBeGreaterThan(0)
    const factors = Array.from(factorSums(company, readRow(hitFinder, post)))
    for (const { pairs } of Object.values(weights.detectors)) {
      const together = products.reduce((sum, product, at) => sum + product * (pairs[at] ?? 0), 0)
      expect(together).toBeCloseTo(pairsValue(pairs, factors), 4)
    }
  }
})
