import { commonFormsOf, isFormOf, type WordForms } from './word-forms.ts'

type Found = { index: number; length: number }
type Way = readonly WordForms[]

const isPlain = (way: Way) => way.length > 0 && way.every(({ root }) => /^[a-z0-9]+$/u.test(root))

/**
 * Words to find in texts. `ways` are the variants of a term; each is a sequence of words in any of their
 * forms. The pattern is for words and texts with rare letters. It is many times slower, and is built on its
 * first use.
 */
export class KeywordFinder {
  readonly ways: readonly Way[] | null
  readonly #build: () => RegExp
  #pattern: RegExp | undefined
  #common: KeywordFinder | undefined

  constructor(ways: readonly Way[], build: () => RegExp) {
    this.ways = ways.length > 0 && ways.every(isPlain) ? ways : null
    this.#build = build
  }

  /** Finds only the most common forms: "expenses" but not "expensive" for "expense". */
  get common(): KeywordFinder {
    if (this.ways === null) return this
    this.#common ??= new KeywordFinder(
      this.ways.map((way) => way.map(commonFormsOf)),
      () => this.pattern,
    )
    return this.#common
  }

  /** Matches the most common forms in any text, but not all words with the same stem. */
  get pattern(): RegExp {
    this.#pattern ??= this.#build()
    return this.#pattern
  }
}

/** Caches the last text in lower case, because several patterns are applied to each text. */
let last = { text: '', lower: '' }

function lowerOf(text: string): string {
  if (last.text !== text) last = { text, lower: text.toLowerCase() }
  return last.lower
}

/** Patterns accept this letter as an s, too, but `toLowerCase` does not change it. */
const longS = 'ſ'

/** The flags are those of `pattern`, so that both ways of searching find the same words. */
const isLetterOrDigit = /[\p{L}\p{N}]/iu
const isOther = /[^\p{L}\p{N}]/iu

const isPlainUnit = (unit: number) => (unit >= 97 && unit <= 122) || (unit >= 48 && unit <= 57)

/** The end of the run of ASCII letters and digits that starts here. */
function plainEnd(lower: string, from: number): number {
  let end = from
  while (end < lower.length && isPlainUnit(lower.charCodeAt(end))) end += 1
  return end
}

/** The start of the character before this offset. */
function characterBefore(lower: string, at: number): number {
  const unit = lower.charCodeAt(at - 1)
  const isPair = unit >= 0xdc00 && unit <= 0xdfff && at > 1 && (lower.charCodeAt(at - 2) & 0xfc00) === 0xd800
  return isPair ? at - 2 : at - 1
}

function isWordStart(lower: string, at: number): boolean {
  if (at === 0) return true
  const unit = lower.charCodeAt(at - 1)
  if (unit < 128) return !isPlainUnit(unit)
  return !isLetterOrDigit.test(lower.slice(characterBefore(lower, at), at))
}

const characterAt = (lower: string, at: number) => String.fromCodePoint(lower.codePointAt(at) ?? 0)

const isWordEnd = (lower: string, at: number) =>
  at >= lower.length ||
  (lower.charCodeAt(at) < 128
    ? !isPlainUnit(lower.charCodeAt(at))
    : !isLetterOrDigit.test(characterAt(lower, at)))

/** The end of the separators between two words, or the same offset if there are none. */
function gapEnd(lower: string, from: number): number {
  let at = from
  while (at < lower.length) {
    if (lower.charCodeAt(at) < 128) {
      if (isPlainUnit(lower.charCodeAt(at))) break
      at += 1
    } else {
      const character = characterAt(lower, at)
      if (!isOther.test(character)) break
      at += character.length
    }
  }
  return at
}

/** The end of a variant that starts here, or -1. */
function endOfWay(lower: string, from: number, way: Way): number {
  let at = from
  for (const [place, forms] of way.entries()) {
    if (place > 0) {
      const next = gapEnd(lower, at)
      if (next === at) return -1
      at = next
    }
    if (!lower.startsWith(forms.start, at)) return -1
    const end = plainEnd(lower, at + forms.start.length)
    if (!isFormOf(forms, lower.slice(at, end))) return -1
    at = end
  }
  return isWordEnd(lower, at) ? at : -1
}

/** The next match of a variant at or after an offset. */
function nextOf(lower: string, from: number, way: Way): Found | null {
  const { start } = way[0] as WordForms
  for (let at = lower.indexOf(start, from); at !== -1; at = lower.indexOf(start, at + 1)) {
    if (!isWordStart(lower, at)) continue
    const end = endOfWay(lower, at, way)
    if (end !== -1) return { index: at, length: end - at }
  }
  return null
}

/** All matches. Of several variants that match at one place, the first counts, as in a regular expression. */
function placesOf(lower: string, ways: readonly Way[], most: number): Found[] {
  const places: Found[] = []
  let nexts = ways.map((way) => nextOf(lower, 0, way))
  while (places.length < most) {
    const first = nexts.reduce(
      (best, next) => (next !== null && (best === null || next.index < best.index) ? next : best),
      null,
    )
    if (first === null) break
    places.push(first)
    const from = first.index + first.length
    nexts = nexts.map((next, at) =>
      next !== null && next.index < from ? nextOf(lower, from, ways[at] as Way) : next,
    )
  }
  return places
}

function placesOfPattern(pattern: RegExp, text: string, most: number): Found[] {
  const places: Found[] = []
  for (const { index, 0: words } of text.matchAll(pattern)) {
    if (places.length === most) break
    places.push({ index, length: words.length })
  }
  return places
}

/**
 * The variants to search for. Null if the pattern is needed, for example because lower case changes the
 * text's length.
 */
function plainWays({ ways }: KeywordFinder, text: string): readonly Way[] | null {
  if (ways === null) return null
  const lower = lowerOf(text)
  return lower.length === text.length && !lower.includes(longS) ? ways : null
}

/** Whether a text contains a match. */
export function isIn(finder: KeywordFinder, text: string): boolean {
  const ways = plainWays(finder, text)
  if (ways === null) return text.search(finder.pattern) !== -1
  const lower = lowerOf(text)
  return ways.some((way) => nextOf(lower, 0, way) !== null)
}

/** Reduces each finder to the most common forms if a text contains one of these forms. */
export const closestFinders = (
  finders: readonly KeywordFinder[],
  texts: readonly string[],
): readonly KeywordFinder[] =>
  finders.map((finder) => (texts.some((text) => isIn(finder.common, text)) ? finder.common : finder))

/** The positions of the first matches. */
export function matchesIn(finder: KeywordFinder, text: string, most: number): Found[] {
  const ways = plainWays(finder, text)
  return ways === null ? placesOfPattern(finder.pattern, text, most) : placesOf(lowerOf(text), ways, most)
}

/**
 * Calls back with the range of each word. A word is a run of letters and digits. `lower` has the same length
 * as the text.
 */
export function eachWord(lower: string, onWord: (from: number, end: number) => void): void {
  let at = 0
  while (at < lower.length) {
    const from = at
    while (at < lower.length) {
      const unit = lower.charCodeAt(at)
      if (unit < 128 ? !isPlainUnit(unit) : !isLetterOrDigit.test(characterAt(lower, at))) break
      at += unit < 128 ? 1 : characterAt(lower, at).length
    }
    if (at > from) onWord(from, at)
    else at = lower.charCodeAt(at) < 128 ? at + 1 : at + characterAt(lower, at).length
  }
}
