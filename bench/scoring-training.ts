import { type HitFinder, makeHitFinder, ruleFeatureCount, wordingFeature } from '#scoring/find-hits.ts'
import type { ModelFile, NamedDetector, NamedWeights } from '#scoring/model.ts'
import { rulePlaces, ruleTable } from '#scoring/rule-table.ts'
import { factorCount, type WordCompany } from '#scoring/word-company.ts'
import { communityFeatures } from './scoring-communities.ts'
import { companyValue, gainsByPhrase, nameCompany, narrowCompany } from './scoring-company.ts'
import { type CountedPost, rowOfCounts } from './scoring-counted-posts.ts'
import type { LabelledPost } from './scoring-labels.ts'
import { makeMeaningSpace } from './scoring-meaning.ts'
import { candidatePhrases } from './scoring-phrases.ts'
import { type Fitted, fitRegression, rowValue, type SparseRow } from './scoring-regression.ts'
import { readRow } from './scoring-rows.ts'
import { isNeutral } from './scoring-sensitive-words.ts'
import type { WordVectors } from './scoring-word-vectors.ts'

/** Signals that the raters judged, so that their presence can be learned. */
export const judgedSignals = [
  'pain',
  'solution_request',
  'workaround',
  'money',
  'willing_to_pay',
  'urgency',
  'frequency',
  'competitor',
  'business',
  'promo',
] as const

export type JudgedSignal = (typeof judgedSignals)[number]

/** Between all half grades; what matters most is whether a post has potential at all: 1.5 and more. */
const potentialCuts = [
  { above: 0.25, importance: 0.6 },
  { above: 0.75, importance: 0.6 },
  { above: 1.25, importance: 1.2 },
  { above: 1.75, importance: 1.2 },
  { above: 2.25, importance: 0.8 },
]
/** The cut between potential and none. */
const mainCut = 2
/** Signals whose detectors also speak in the score, and how loudly. */
const scoreShares = {
  solution_request: 0.1,
  pain: 0.1,
  business: 0.05,
  willing_to_pay: 0.05,
  promo: -0.05,
} as const
const scorePhrases = 14_000
/** What it costs that words and rules act together rather than alone. */
const companyPenalty = 24
const detectorPhrases = 3000

/** What says whether a signal is present: words and, by name in lower case, the community. */
type Detector = Fitted & { communities: ReadonlyMap<string, number> }

export type Learned = {
  finder: HitFinder
  wording: string[]
  score: Fitted
  company: WordCompany
  detectors: Record<string, Detector>
}

/** What a model is learned from: posts with what each weighs, and what words mean. */
export type Lesson = {
  posts: readonly LabelledPost[]
  /** Posts known by their counts. */
  counted: readonly CountedPost[]
  /** Of the posts, then of the counted ones. */
  importance: readonly number[]
  /** The same, for the detectors. */
  detectorImportance: readonly number[]
  meaning: WordVectors
}

/**
 * Learns the score and the detectors with every candidate phrase and every word of known meaning, then drops
 * what hardly moves anything. The rest keep their weights: fitting them anew would overrate them.
 */
export function learn(lesson: Lesson): Learned {
  const wide = fitAll(lesson)
  const wording = strongestPhrases(wide)
  const finder = makeHitFinder(wording)
  const placeBefore = new Map(wide.wording.map((phrase, at) => [phrase, at]))
  const placeNow = new Map(wording.map((phrase, at) => [phrase, at]))
  const narrow = <Kind extends Fitted>(fitted: Kind): Kind => {
    const weights = new Float64Array(finder.featureCount)
    weights.set(fitted.weights.subarray(0, ruleFeatureCount))
    for (const phrase of wording) {
      for (const inBody of [0, 1]) {
        const from = wordingFeature(placeBefore.get(phrase) ?? 0, inBody)
        weights[wordingFeature(placeNow.get(phrase) ?? 0, inBody)] = fitted.weights[from] ?? 0
      }
    }
    return { ...fitted, weights }
  }
  const company = narrowCompany(
    wide.company,
    wording.map((phrase) => placeBefore.get(phrase) ?? 0),
  )
  const detectors = Object.fromEntries(
    Object.entries(wide.detectors).map(([signal, detector]) => [signal, narrow(detector)]),
  )
  return { finder, wording, score: narrow(wide.score), company, detectors }
}

