import { buildPattern } from './build-pattern.ts'
import { eachWord, KeywordFinder } from './is-in.ts'
import { findSignWords, signWordsOf } from './sign-words.ts'
import { formsOf, isFormOf, patternOfForms, type WordForms } from './word-forms.ts'

/** One term of a keyword: an exact phrase or a single word. */
export type KeywordTerm = {
  words: string
  phrase: boolean
  excluded: boolean
  /**
   * Other spellings, each as one word: `email` and `e-mail` for "e mail". A quoted phrase has no other
   * spellings.
   */
  spellings?: readonly string[]
  /** Words that differ from others only by punctuation (`signWordsOf`). Absent if there are none. */
  signs?: readonly string[]
  /** The words with a hyphen before each number, as in `covid-19`. */
  numbered?: string
}

const between = (signs: string) => buildPattern(`(?<=[\\p{L}\\p{N}])[${signs}](?=[\\p{L}\\p{N}])`, 'gu')
const hyphens = between('-‐‑')
const dots = between('.')
const beforeNumber = /(?<=[\p{L}\p{N}])[-‐‑](?=\d+(?:$|[-‐‑]))/gu

/** Words that are written with and without a hyphen. Words with `e-` and `non-` are not listed here. */
const hyphenated: Readonly<Record<string, string>> = {
  todo: 'to-do',
  signup: 'sign-up',
  followup: 'follow-up',
  checkin: 'check-in',
  startup: 'start-up',
  backup: 'back-up',
  freelance: 'free-lance',
  coworking: 'co-working',
  multiuser: 'multi-user',
  preorder: 'pre-order',
}

/**
 * The spellings with a hyphen, such as `e-mail` for `email`. A wrong spelling does no harm, because no post
 * contains it.
 */
function otherSpellings(word: string): string[] {
  const lower = word.toLowerCase()
  const known = Object.hasOwn(hyphenated, lower) ? hyphenated[lower] : undefined
  if (known !== undefined) return [known]
  const parts = /^(e|non)(\p{L}{4,})$/u.exec(lower)
  return parts === null ? [] : [`${parts[1]}-${parts[2]}`]
}

/**
 * `time-tracking` matches `timetracking`, and `time` directly before `tracking`. `node.js` matches only
 * `node` directly before `js`.
 */
function readBareWord(text: string, excluded: boolean): KeywordTerm {
  const words = text.replaceAll('"', '').replace(hyphens, ' ').replace(dots, ' ')
  const phrase = words.includes(' ')
  const joined = text.toLowerCase().replace(hyphens, '')
  const isHyphenated = phrase && joined !== text.toLowerCase()
  const asTyped = phrase ? [text.toLowerCase()] : otherSpellings(words)
  const spellings = isHyphenated ? [joined, ...asTyped] : asTyped
  const numbered = text.replace(beforeNumber, ' -').replace(hyphens, ' ')
  return {
    words,
    phrase,
    excluded,
    ...(spellings.length > 0 ? { spellings } : {}),
    ...(/ -\d/u.test(numbered) ? { numbered } : {}),
  }
}

const withSigns = (words: string) => {
  const signs = signWordsOf(words)
  return signs.length === 0 ? {} : { signs }
}

