import type { Signal } from './signal.ts'

/** The parts of a post that the score is made from: nothing else about it counts. */
export type ScorablePost = { title: string; selftext: string; community: string }

/**
 * Words that moved the score, the strongest first; then words that tell a signal without points of its own; last, with
 * `start` = `end`, the sum of the words too weak to show one by one. `start` and `end` are JavaScript string offsets into
 * the named field as given.
 */
export type Evidence = {
  signal: Signal
  field: 'title' | 'selftext'
  start: number
  end: number
  /** Score points given, taken when negative, to one decimal; 0 for words that only tell a signal. */
  points: number
}

/**
 * `opportunityScore` is an integer from 0 to 100: `base`, which every post starts from, and the points of all evidence,
 * rounded and held between the two. `signals` come strongest for first, those against last.
 */
export type PostScore = {
  opportunityScore: number
  base: number
  signals: Signal[]
  persona: string
  evidence: Evidence[]
}
