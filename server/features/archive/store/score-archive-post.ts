import type { PostScore, ScorablePost } from '#scoring/score-post.ts'
import { findLanguage } from '#server/matching/find-language.ts'
import { storedScoreOf, unscored } from '#server/matching/result-summary-rules.ts'

/** The stored result of scoring; for a post in another language, which the scorer cannot read, only the language. */
export function scoreArchivePost(scorePost: (post: ScorablePost) => PostScore, post: ScorablePost) {
  const language = findLanguage(`${post.title}\n${post.selftext}`)
  return { ...storedScoreOf(post, language === null ? scorePost(post) : unscored), language }
}
