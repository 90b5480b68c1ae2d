import { expect, test } from 'vitest'
import { makeHitFinder, wordingFeature } from '#scoring/find-hits.ts'
import { factorCount, leastMass, signalFactorCount, signalPairCount } from '#scoring/word-company.ts'
import { encodeModel, nameModel } from './scoring-name-model.ts'
import { readRow } from './scoring-rows.ts'
import { detectorValue, type Learned } from './scoring-training.ts'

const wording = ['server', 'tool']
const finder = makeHitFinder(wording)
const weights = new Float64Array(finder.featureCount)
weights[wordingFeature(0, 0)] = 1.5
weights[wordingFeature(1, 0)] = 0.014
const nothing = {
  weights: new Float64Array(finder.featureCount),
  bases: [0, 0, 0],
  directions: new Float64Array(0),
}
const companyOf = (width: number) => ({
  mass: new Float32Array(2),
  width,
  factors: new Float32Array(2 * width),
  ruleFactors: new Float32Array(finder.featureCount * width),
})
const learned: Learned = {
  finder,
  wording,
  score: nothing,
  company: companyOf(factorCount),
  signalCompany: companyOf(signalFactorCount),
  detectors: {
    business: {
      weights,
      bases: [-2],
      directions: new Float64Array(0),
      pairs: new Float64Array(signalPairCount),
      communities: new Map([
        ['sysadmin', 0.754],
        ['running', 0.004],
      ]),
    },
  },
}

test('a detector adds the community to the words, and knows only those it was taught', () => {
  const row = readRow(finder, { title: 'server', selftext: '', community: '' })
  expect(detectorValue(learned, 'business', row, 'SysAdmin')).toBeCloseTo(0.254)
  for (const community of ['', 'aww', 'constructor']) {
    expect(detectorValue(learned, 'business', row, community)).toBeCloseTo(-0.5)
  }
  expect(detectorValue(learned, 'promo', row, 'sysadmin')).toBe(Number.NEGATIVE_INFINITY)
})

test('each detector weighs in its own way how words act together', () => {
  const company = companyOf(signalFactorCount)
  const signalCompany = { ...company, mass: Float32Array.of(0.5, 0.5) }
  // The first factor of the first word, the second of the other.
  signalCompany.factors.set([2])
  signalCompany.factors.set([1], signalFactorCount + 1)
  const taught = (pairs: readonly number[]) => {
    const counts = new Float64Array(signalPairCount)
    counts.set(pairs)
    return { ...nothing, bases: [-1], communities: new Map<string, number>(), pairs: counts }
  }
  const detectors = { business: taught([0, 0.5]), money: taught([1, -2]), pain: taught([]) }
  const row = readRow(finder, { title: 'server tool', selftext: '', community: '' })
  const value = (signal: keyof typeof detectors) =>
    detectorValue({ ...learned, signalCompany, detectors }, signal, row, '')
  const share = 1 / (leastMass + 0.5 + 0.5)
  expect(value('business')).toBeCloseTo(-1 + 0.5 * 2 * share)
  expect(value('money')).toBeCloseTo(-1 + (4 - 2 * 2) * share)
  expect(value('pain')).toBe(-1)
})

test('a stored detector is present above zero, and what rounds to nothing is left out', () => {
  const model = nameModel(learned, { base: 40, pointsPerUnit: 10 }, { business: 0.5 })
  expect(model.detectors.business?.base).toBe(-2.5)
  expect(model.detectors.business?.communities).toEqual({ sysadmin: 0.75 })
  expect(model.detectors.promo).toBeUndefined()
  expect(model.phrases).toEqual({ server: [0, 0, 1.5, 0] })
})

test('what is stored is read again, a phrase a line', () => {
  const company = { ...companyOf(factorCount), mass: Float32Array.of(0.5, 0) }
  company.factors.set([0.1, -0.2])
  const signalCompany = { ...companyOf(signalFactorCount), mass: company.mass }
  signalCompany.factors.set([0.3])
  const model = nameModel({ ...learned, company, signalCompany }, { base: 40, pointsPerUnit: 4 }, {})
  const text = encodeModel(model)
  expect(JSON.parse(text)).toEqual(model)
  const zeros = (count: number) => Array.from({ length: count }, () => 0)
  // Those of the score in roots of points, those of the detector as they are.
  const factors = [0.2, -0.4, ...zeros(factorCount - 2), 0.3, ...zeros(signalFactorCount - 1)]
  expect(text.split('\n')).toContain(`"server":${JSON.stringify([0, 0, 1.5, 0, 0.5, ...factors])}`)
  expect(model.columns).toHaveLength(model.phrases.server?.length ?? 0)
})
