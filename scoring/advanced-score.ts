import { makeWordFinder, textsOf } from './find-words.ts'
import type { PostScore, ScorablePost } from './post-score.ts'
import { competitor, namesProduct } from './rules/competitor.ts'
import type { Signal } from './signal.ts'

export type DatedPost = ScorablePost & { createdAt: Date }

const viabilityPoints: Partial<Record<Signal, number>> = {
  solution_request: 12,
  business: 12,
  workaround: 10,
  frequency: 8,
  willing_to_pay: 10,
  pain: 6,
  money: 4,
  promo: -30,
  hiring: -20,
  unserved: -15,
  solved: -12,
  news: -12,
  joke: -12,
}

const findComplexity = makeWordFinder({
  hard: [
    'integrates|integrate|integration|integrations',
    'sync|syncs|syncing|realtime',
    'real time',
    'ai|ml|llm|gpt|ocr|vision|speech|voice|transcription',
    'machine learning',
    'hardware|sensor|sensors|barcode|scanner|gps|iot|bluetooth',
    'payment|payments|payroll|banking|accounting|tax|taxes',
    'hipaa|gdpr|soc2|compliance|encryption|encrypted',
    'marketplace|multiplayer|video|streaming|offline',
    'iphone|android|ios|windows|mac|linux',
    'multiple locations|users|stores|currencies|languages',
  ],
  easy: [
    'template|templates|checklist|reminder|reminders|script|macro|spreadsheet|timer|counter|list',
    'to do',
    'simple|basic|small app|tool|program|script|system|website|form|solution|software|thing',
    'convert|converter|rename|export|notification|notifications|alert|alerts',
  ],
})

const findRivals = makeWordFinder({
  named: competitor.families['a named product'],
  unhappy: [
    'too expensive|pricey|complicated|slow|limited|basic|clunky|buggy|much|complex',
    'overkill|clunky|buggy|bloated|unreliable|overpriced|terrible|awful|hate|sucks|cumbersome',
    'alternative|alternatives|replacement to|for',
    'cant find',
    'nothing .. works|fits|seems',
    'doesnt|wont do|work|support|allow|have|offer|sync|integrate',
    'they dont do|work|support|allow|have|offer|sync|integrate',
    'price increase|hike',
    'raised prices|its',
  ],
})

/** The timing score at each post age in days. Ages in between are interpolated linearly. */
const timingByAge: readonly (readonly [number, number])[] = [
  [30, 95],
  [365, 70],
  [1095, 45],
  [3650, 15],
]

/** The labels of the signals, and the date that counts as today. This module does not read the clock. */
type Reader = {
  labels: Readonly<Record<Signal, string>>
  asOf: Date
  /** The start of a text, cut between characters. */
  cut: (text: string, most: number) => string
}

/**
 * Five further scores from 0 to 100, each with one sentence that quotes the words on which the score is
 * based. `docs/scoring.md` explains what is counted and what cannot be known.
 */
export function advancedScore(post: DatedPost, score: PostScore, { labels, asOf, cut }: Reader) {
  const quote = quoteOf(cut)
  const cite = citing(post, score, quote)
  const viability = readViability(score, labels, cite)
  const timing = readTiming(daysBefore(asOf, post.createdAt), score, cite)
  const complexity = readComplexity(post, quote)
  const landscape = readLandscape(post, quote)
  const overallScore = bounded(
    0.5 * score.opportunityScore +
      0.2 * viability.value +
      0.1 * timing.value +
      0.1 * (100 - complexity.value) +
      0.1 * landscape.value,
  )
  return {
    overallScore,
    /** High if the need fits subscription software: it is requested, arises at work, and recurs. */
    saasViability: viability.value,
    /** High if the post is recent as of the given date, or if the need is urgent. */
    marketTiming: timing.value,
    /** High if the product is hard to build. */
    buildComplexity: complexity.value,
    /** High if there is little competition. Low if named products serve the need without complaints. */
    competitiveLandscape: landscape.value,
    breakdown: [viability.because, timing.because, complexity.because, landscape.because],
  }
}

type Reading = { value: number; because: string }