/** The linear value of a post on the learned potential; higher is more. */
export function potentialValue(learned: Learned, row: SparseRow): number {
  return rowValue(row, learned.score.weights) + scoreBase(learned) + companyValue(learned.company, row)
}

/** What a post without any hit has. */
export function scoreBase({ score }: Learned): number {
  return score.bases[mainCut] ?? 0
}

/** What each signal's rules (and the learned `wording`) give to a post's value. */
export function signalShares(learned: Learned, row: SparseRow): Map<string, number> {
  const shares = new Map<string, number>()
  row.features.forEach((feature, at) => {
    const rule = feature < ruleFeatureCount ? ruleTable[Math.floor(feature / rulePlaces.length)] : undefined
    const signal = rule?.signal ?? 'wording'
    const gain = (learned.score.weights[feature] ?? 0) * (row.values[at] ?? 0)
    shares.set(signal, (shares.get(signal) ?? 0) + gain)
  })
  shares.set('words and rules acting together', companyValue(learned.company, row))
  return shares
}

/** The log odds that a learned detector gives to a signal in a post of a community. */
export function detectorValue(
  learned: Learned,
  signal: JudgedSignal,
  row: SparseRow,
  community: string,
): number {
  const detector = learned.detectors[signal]
  if (detector === undefined) return Number.NEGATIVE_INFINITY
  const before = (detector.bases[0] ?? 0) + (detector.communities.get(community.toLowerCase()) ?? 0)
  return before + rowValue(row, detector.weights)
}

/** The opening of a text alone has no letters to show: what it gave would be points without words. */
function mayCount(phrase: string): boolean {
  return phrase !== '^' && isNeutral(phrase)
}

/** `uses` by feature, `companyGains` by phrase: the root of the sum of squares of what company gave it. */
type Wide = Learned & { uses: Float64Array; companyGains: Float64Array }

function fitAll({ posts, counted, importance, detectorImportance, meaning }: Lesson): Wide {
  const candidates = candidatePhrases(posts, counted).filter(mayCount)
  const wording = [...new Set([...candidates, ...meaning.words.filter(mayCount)])]
  const finder = makeHitFinder(wording)
  const placeOf = new Map(wording.map((phrase, at) => [phrase, at]))
  const plain = [
    ...posts.map((post) => readRow(finder, post)),
    ...counted.map((post) => rowOfCounts(post, placeOf)),
  ]
  const space = makeMeaningSpace(finder, { wording, ownWeights: candidates.length, meaning, rows: plain })
  const rows = plain.map((row) => space.addMeaning(row))
  const together = {
    ...space.company,
    rows: plain.map((row) => space.companyOf(row)),
    factors: factorCount,
    penalty: companyPenalty,
  }
  const task = { rows, importance, penalties: space.penalties }
  const judged = [...posts, ...counted]
  const targets = judged.map((post) => post.potential)
  const fitted = fitRegression({ ...task, together, targets, cuts: potentialCuts })
  const communities = communityFeatures(judged, space.penalties.length)
  const detectorTask = {
    rows: rows.map((row, at) => communities.addCommunity(row, judged[at] ?? { community: '' })),
    importance: detectorImportance,
    penalties: Float64Array.from([...space.penalties, ...communities.penalties]),
    cuts: [{ above: 0.4, importance: 1 }],
  }
  const detectors: Record<string, Detector> = {}
  for (const signal of judgedSignals) {
    const targets = judged.map((post) => post.signals[signal] ?? 0)
    const detector = fitRegression({ ...detectorTask, targets })
    detectors[signal] = {
      ...space.giveToWords(detector),
      communities: communities.weightsByName(detector.weights),
    }
  }
  const score = addDetectors(space.giveToWords(fitted), detectors)
  const company = space.companyOfWords(fitted)
  const companyGains = gainsByPhrase(plain, company, wording.length)
  return { finder, wording, score, company, detectors, uses: space.uses(rows), companyGains }
}

