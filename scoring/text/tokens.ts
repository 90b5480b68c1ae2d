/**
 * A text as parallel arrays. `word` is 0 if the vocabulary does not contain the word. Reused between posts.
 */
export type Tokens = ReturnType<typeof emptyTokens>

/** Flags of a token: it starts a sentence, is in a quoted line, or is in a question. */
export const opensSentence = 1
export const quoted = 2
export const asked = 4

/** The markers of token classes. Every vocabulary must contain them. */
export const markWords = ['^', '#', '$', '%', '?', '!', '[', '<url>', '<community>', '<item>'] as const

/** Abbreviations whose period does not end a sentence. */
export const shortenedWords = 'e g eg ie vs mr mrs ms dr approx incl ca fig'.split(' ')

/** Abbreviations that may end a sentence. If one does, a capital follows. */
export const endingShortenedWords = 'etc inc jr sr m'.split(' ')

/** Words before which a long sentence may be split. */
export const joiningWords = 'and but so because then or which while when if although though'.split(' ')

/** The words that the tokenizer itself needs. The vocabulary contains them even if no phrase does. */
export const readingWords: readonly string[] = [
  ...markWords,
  // Links start with these words. Without this list, the vocabulary might not contain them.
  'http',
  'https',
  'www',
  ...shortenedWords,
  ...endingShortenedWords,
  ...joiningWords,
]

/**
 * The arrays are small at first, so that the warm-up also runs the code that makes them grow: see `warmUp`.
 */
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

/**
 * Makes the arrays long enough for a text of `length` units: it has at most `length` tokens and the start
 * marker.
 */
export function reserveTokens(tokens: Tokens, length: number): void {
  if (tokens.word.length < length + 2) Object.assign(tokens, tokenArrays(length + 1024))
}

/** A longer array with the same numbers at its start. */
export function grown(old: Int32Array, length = old.length * 2): Int32Array<ArrayBuffer> {
  const next = new Int32Array(length)
  next.set(old)
  return next
}
