import type { PostScore, ScorablePost } from '#scoring/score-post.ts'
import { findLanguage } from '#server/matching/find-language.ts'
import { storedScoreOf, unscored } from '#server/matching/result-summary-rules.ts'

type Texts = Pick<ScorablePost, 'title' | 'selftext'>

/** Null for English, and if the language is unknown. */
export const languageOf = ({ title, selftext }: Texts) => findLanguage(`${title}\n${selftext}`)

/** The stored result of scoring; for a post in another language, which the scorer cannot read, only the language. */
export function scoreArchivePost(scorePost: (post: ScorablePost) => PostScore, post: ScorablePost) {
  const language = languageOf(post)
  return { ...storedScoreOf(post, language === null ? scorePost(post) : unscored), language }
}
