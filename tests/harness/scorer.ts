import { shippedScorer } from '#scoring/shipped-scorer.ts'

/** The product's scorer, shared by all tests of a process. */
export const { scorePost, version: scorerVersion } = shippedScorer()
