import type { otherWording, Signal } from './signal.ts'

/** The parts of a post that determine its score. Other parts have no effect. */
export type ScorablePost = { title: string; selftext: string; community: string }

/**
 * A sentence (or a clause of a long one) that shows a signal, with its share of the signal's points. `start`
 * and `end` are UTF-16 offsets in the field. If `start` equals `end`, the entry sums up `sentences` of the
 * field that are not shown. These are other sentences of a signal or, for `wording`, sentences whose words
 * count without a clear signal.
 */
export type Evidence = {
  signal: Signal | typeof otherWording
  field: 'title' | 'selftext'
  start: number
  end: number
  /** The points, to one decimal; negative if they are subtracted. */
  points: number
  /** The words that are cues, each with its start and end in the field. */
  cues?: number[]
  /** Start, end and points of each sentence that is not shown, in the order of the text. */
  sentences?: number[]
}

/**
 * `opportunityScore` is an integer from 0 to 100: the sum of `base` (the integer score of an empty post) and
 * the points of all evidence. `exactScore`, the score before rounding, orders posts with equal scores.
 * `signals` lists the signals for a need, strongest first, then the signals against a need.
 */
export type PostScore = {
  opportunityScore: number
  exactScore: number
  base: number
  signals: Signal[]
  persona: string
  evidence: Evidence[]
}
