/** A text as parallel arrays. `word` is 0 for a word outside the vocabulary. Reused between posts. */
export type Tokens = ReturnType<typeof emptyTokens>

/** Token flags: it starts a sentence, is in a quoted line, or in a question. */
export const opensSentence = 1
export const quoted = 2
export const asked = 4

/** Markers of token classes; every vocabulary has to contain them. */
export const markWords = ['^', '#', '$', '%', '?', '!', '[', '<url>', '<community>', '<item>'] as const

/** Abbreviations: the period after them does not end a sentence. */
export const shortenedWords = 'e g eg ie vs mr mrs ms dr approx incl ca fig'.split(' ')

/** Abbreviations that may also end a sentence: then a capital follows. */
export const endingShortenedWords = 'etc inc jr sr m'.split(' ')

/** Words before which a long sentence may be split. */
export const joiningWords = 'and but so because then or which while when if although though'.split(' ')

/** All words that the tokenizer needs, even if no phrase contains them. */
export const readingWords: readonly string[] = [
  ...markWords,
  // They start links; otherwise they would be unknown words.
  'http',
  'https',
  'www',
  ...shortenedWords,
  ...endingShortenedWords,
  ...joiningWords,
]

/** Small at first, so that the warm-up also makes it grow: see `warmUp`. */
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

/** Allocates for a text of `length` units: it never has more tokens than that, plus the start marker. */
export function reserveTokens(tokens: Tokens, length: number): void {
  if (tokens.word.length < length + 2) Object.assign(tokens, tokenArrays(length + 1024))
}

/** The same numbers in a longer array. */
export function grown(old: Int32Array, length = old.length * 2): Int32Array<ArrayBuffer> {
  const next = new Int32Array(length)
  next.set(old)
  return next
}