/** The score with a share of the detectors of `scoreShares`: a sum of sums over the same words. */
function addDetectors(potential: Fitted, detectors: Record<string, Fitted>): Fitted {
  const weights = potential.weights.slice()
  let base = 0
  for (const [signal, share] of Object.entries(scoreShares)) {
    const detector = detectors[signal]
    detector?.weights.forEach((weight, feature) => {
      weights[feature] = (weights[feature] ?? 0) + share * weight
    })
    base += share * (detector?.bases[0] ?? 0)
  }
  return { ...potential, weights, bases: potential.bases.map((one) => one + base) }
}

/** The phrases whose weights move posts most, given how often they are used: those of the score and of each detector. */
function strongestPhrases(wide: Wide): string[] {
  const strongest = ({ weights }: Fitted, count: number, company?: Float64Array) => {
    const strength = wide.wording.map((_, phrase) => {
      const weigh = (feature: number) => Math.abs(weights[feature] ?? 0) * Math.sqrt(wide.uses[feature] ?? 0)
      const alone = weigh(wordingFeature(phrase, 0)) + weigh(wordingFeature(phrase, 1))
      return alone + (company?.[phrase] ?? 0)
    })
    return wide.wording
      .map((_, phrase) => phrase)
      .sort((one, other) => (strength[other] ?? 0) - (strength[one] ?? 0) || one - other)
      .slice(0, count)
      .map((phrase) => wide.wording[phrase] ?? '')
  }
  const ofScore = strongest(wide.score, scorePhrases, wide.companyGains)
  const ofDetectors = Object.values(wide.detectors).flatMap((fitted) => strongest(fitted, detectorPhrases))
  return [...new Set([...ofScore, ...ofDetectors])].sort()
}

/** The model as it is stored: weights by name, the score's in points. */
export function nameModel(
  learned: Learned,
  scale: { base: number; pointsPerUnit: number },
  thresholds: Readonly<Record<string, number>>,
): ModelFile {
  const detectors: Record<string, NamedDetector> = {}
  for (const signal of judgedSignals) {
    const detector = learned.detectors[signal]
    if (detector === undefined) continue
    const base = (detector.bases[0] ?? 0) - (thresholds[signal] ?? 0)
    detectors[signal] = {
      ...nameWeights(learned, detector.weights, base, { perUnit: 1, least: 0.02 }),
      communities: nameCommunities(detector.communities),
    }
  }
  const company = nameCompany(learned.wording, learned.company, scale.pointsPerUnit)
  return {
    wording: learned.wording,
    company,
    score: nameWeights(learned, learned.score.weights, scale.base, {
      perUnit: scale.pointsPerUnit,
      least: 0.05,
    }),
    detectors,
  }
}

function nameCommunities(communities: ReadonlyMap<string, number>): Record<string, number> {
  const rounded = [...communities].map(([name, weight]) => [name, Number(weight.toFixed(2)) + 0] as const)
  return Object.fromEntries(rounded.filter(([, weight]) => weight !== 0))
}

function nameWeights(
  learned: Learned,
  weights: Float64Array,
  base: number,
  style: { perUnit: number; least: number },
): NamedWeights {
  const round = (value: number) => Number((value * style.perUnit).toFixed(2)) + 0
  const named: NamedWeights = {
    base: Number(base.toFixed(2)),
    rules: {},
    wording: {},
  }
  ruleTable.forEach(({ key }, rule) => {
    const each = rulePlaces.map((_, place) => round(weights[rule * rulePlaces.length + place] ?? 0))
    if (each.some((weight) => Math.abs(weight) >= style.least)) named.rules[key] = each
  })
  learned.wording.forEach((phrase, at) => {
    const each = [0, 1].map((inBody) => round(weights[wordingFeature(at, inBody)] ?? 0))
    if (each.some((weight) => Math.abs(weight) >= style.least)) named.wording[phrase] = each
  })
  return named
}
