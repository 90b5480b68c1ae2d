import { buildPattern } from '#contract/build-pattern.ts'

/** Who answers customers, as exports call them, and what they write. */
const answerers =
  'developer|owner|agent|assignee|staff|support|vendor|company|business|merchant|seller|admin|operator|publisher|manager|moderator|official|internal|private|team|our'
const answers =
  'reply|replies|response|responses|answer|answers|comment|comments|note|notes|message|text|content|body'
const byOthers = buildPattern(`\\b(?:${answerers})\\b.*\\b(?:${answers})\\b`, 'u')
const otherWords =
  /\b(?:reply|replies|replied|resolution|resolved|internal|private|workaround|solution|macro|evidence|attribution|raw|developer ?comment|response ?body|work ?notes?|close ?notes?|closing|root cause|ai summary|disclaimer|instructions|issuetype|conversation parts)\b/u

/** What customers wrote, where a column is named so. */
const theirWords =
  /^(?:description|body|text|review|review text|message|comment|content|feedback|details|question|problem)$/u

/** `Developer Reply Text`, `developerReplyText` and `developer_reply_text` as the same words. */
export const wordsOf = (column: string) =>
  column
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()

const mostNameWords = 6
/** What is longer is a question, or a whole text where a file has no names. */
const mostNameCharacters = 200

/**
 * Whether a column holds the words of the side that answers, notes of its own or what is only derived. Questions of
 * surveys may hold any of these words: they are longer than names, or end in a question mark.
 */
export function isOtherSide(column: string, columns: readonly string[]): boolean {
  if (column.length > mostNameCharacters) return false
  const words = wordsOf(column)
  if (column.trim().endsWith('?') || words.split(' ').length > mostNameWords) return false
  if (otherWords.test(words) || byOthers.test(words)) return true
  // A response beside what a customer wrote is not theirs; alone it is the answer of a survey.
  return /^responses?(?: text)?$/u.test(words) && columns.some((other) => theirWords.test(wordsOf(other)))
}
