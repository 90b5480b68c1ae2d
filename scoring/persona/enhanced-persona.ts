import { makeWordFinder, textsOf } from '../find-words.ts'
import type { PostScore, ScorablePost } from '../post-score.ts'
import type { Signal } from '../signal.ts'
import { companySizeLexicon, industryLexicon, techStackLexicon } from './industry-lexicon.ts'
import { namesProduct } from './ordinary-names.ts'
import { personaNotStated } from './persona.ts'

/** What the text says of the problem's surroundings; it never profiles the author. */
export type EnhancedPersona = {
  /** `confidence` is a percentage, 0 when not stated. `evidence` are words of the text. */
  industryClassification: { primaryIndustry: string; confidence: number; evidence: string[] }
  companySize: { category: string; evidence: string[] }
  /** `willingnessToPay` is a percentage; the others are high, medium, or not stated. */
  painPointAnalysis: { urgency: string; frequency: string; willingnessToPay: number; evidence: string[] }
  techStackSignals: string[]
  budgetSignals: string[]
}

const findIndustry = makeWordFinder(industryLexicon)
const findSize = makeWordFinder(companySizeLexicon)
const findTech = makeWordFinder({ tech: techStackLexicon })
const mostListed = 8
/** What the analysis of a pain rests on, each with at most so many pieces of evidence. */
const stakes = ['pain', 'urgency', 'frequency', 'willing_to_pay', 'money'] as const
const mostOfSignal = 3

/** Reads industry, size, stakes, tools and money from a post and its score. */
export function enhancedPersona(post: ScorablePost, score: PostScore): EnhancedPersona {
  const spansOf = (signal: Signal) => [
    ...new Set(
      score.evidence
        .filter((one) => one.signal === signal && one.end > one.start)
        .map((one) => post[one.field].slice(one.start, one.end)),
    ),
  ]
  const level = (signal: Signal) => {
    if (!score.signals.includes(signal)) return personaNotStated
    return spansOf(signal).length > 1 ? 'High' : 'Medium'
  }
  const paying = score.signals.includes('willing_to_pay') ? 60 : 0
  const priced = score.signals.includes('money') ? 20 : 0
  const atWork = score.signals.includes('business') ? 10 : 0
  return {
    industryClassification: readIndustry(post),
    companySize: readSize(post),
    painPointAnalysis: {
      urgency: level('urgency'),
      frequency: level('frequency'),
      willingnessToPay: paying + priced === 0 ? 0 : paying + priced + atWork,
      evidence: stakes.flatMap((signal) => spansOf(signal).slice(0, mostOfSignal)),
    },
    techStackSignals: textsOf(findTech(post), 'tech').filter(namesProduct).slice(0, mostListed),
    budgetSignals: [...new Set([...spansOf('willing_to_pay'), ...spansOf('money')])].slice(0, mostListed),
  }
}

function readIndustry(post: ScorablePost): EnhancedPersona['industryClassification'] {
  const found = findIndustry(post)
  const counts = Object.keys(industryLexicon).map((name) => ({ name, words: textsOf(found, name) }))
  const total = counts.reduce((sum, one) => sum + one.words.length, 0)
  const first = counts.reduce((best, one) => (one.words.length > best.words.length ? one : best), {
    name: personaNotStated,
    words: [] as string[],
  })
  if (first.words.length === 0) return { primaryIndustry: personaNotStated, confidence: 0, evidence: [] }
  const share = first.words.length / total
  const confidence = Math.round(100 * share * Math.min(1, 0.4 + 0.2 * first.words.length))
  return { primaryIndustry: first.name, confidence, evidence: first.words.slice(0, mostListed) }
}

function readSize(post: ScorablePost): EnhancedPersona['companySize'] {
  const found = findSize(post)
  for (const category of Object.keys(companySizeLexicon)) {
    const words = textsOf(found, category)
    if (words.length > 0) return { category, evidence: words.slice(0, mostListed) }
  }
  return { category: personaNotStated, evidence: [] }
}
