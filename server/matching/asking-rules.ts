/** What the author of a post asks for, as the post's signals show. */
export type Asking = {
  /** Whether the post shows the signal `question`, so that it is a one-off question. */
  isOneOff: boolean
  /** Whether the author sells, reports, advises or surveys. Such an author asks for nothing. */
  asksNothing: boolean
  /** Whether the post shows the signal `solution_request`. */
  asksForProduct: boolean
}

/** The factor in the rank for each kind of post (docs/experiments.md#ranking). */
export const askingFactors: Readonly<Record<keyof Asking, number>> = {
  /** 70% of one-off questions have potential, but 90% of other posts with equal scores. */
  isOneOff: 0.82,
  /** 30% of posts whose authors ask for nothing have potential. */
  asksNothing: 0.67,
  /** Of posts with equal scores, those that ask for a product have potential more often. */
  asksForProduct: 1.35,
}
