import { type HitFinder, makeHitFinder, ruleFeatureCount, wordingFeature } from '#scoring/find-hits.ts'
import { rulePlaces, ruleTable } from '#scoring/rule-table.ts'
import { communityFeatures } from './scoring-communities.ts'
import {
  companyValue,
  factorSums,
  gainsByPhrase,
  narrowCompany,
  type WordCompany,
} from './scoring-company.ts'
import { type CountedPost, rowOfCounts } from './scoring-counted-posts.ts'
import { type LabelledPost, showsSignal } from './scoring-labels.ts'
import { leadingFactors, meanOfFits } from './scoring-mean-of-fits.ts'
import { makeMeaningSpace } from './scoring-meaning.ts'
import { candidatePhrases } from './scoring-phrases.ts'
import { type Fitted, fitRegression } from './scoring-regression.ts'
import { makeRowTable, type RowTable, rowProduct } from './scoring-row-table.ts'
import { readRow, rowValue, type SparseRow } from './scoring-rows.ts'
import { isNeutral } from './scoring-sensitive-words.ts'
import { learnSignalCompany, pairsValue } from './scoring-signal-company.ts'
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
const scorePhrases = 20_000
const detectorPhrases = 5000
/** The cut between what `showsSignal` and what does not. */
const signalCut = 0.4
/** What it costs that words and rules act together rather than alone. */
const companyPenalty = 24
/**
 * How words and rules act together is learned from several random starts: each finds something else, and their mean
 * says more than any of them. Any four numbers: they were not chosen by what they gave.
 */
const starts = [3, 11, 12, 5]
/** Where that of the detectors starts: once, as one start has as many factors as they may have. */
const signalStart = 1

/**
 * What says whether a signal is present: words, by name in lower case the community, and how the factors that words and
 * rules have for all signals count in pairs.
 */
type Detector = Fitted & { communities: ReadonlyMap<string, number>; pairs: Float64Array }

export type Learned = {
  finder: HitFinder
  wording: string[]
  score: Fitted
  company: WordCompany
  detectors: Record<string, Detector>
  /** How words and rules act together in the detectors. */
  signalCompany: WordCompany
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
  const placesBefore = wording.map((phrase) => placeBefore.get(phrase) ?? 0)
  const company = narrowCompany(wide.company, placesBefore)
  const signalCompany = narrowCompany(wide.signalCompany, placesBefore)
  const detectors = Object.fromEntries(
    Object.entries(wide.detectors).map(([signal, detector]) => [signal, narrow(detector)]),
  )
  return { finder, wording, score: narrow(wide.score), company, detectors, signalCompany }
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
  const together = pairsValue(detector.pairs, factorSums(learned.signalCompany, row))
  return before + rowValue(row, detector.weights) + together
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
  const withMeaning = plain.map((row) => space.addMeaning(row))
  const rows = makeRowTable(withMeaning, space.inRows)
  const judged = [...posts, ...counted]
  const targets = judged.map((post) => post.potential)
  const companyRows = makeRowTable(
    plain.map((row) => space.companyOf(row)),
    space.inCompany,
  )
  const together = { ...space.company, rows: companyRows, penalty: companyPenalty }
  const task = { rows, importance, penalties: space.penalties, targets, cuts: potentialCuts }
  const fitted = meanOfFits(starts.map((seed) => fitRegression({ ...task, together: { ...together, seed } })))
  const communities = communityFeatures(judged, space.penalties.length)
  const detectorTask = {
    rows: makeRowTable(
      withMeaning.map((row, at) => communities.addCommunity(row, judged[at] ?? { community: '' })),
      space.inRows,
    ),
    importance: detectorImportance,
    penalties: Float64Array.from([...space.penalties, ...communities.penalties]),
    cuts: [{ above: signalCut, importance: 1 }],
  }
  const fits = judgedSignals.map((signal) => {
    const targets = judged.map((post) => post.signals[signal] ?? 0)
    return { signal, targets, fit: fitRegression({ ...detectorTask, targets }) }
  })
  const signalCompany = learnSignalCompany({
    together: { ...together, seed: signalStart },
    importance: detectorImportance,
    signals: fits.map(({ targets, fit }) => ({
      before: valuesOf(detectorTask.rows, fit),
      present: targets.map((target) => showsSignal(target)),
    })),
  })
  const detectors: Record<string, Detector> = {}
  fits.forEach(({ signal, fit }, at) => {
    detectors[signal] = {
      ...space.giveToWords(fit),
      communities: communities.weightsByName(fit.weights),
      pairs: signalCompany.pairs[at] ?? new Float64Array(0),
    }
  })
  const score = addDetectors(space.giveToWords(fitted), detectors)
  const company = space.companyOfWords(leadingFactors(companyRows, fitted.directions, space.company.size))
  const companyGains = gainsByPhrase(plain, company, wording.length)
  const uses = space.uses(withMeaning)
  const ofSignals = space.companyOfWords(signalCompany.directions)
  return { finder, wording, score, company, detectors, signalCompany: ofSignals, uses, companyGains }
}

/** What a fit of one cut says of each row. */
function valuesOf(rows: RowTable, { weights, bases }: Fitted): Float64Array {
  const base = bases[0] ?? 0
  return Float64Array.from({ length: rows.count }, (_, row) => base + rowProduct(rows, row, weights))
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

/** The phrases that move posts most, given how often they are used: of the score and of each detector. */
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
