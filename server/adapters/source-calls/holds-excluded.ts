import type { KeywordTerm } from '#contract/keyword-terms.ts'
import type { Post } from '#server/ports.ts'

/** Forms of one word share a stem; crude, but better than to show what was not wanted. */
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

function holds(text: readonly string[], wanted: readonly string[]): boolean {
  if (wanted.length === 0) return true
  return text.some(
    (stem, at) => stem === wanted[0] && wanted.every((other, index) => text[at + index] === other),
  )
}

export function holdsExcluded(
  { title, selftext }: Pick<Post, 'title' | 'selftext'>,
  terms: readonly KeywordTerm[],
): boolean {
  const excluded = terms.filter((term) => term.excluded).map(({ words }) => stemsOf(words))
  if (excluded.length === 0) return false
  // A word between them, so that no phrase begins in the title and ends in the text.
  const inPost = [...stemsOf(title), '', ...stemsOf(selftext)]
  return excluded.some((stems) => stems.length > 0 && holds(inPost, stems))
}