/** Separators that people write between words without spaces. Characters of sign words are not among them. */
const separators = /[/\\|,;"]+/gu

/** Reads a sign word and everything attached to it as one term. Null if the text has no sign word. */
function readSigned(text: string, excluded: boolean): KeywordTerm | null {
  const found = findSignWords(text)
  const [first] = found
  if (first === undefined) return null
  const alone =
    found.length === 1 && !/[\p{L}\p{N}]/u.test(text.slice(0, first.start) + text.slice(first.end))
  if (alone)
    return { words: text.slice(first.start, first.end), phrase: false, excluded, signs: [first.word] }
  // If all sign words are single letters, the text consists of ordinary words.
  if (found.every(({ word }) => /^\p{L}$/u.test(word))) return null
  return { words: text.replace(separators, ' ').trim(), phrase: true, excluded, signs: signWordsOf(text) }
}

export const readQuotedTerm = (quoted: string, excluded: boolean): KeywordTerm => ({
  words: quoted.trim(),
  phrase: true,
  excluded,
  ...withSigns(quoted),
})

/** The terms in a part of a keyword that is not in quotes. `-word`, `restaurant/market`, `$50/month`. */
export function readBareTerms(bare: string): KeywordTerm[] {
  const excluded = bare.startsWith('-') && bare.length > 1
  const text = excluded ? bare.slice(1) : bare
  const signed = readSigned(text, excluded)
  if (signed !== null) return [signed]
  // `50/month` is an amount, no matter what comes before it. `restaurant/market` is two words.
  if (/^\d[\d.,]{0,12}\/\p{L}+$/u.test(text))
    return [{ words: text.replace('/', ' '), phrase: true, excluded }]
  return text.split(/[/\\|,;]+/u).map((word) => readBareWord(word, excluded))
}

/** Words are grouped by this many first letters, so that a text's words are compared with few of them. */
const startLength = 3

/**
 * Builds a function that finds which of these lower-case words a text contains in one of their forms. The
 * order of the words is kept.
 */
export function wordFinder(words: readonly string[]): (text: string) => string[] {
  const byStart = Map.groupBy(words.keys(), (at) => (words[at] ?? '').slice(0, startLength))
  const forms: WordForms[] = []
  const isForm = (at: number, word: string) => {
    forms[at] ??= formsOf(words[at] ?? '')
    return isFormOf(forms[at], word)
  }
  return (text) => {
    const found = new Map<number, string>()
    const lower = text.toLowerCase()
    // Some rare letters change the text's length in lower case. Offsets then refer only to the lower-case
    // text.
    const shown = lower.length === text.length ? text : lower
    eachWord(lower, (from, end) => {
      for (const at of byStart.get(lower.slice(from, Math.min(end, from + startLength))) ?? [])
        if (!found.has(at) && isForm(at, lower.slice(from, end))) found.set(at, shown.slice(from, end))
    })
    return [...found].sort(([one], [other]) => one - other).map(([, written]) => written)
  }
}

const plainWords = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

const plainPatterns = (text: string) => plainWords(text).map((word) => patternOfForms(formsOf(word)))

/** A pattern for a sign word: `&` and `_` may be escaped, and thousands may have commas. */
const signPattern = (word: string) =>
  word
    .replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')
    .replaceAll('&', '&(?:amp;)?')
    .replaceAll('_', '\\\\?_')
    .replace(/\d(?=(?:\d{3})+(?!\d))/gu, '$&,?')

/** Matches the words of a term in any of their most common forms. Sign words have only one form. */
function wayPattern(way: string, signs: readonly string[]): string {
  const asWritten = signs.length === 0 ? [] : findSignWords(way)
  const pieces = asWritten.flatMap(({ word, start }, at) => [
    ...plainPatterns(way.slice(asWritten[at - 1]?.end ?? 0, start)),
    signPattern(word),
  ])
  return [...pieces, ...plainPatterns(way.slice(asWritten.at(-1)?.end ?? 0))].join('[^\\p{L}\\p{N}]+')
}

const aroundLetter = { before: "(?<![\\p{L}\\p{N}+#&'’@_])", behind: "(?![\\p{L}\\p{N}+#&'’@_])" }

/** Matches the words of a term in order, in any of their most common forms and spellings. */
function patternOf({ words, spellings = [], signs = [], phrase }: KeywordTerm): string {
  const ways = [...new Set([words, ...spellings].map((way) => wayPattern(way, signs)))].join('|')
  if (!phrase && /^\p{L}$/u.test(signs[0] ?? ''))
    return `${aroundLetter.before}(?:${ways})${aroundLetter.behind}`
  // Punctuation after a sign word does not continue the word.
  const end = signs.length === 0 ? '(?![\\p{L}\\p{N}])' : '(?![\\p{L}\\p{N}+#])'
  return `(?<![\\p{L}\\p{N}])(?:${ways})${end}`
}

/** Function words. */
export const joiningWords: ReadonlySet<string> = new Set(
  'a an and as at by for from in my of on or our the to with your'.split(' '),
)

/**
 * The terms to highlight: all that are not excluded. Function words are left out if there are other words.
 */
export function shownTerms(terms: readonly KeywordTerm[]): KeywordTerm[] {
  const wanted = terms.filter(({ excluded }) => !excluded)
  const telling = wanted.filter(({ words }) => !joiningWords.has(words.toLowerCase()))
  return telling.length === 0 ? wanted : telling
}

/** Finders for the words of a keyword in any of their forms: one for each of `shownTerms`. */
export function keywordFinders(terms: readonly KeywordTerm[]): KeywordFinder[] {
  return shownTerms(terms).map(
    (term) => new KeywordFinder(waysOf(term), () => buildPattern(patternOf(term), 'giu')),
  )
}

/** The words of each spelling. Empty for a term with sign words. */
const waysOf = ({ words, spellings = [], signs = [] }: KeywordTerm) =>
  signs.length > 0 ? [] : [words, ...spellings].map((way) => plainWords(way).map(formsOf))

type WrittenTerm = Pick<KeywordTerm, 'words' | 'phrase' | 'spellings'>

export const isInQuotes = ({ phrase, spellings }: WrittenTerm) => phrase && spellings === undefined

/** The words of a quoted phrase except sign words. Each word is split into parts as in the database. */
export function quotedWords(term: WrittenTerm): { word: string; parts: string[] }[] {
  if (!isInQuotes(term)) return []
  return term.words.split(' ').flatMap((word) => {
    const parts = word.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
    return parts.length === 0 || findSignWords(word).length > 0 ? [] : [{ word, parts }]
  })
}
