import type { Signal } from './signal.ts'

/** The parts of a post that the score is made from: nothing else about it counts. */
export type ScorablePost = { title: string; selftext: string; community: string }

/**
 * Words that moved the score. `start` and `end` are JavaScript string offsets into the named field as
 * given; `start` = `end` for the one entry that sums the words too weak to show one by one.
 */
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
