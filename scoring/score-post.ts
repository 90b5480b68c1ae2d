import type { Signal } from './signal.ts'

/** The parts of a post that the score is made from: nothing else about it counts. */
export type ScorablePost = { title: string; selftext: string; community: string }

/** Words that moved the score. `start` and `end` are JavaScript string offsets into the named field as given. */
export type Evidence = {
  signal: Signal
  field: 'title' | 'selftext'
  start: number
  end: number
  /** Score points given (or taken, when negative), to one decimal. */
  points: number
}

/** `opportunityScore` is an integer from 0 to 100; `signals` come strongest for first, those against last. */
export type PostScore = { opportunityScore: number; signals: Signal[]; persona: string; evidence: Evidence[] }

const phrases: readonly (readonly [string, Signal, number])[] = [
  ['looking for a', 'solution_request', 20],
  ['is there a', 'solution_request', 20],
  ['recommend', 'solution_request', 15],
  ['alternative to', 'competitor', 15],
  ['frustrat', 'pain', 12],
  ['spreadsheet', 'workaround', 12],
  ['my business', 'business', 10],
  ['my clients', 'business', 10],
  ['every day', 'frequency', 8],
  ['i built', 'promo', -20],
  ['i made', 'promo', -20],
  ['hiring', 'hiring', -20],
]

const baseScore = 20

/** Scores a post for the unmet need it shows. */
export function scorePost(post: ScorablePost): PostScore {
  const evidence: Evidence[] = []
  for (const field of ['title', 'selftext'] as const) {
    const text = post[field].toLowerCase()
    for (const [phrase, signal, points] of phrases) {
      const start = text.indexOf(phrase)
      if (start >= 0 && text.length === post[field].length) {
        evidence.push({ signal, field, start, end: start + phrase.length, points })
      }
    }
  }
  const total = evidence.reduce((sum, one) => sum + one.points, baseScore)
  const ordered = [...evidence].sort((a, b) => b.points - a.points)
  return {
    opportunityScore: Math.max(0, Math.min(100, Math.round(total))),
    signals: [...new Set(ordered.map((one) => one.signal))],
    persona: 'Not stated',
    evidence,
  }
}
