import type { PostRank } from '#server/source-ports.ts'
import type { RankedKeyword } from './keyword-rules.ts'
import { type RankingFeatures, rankerFor, type TextFeatures } from './relevance-rules.ts'

/** Assumptions about a text that is not a post: it has no community, and always counts as a request. */
const unknown: Omit<RankingFeatures, keyof TextFeatures> = {
  business: 0,
  isOneOff: false,
  asksNothing: false,
  asksForProduct: true,
  community: 0,
  senseShare: 0,
}

/** Ranks texts that are not posts of the archive, such as rows of a user's file. */
export function textRanker(keyword: RankedKeyword): (text: TextFeatures) => PostRank {
  const rank = rankerFor(keyword, [])
  return (text) => rank({ ...text, ...unknown })
}
