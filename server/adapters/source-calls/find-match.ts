import type { KeywordMatch } from '#contract/search.ts'
import type { KeywordTerm, Post } from '#server/ports.ts'

/** Forms of one word share a stem; crude, but it only says where a post was matched. */
function stemOf(word: string): string {
  const stem = word.replace(/(?:ings?|ed|ers?|e?s|e|y)$/u, '')
  return stem.length >= 3 ? stem : word
}

function stemsOf(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words.map(stemOf)
}

/** Whether all the stems follow each other somewhere; one stem follows itself. */
function holds(text: readonly string[], wanted: readonly string[]): boolean {
  if (wanted.length === 0) return true
  return text.some(
    (stem, at) => stem === wanted[0] && wanted.every((other, index) => text[at + index] === other),
  )
}

/**
 * Where a live source's post has the words that were asked for: all in the title, all in the post, or only
 * some of them. Null when it has a word that was excluded.
 */
export function findMatch(
  { title, selftext }: Pick<Post, 'title' | 'selftext'>,
  terms: readonly KeywordTerm[],
): KeywordMatch | null {
  const inTitle = stemsOf(title)
  // A word between them, so that no phrase begins in the title and ends in the text.
  const inPost = [...inTitle, '', ...stemsOf(selftext)]
  const stems = terms.map((term) => ({ ...term, stems: stemsOf(term.words) }))
  if (stems.some((term) => term.excluded && term.stems.length > 0 && holds(inPost, term.stems))) return null
  const wanted = stems.filter((term) => !term.excluded)
  if (wanted.every((term) => holds(inTitle, term.stems))) return 'title'
  return wanted.every((term) => holds(inPost, term.stems)) ? 'post' : 'related'
}
