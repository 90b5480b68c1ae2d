const word = /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu
const shortestStart = 2

/**
 * Tests whether a text contains one of some words, or a word that starts with one of `starts`; the items of
 * both lists are separated by spaces, and starts have at least two letters. The time is linear in the text,
 * unlike with a pattern of so many alternatives.
 */
export function containsWord(words: string, starts: string): (text: string) => boolean {
  const known = new Set(words.split(' '))
  const knownStarts = new Map<string, string[]>()
  for (const start of starts.split(' ')) {
    const opening = start.slice(0, shortestStart)
    knownStarts.set(opening, [...(knownStarts.get(opening) ?? []), start])
  }
  return (text) => {
    for (const found of text.toLowerCase().match(word) ?? []) {
      if (known.has(found)) return true
      const likely = knownStarts.get(found.slice(0, shortestStart))
      if (likely?.some((start) => found.startsWith(start))) return true
    }
    return false
  }
}
