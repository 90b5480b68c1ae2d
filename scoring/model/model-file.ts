import type { Signal } from '../signal.ts'

/** What is learned of one signal; in log odds, but for `worth` and `listedFrom`. */
export type DetectorNumbers = {
  /** What every sentence starts from, and what a title or a question adds. */
  base: number
  inTitle: number
  asks: number
  /** What the numbers of the phrases are counted in. */
  step: number
  contextStep: number
  /** By rule, what it says in each place. */
  rules: Record<string, number[]>
  /** From these log odds on a sentence may be shown as a reason; below, it counts in "other sentences". */
  reasonFrom: number
  /** From this sum over sentences on the signal is listed; where `listing` has it, times what the whole post's words say. */
  listedFrom: number
  /** What the signal adds to the sum behind the score when it is sure: of the sign of its direction. */
  worth: number
}

/**
 * A learned model. The weights of the phrases are bytes in base 64, a row of as many signed bytes a phrase as there are
 * signals: first what a phrase says in its own sentence, then, for single words of a title, what it says in every sentence.
 */
export type ModelFile = {
  /** What it was learned from and when, for people. */
  about: string
  signals: Record<Signal, DetectorNumbers>
  phrases: string[]
  local: string
  context: string
  other: { step: number; base: number; most: number; weights: string }
  /** What phrases of a whole post say of the signals it is judged for: half a byte each, in the order of `steps`. */
  listing: { steps: Partial<Record<Signal, number>>; weights: string }
  /** The score is 100 times a logistic function of the sum, `steepness` times what it is above `middle`. */
  scale: { middle: number; steepness: number }
}
