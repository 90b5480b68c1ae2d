import type { otherWording, Signal } from './signal.ts'

/** The parts of a post that determine the score: nothing else counts. */
export type ScorablePost = { title: string; selftext: string; community: string }

/**
 * A sentence (or a clause of a long one) that shows a signal, with its share of the signal's points; `start` and
 * `end` are UTF-16 offsets into the named field. If `start` = `end` it sums up the `sentences` of that field that
 * are not shown: other sentences of a signal, or of `wording` those whose words count without a clear signal.
 */
export type Evidence = {
  signal: Signal | typeof otherWording
  field: 'title' | 'selftext'
  start: number
  end: number
  /** Points, negative if subtracted, to one decimal. */
  points: number
  /** The cue words, each as start and end in the field. */
  cues?: number[]
  /** Start, end and points of each sentence that is not shown, in text order. */
  sentences?: number[]
}

/**
 * `opportunityScore` is an integer from 0 to 100 and equals `base`, the integer score of an empty post, plus the
 * points of all evidence. `exactScore` is unrounded and breaks ties. `signals` lists those for a need first,
 * strongest first, then those against.
 */
export type PostScore = {
  opportunityScore: number
  exactScore: number
  base: number
  signals: Signal[]
  persona: string
  evidence: Evidence[]
}
