import { shippedScorer } from '#scoring/shipped-scorer.ts'

/** The scorer of the product, shared by all tests of a process. */
export const { scorePost, version: scorerVersion } = shippedScorer()
