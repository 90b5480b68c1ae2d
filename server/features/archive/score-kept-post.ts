import type { PostScore, ScorablePost } from '#scoring/score-post.ts'
import { findLanguage } from '#server/find-language.ts'
import { type KeptScore, keptScoreOf, unscored } from './post-card-rules.ts'

/** What is kept of a post's score; of one in another language, which the scorer cannot read, only that. */
export function scoreKeptPost(scorePost: (post: ScorablePost) => PostScore, post: ScorablePost): KeptScore {
  const language = findLanguage(`${post.title}\n${post.selftext}`)
  return { ...keptScoreOf(post, language === null ? scorePost(post) : unscored), language }
}
