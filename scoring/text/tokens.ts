/** One text as parallel arrays. `word` is 0 for a word outside the vocabulary. Reused between posts. */
export type Tokens = ReturnType<typeof emptyTokens>

/** Flags of a token: it opens a sentence, stands in a quoted line, or in a sentence that asks. */
export const opensSentence = 1
export const quoted = 2
export const asked = 4

/** Marks that stand for whole classes of text; every vocabulary has to hold them. */
export const markWords = ['^', '#', '$', '%', '?', '!', '[', '<url>', '<community>', '<item>'] as const

/** Words that shorten others: the stop behind them ends no sentence. */
export const shortenedWords = 'e g eg ie vs mr mrs ms dr approx incl ca fig'.split(' ')

/** Those that may end one as well: then a capital follows. */
export const endingShortenedWords = 'etc inc jr sr m'.split(' ')

/** Words before which a sentence that is too long to be read at once may be divided. */
export const joiningWords = 'and but so because then or which while when if although though'.split(' ')

/** All words that reading a text needs, though no phrase may have them. */
export const readingWords: readonly string[] = [
  ...markWords,
  // They open links, which would else be unknown words.
  'http',
  'https',
  'www',
  ...shortenedWords,
  ...endingShortenedWords,
  ...joiningWords,
]

/** Small at first, so that the warm-up already makes it grow: see `warmUp`. */
export function emptyTokens() {
  return { count: 0, ...tokenArrays(256) }
}

function tokenArrays(capacity: number) {
  return {
    word: new Int32Array(capacity),
    start: new Int32Array(capacity),
    end: new Int32Array(capacity),
    flags: new Uint8Array(capacity),
  }
}

/** Makes room for a text of `length` units: it never has more tokens than that, and the opening mark. */
export function reserveTokens(tokens: Tokens, length: number): void {
  if (tokens.word.length < length + 2) Object.assign(tokens, tokenArrays(length + 1024))
}

/** The same numbers in a longer array. */
export function grown(old: Int32Array, length = old.length * 2): Int32Array<ArrayBuffer> {
  const next = new Int32Array(length)
  next.set(old)
  return next
}
