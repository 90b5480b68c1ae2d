import { buildPattern } from './build-pattern.ts'

/**
 * A word whose punctuation matters: `c++`, `.net`, `at&t`, `$50`, `100%`, `#1`, `@name`, `24/7`,
 * `created_at`.
 */
export type SignWord = {
  /** The word in lower case and normalised: `$1,000` is `$1000`. */
  word: string
  /** The range of the word in the text, in UTF-16 units. */
  start: number
  end: number
}

const core = '[\\p{L}\\p{N}]'
const amount = '\\d{1,12}(?:[.,]\\d{1,6}){0,3}'
/** Every part has a maximum length, so that matching takes linear time. */
const signed = buildPattern(
  [
    // $50, €9.99, $50k
    `[$€£¥₹]${amount}[kmb]?(?!${core})`,
    // 100%, 20€
    `(?<!${core}|[.,$€£¥₹])${amount}[%€£¥₹$](?!${core})`,
    // AT&T, R&D
    `(?<!${core}|[=&?;])${core}{1,12}(?:&(?:amp;)?${core}{1,12}){1,3}(?!${core}|[=&;])`,
    // 24/7, A/B
    `(?<!${core}|[/])${core}{1,2}(?:/${core}{1,2}){1,3}(?!${core}|[/+#&%])`,
    // created_at, also as Markdown escapes it
    `(?<!${core}|[_/@])${core}{1,20}(?:\\\\?_${core}{1,20}){1,5}(?!${core}|[_/@])`,
    // C++, C#, 18+
    `(?<!${core})${core}{1,20}(?:\\+{1,2}|#)(?!${core}|[+#])`,
    // .NET
    `(?<!${core}|[.…)@/])\\.${core}{2,20}(?!${core}|@)`,
    // #1
    `(?<!${core}|[&#])#\\d{1,9}(?!${core}|;)`,
    // @name
    `(?<!${core}|[.@/])@${core}(?:${core}|[_-]){0,30}`,
  ].join('|'),
  'iuy',
)

const sign = /[+#&$€£¥₹%@/_]|\.(?=[\p{L}\p{N}])/gu
const isCore = /[\p{L}\p{N}]/u
const longestLead = 24

/**
 * The start of the word at this offset. An amount may contain periods, and a name with `_` may contain
 * escapes.
 */
function leadOf(text: string, at: number, from: number): number {
  const isInWord = (place: number) =>
    isCore.test(text.charAt(place)) || /^(?:[.,]\d|\\_)/u.test(text.slice(place, place + 2))
  let start = at
  while (start > from && at - start < longestLead && isInWord(start - 1)) start -= 1
  return start
}

/** The sign word that contains the sign at this offset. The word may start before the sign or with it. */
function readAround(text: string, at: number, from: number): SignWord | null {
  const lead = leadOf(text, at, from)
  for (const start of lead === at ? [at] : [lead, at]) {
    signed.lastIndex = start
    const written = signed.exec(text)?.[0]
    if (written !== undefined && start + written.length > at) {
      const word = written
        .toLowerCase()
        .replace('&amp;', '&')
        .replaceAll('\\_', '_')
        .replace(/,(?=\d{3})/gu, '')
      return { word, start, end: start + written.length }
    }
  }
  return null
}

/**
 * A single letter other than `a` and `i` that is not part of an abbreviation or of a word with a hyphen.
 * `c++` and `c#` are not single letters.
 */
const letter = /(?<![\p{L}\p{N}+#&;'’.@_])[b-hj-z](?![\p{L}\p{N}+#&'’@_]|\.[\p{L}\p{N}])/giu
const beforeName = (text: string, at: number) =>
  /^[ru]$/iu.test(text.charAt(at)) && text.charAt(at + 1) === '/'

/** The words that a plain index of words would not contain, in order: sign words and single letters. */
export function findSignWords(text: string): SignWord[] {
  const found: SignWord[] = []
  let from = 0
  // Long texts have many of these characters, so no match is made of each. A pattern is used by one call at a time.
  sign.lastIndex = 0
  while (sign.test(text)) {
    const index = sign.lastIndex - 1
    if (index < from) continue
    const word = readAround(text, index, from)
    if (word === null) continue
    found.push(word)
    from = word.end
  }
  const letters: SignWord[] = []
  let next = 0
  letter.lastIndex = 0
  while (letter.test(text)) {
    const index = letter.lastIndex - 1
    while ((found[next]?.end ?? text.length) <= index) next += 1
    if ((found[next]?.start ?? text.length) > index && !beforeName(text, index))
      letters.push({ word: text.charAt(index).toLowerCase(), start: index, end: index + 1 })
  }
  return letters.length === 0 ? found : [...found, ...letters].sort((a, b) => a.start - b.start)
}

export const signWordsOf = (text: string) => [...new Set(findSignWords(text).map(({ word }) => word))]
