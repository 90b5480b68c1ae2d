import type { otherWording, Signal } from './signal.ts'

/** The parts of a post that the score is made from: nothing else about it counts. */
export type ScorablePost = { title: string; selftext: string; community: string }

/**
 * A sentence, or a clause of a long one, that shows a signal, with its share of the signal's points; `start` and `end` are
 * JavaScript string offsets into the named field as given. Where `start` = `end` it stands for `sentences` of that field
 * that are not shown: others of a signal, or of `wording` those whose words speak for or against a need without showing a
 * signal clearly.
 */
export type Evidence = {
  signal: Signal | typeof otherWording
  field: 'title' | 'selftext'
  start: number
  end: number
  /** Score points given, taken when negative, to one decimal. */
  points: number
  /** The few words that told it, each as its start and end in the field. */
  cues?: number[]
  /** Of each sentence that is not shown its start, its end and its points, in the order of the field. */
  sentences?: number[]
}

/**
 * `opportunityScore` is an integer from 0 to 100 and equals `base`, the integer of a post that says nothing, plus the points
 * of all evidence. `exactScore` is what was rounded, which tells equal scores apart. `signals` come strongest for first, those
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
