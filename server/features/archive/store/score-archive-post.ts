import type { PostScore, ScorablePost } from '#scoring/score-post.ts'
import { findLanguage } from '#server/matching/find-language.ts'
import { storedScoreOf, unscored } from '#server/matching/result-summary-rules.ts'

/** What is stored of a post's score; of one in another language, which the scorer cannot read, only that. */
export function scoreArchivePost(scorePost: (post: ScorablePost) => PostScore, post: ScorablePost) {
  const language = findLanguage(`${post.title}\n${post.selftext}`)
  return { ...storedScoreOf(post, language === null ? scorePost(post) : unscored), language }
}
