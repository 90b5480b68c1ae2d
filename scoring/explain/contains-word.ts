const word = /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu
const shortestStart = 2

/**
 * Tests whether a text contains one of some words, or a word that starts with one of `starts`; the items of
 * both lists are separated by spaces. The time is linear in the text, unlike with a pattern of so many
 * alternatives.
 */
export function containsWord(words: string, starts: string): (text: string) => boolean {
  const known = new Set(words.split(' '))
  const knownStarts = new Set(starts.split(' '))
  const longestStart = Math.max(...[...knownStarts].map(({ length }) => length))
  return (text) => {
    for (const [found] of text.toLowerCase().matchAll(word)) {
      if (known.has(found)) return true
      const most = Math.min(found.length, longestStart)
      for (let length = shortestStart; length <= most; length++)
        if (knownStarts.has(found.slice(0, length))) return true
    }
    return false
  }
}
