import { expect, test } from 'vitest'
import { ruleFeatureCount } from '#scoring/find-hits.ts'
import weights from '#scoring/model/weights.json' with { type: 'json' }
import { featureRows, hitFinder, learnedPhrases } from '#scoring/model.ts'
import { rulePlaces, ruleTable } from '#scoring/rule-table.ts'
import { emptySums, sumHits } from '#scoring/sum-hits.ts'
import { emptyPull, factorCount, gainByCompany, pullOfCompany } from '#scoring/word-company.ts'
import { companyValue, type WordCompany } from './scoring-company.ts'
import { readRow } from './scoring-rows.ts'

/** The company of the shipped model, as it is learned. */
function shippedCompany(): WordCompany {
  const massAt = weights.columns.indexOf('mass')
  const phrases = new Map<string, number[]>(Object.entries(weights.phrases))
  const rules: Record<string, number[][] | undefined> = weights.company.rules
  const company = {
    mass: new Float32Array(learnedPhrases.length),
    factors: new Float32Array(learnedPhrases.length * factorCount),
    ruleFactors: new Float32Array(ruleFeatureCount * factorCount),
  }
  learnedPhrases.forEach((phrase, at) => {
    const [mass = 0, ...factors] = phrases.get(phrase)?.slice(massAt) ?? []
    company.mass[at] = mass
    company.factors.set(factors, at * factorCount)
  })
  ruleTable.forEach(({ key }, rule) => {
    rules[key]?.forEach((factors, place) => {
      company.ruleFactors.set(factors, (rule * rulePlaces.length + place) * factorCount)
    })
  })
  return company
}

test('a post is scored by the same company that learning values', () => {
  const company = shippedCompany()
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