function readViability(score: PostScore, labels: Reader['labels'], cite: Cite): Reading {
  const counted = score.signals.filter((signal) => viabilityPoints[signal] !== undefined)
  const value = bounded(
    counted.reduce((sum, signal) => sum + (viabilityPoints[signal] ?? 0), 0.5 * score.opportunityScore),
  )
  const cited = counted.map((signal) => {
    const worth = viabilityPoints[signal] ?? 0
    const words = cite(signal)
    return `${worth < 0 ? 'less for ' : ''}${labels[signal].toLowerCase()}${words}`
  })
  const reasons = cited.length === 0 ? 'no signal that software would serve it' : cited.join(', ')
  return { value, because: `SaaS viability ${value}: ${reasons}.` }
}

/** The strongest words of a signal in parentheses after a space; '' if there are none. */
type Cite = (signal: Signal) => string

function citing(post: ScorablePost, score: PostScore, quote: Quote): Cite {
  return (signal) => {
    const shown = score.evidence.find((one) => one.signal === signal && one.end > one.start)
    return shown === undefined ? '' : ` (${quote(post[shown.field].slice(shown.start, shown.end))})`
  }
}

const daysBefore = (asOf: Date, createdAt: Date) =>
  Math.max(0, Math.floor((asOf.getTime() - createdAt.getTime()) / 86_400_000))

function readTiming(days: number, score: PostScore, cite: Cite): Reading {
  const urgent = score.signals.includes('urgency')
  const value = bounded(timingOfAge(days) + (urgent ? 5 : 0))
  const age =
    days < 60
      ? `${days} days`
      : days < 730
        ? `${Math.floor(days / 30)} months`
        : `${Math.floor(days / 365)} years`
  return {
    value,
    because: `Market timing ${value}: written ${age} before this reading${urgent ? `, and urgent${cite('urgency')}` : ''}.`,
  }
}

function timingOfAge(days: number): number {
  let [earlierDays, earlierValue] = timingByAge[0] ?? [0, 0]
  if (days <= earlierDays) return earlierValue
  for (const [laterDays, laterValue] of timingByAge) {
    if (days <= laterDays) {
      const share = (days - earlierDays) / (laterDays - earlierDays)
      return earlierValue + share * (laterValue - earlierValue)
    }
    earlierDays = laterDays
    earlierValue = laterValue
  }
  return earlierValue
}

function readComplexity(post: ScorablePost, quote: Quote): Reading {
  const found = findComplexity(post)
  const hard = textsOf(found, 'hard')
  const easy = textsOf(found, 'easy')
  const value = bounded(35 + 9 * Math.min(6, hard.length) - 6 * Math.min(3, easy.length))
  const parts = [
    hard.length > 0 ? `harder for ${hard.slice(0, 4).map(quote).join(', ')}` : '',
    easy.length > 0 ? `easier for ${easy.slice(0, 3).map(quote).join(', ')}` : '',
  ].filter((part) => part !== '')
  const reasons = parts.length === 0 ? 'the text names nothing hard or easy to build' : parts.join('; ')
  return { value, because: `Build complexity ${value}: ${reasons}.` }
}

function readLandscape(post: ScorablePost, quote: Quote): Reading {
  const found = findRivals(post).filter(({ group, text }) => group !== 'named' || namesProduct(text))
  const named = textsOf(found, 'named')
  // A complaint that names no product does not show that existing products are bad.
  const unhappy = named.length === 0 ? [] : textsOf(found, 'unhappy')
  const value = bounded(75 - 12 * Math.min(4, named.length) + 10 * Math.min(3, unhappy.length))
  const rivals = named.length === 0 ? 'no product named' : `names ${named.slice(0, 4).map(quote).join(', ')}`
  const complaint =
    unhappy.length === 0 ? '' : `, and is not content (${unhappy.slice(0, 2).map(quote).join(', ')})`
  return { value, because: `Competitive landscape ${value}: ${rivals}${complaint}.` }
}

type Quote = (text: string) => string

function quoteOf(cut: Reader['cut']): Quote {
  return (text) => {
    const plain = text.split('\n').join(' ')
    return `"${plain.length > 60 ? `${cut(plain, 57)}...` : plain}"`
  }
}

const bounded = (value: number): number => Math.max(0, Math.min(100, Math.round(value)))
