import type { PostScore, ScorablePost } from '#scoring/score-post.ts'
import { findLanguage } from '#server/matching/find-language.ts'
import { storedScoreOf, unscored } from '#server/matching/result-summary-rules.ts'

type Texts = Pick<ScorablePost, 'title' | 'selftext'>

const known = new WeakMap<Texts, string | null>()

/**
 * Null for English, and if the language is unknown. Detected once for each post, because its text does not
 * change.
 */
export function languageOf(post: Readonly<Texts>): string | null {
  const found = known.get(post)
  if (found !== undefined) return found
  const language = findLanguage(`${post.title}\n${post.selftext}`)
  known.set(post, language)
  return language
}

/**
 * The stored result of scoring. A post in another language has only its language, because the scorer cannot
 * read it.
 */
export function scoreArchivePost(scorePost: (post: ScorablePost) => PostScore, post: ScorablePost) {
  const language = languageOf(post)
  return { ...storedScoreOf(post, language === null ? scorePost(post) : unscored), language }
}
