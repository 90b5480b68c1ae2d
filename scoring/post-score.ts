import type { otherWording, Signal } from './signal.ts'

/** The parts of a post that determine the score. No other part has an effect. */
export type ScorablePost = { title: string; selftext: string; community: string }

/**
 * A sentence (or a clause of a long one) that shows a signal, with its share of the signal's points. `start`
 * and `end` are UTF-16 offsets in the field. If `start` equals `end`, the entry sums up those `sentences` of
 * the field that are not shown: other sentences of a signal or, for `wording`, sentences whose words count
 * without a clear signal.
 */
export type Evidence = {
  signal: Signal | typeof otherWording
  field: 'title' | 'selftext'
  start: number
  end: number
  /** The points, to one decimal. They are negative if they are subtracted. */
  points: number
  /** The words that are cues, each with its start and end in the field. */
  cues?: number[]
  /** Start, end and points of each sentence that is not shown, in the order of the text. */
  sentences?: number[]
}

/**
 * `opportunityScore` is an integer from 0 to 100. It is the sum of `base`, the integer score of an empty
 * post, and the points of all evidence. `exactScore` is not rounded, and orders posts with equal scores.
 * `signals` lists first those for a need, strongest first, then those against a need.
 */
export type PostScore = {
  opportunityScore: number
  exactScore: number
  base: number
  signals: Signal[]
  persona: string
  evidence: Evidence[]
}
