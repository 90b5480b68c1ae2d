import type { otherWording, Signal } from './signal.ts'

/** The parts of a post that the score is made from: nothing else about it counts. */
export type ScorablePost = { title: string; selftext: string; community: string }

/**
 * A sentence, or a clause of a long one, that shows a signal; `start` and `end` are JavaScript string offsets into the
 * named field as given. Where `start` = `end` no sentence is meant: a signal's entry sums what its other sentences gave,
 * that of `wording` what words said beside every signal.
 */
export type Evidence = {
  signal: Signal | typeof otherWording
  field: 'title' | 'selftext'
  start: number
  end: number
  /** Score points given, taken when negative, to one decimal; 0 for a sentence that only shows a listed signal. */
  points: number
  /** The few words that told it, each as its start and end in the field. */
  cues?: number[]
}

/**
 * `opportunityScore` is an integer from 0 to 100 and equals `base`, the same for every post, plus the points of all
 * evidence. `exactScore` is what was rounded, which tells equal scores apart. `signals` come strongest for first, those
 * against last.
 */
export type PostScore = {
  opportunityScore: number
  exactScore: number
  base: number
  signals: Signal[]
  persona: string
  evidence: Evidence[]
}
