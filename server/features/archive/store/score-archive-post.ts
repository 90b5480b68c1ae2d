import type { PostScore, ScorablePost } from '#scoring/score-post.ts'
import { findLanguage } from '#server/matching/find-language.ts'
import { storedScoreOf, unscored } from '#server/matching/result-summary-rules.ts'

type Texts = Pick<ScorablePost, 'title' | 'selftext'>

const known = new WeakMap<Texts, string | null>()

/**
 * Null for English and for unknown languages. Detected only once for each post, because its text does not
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
 * The score of a post as it is stored. For a post in another language this is only the language, because the
 * scorer reads only English.
 */
export function scoreArchivePost(scorePost: (post: ScorablePost) => PostScore, post: ScorablePost) {
  const language = languageOf(post)
  return { ...storedScoreOf(post, language === null ? scorePost(post) : unscored), language }
}
