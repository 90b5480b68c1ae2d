import { joiningWords, type KeywordTerm } from '#contract/keyword-terms.ts'

/** What a founder means by a word, and the words of posts about it. */
type Sense = { keyword: string; meaning: string; words: readonly string[] }

/** A sense, and the terms that have it. */
type FoundSense = Sense & { terms: readonly KeywordTerm[] }

/**
 * The senses of a keyword's words: of the longest runs of them that have one, from the first on. None where a word has
 * none, as what is asked for is then not understood; a word that only asks for software may have none.
 */
export type Thesaurus = (terms: readonly KeywordTerm[]) => FoundSense[]

const mostWords = 3
/** Words that ask for a product and do not say for what: `dental software` is about dentists. */
const software = new Set(
  'alternative app application automation builder editing editor generator maker management manager organizer planner planning platform program recording scanner software solution system tool tracker tracking'.split(
    ' ',
  ),
)

/** Singular and plural have one sense; `grading` and `grade` have not. */
function singular(word: string): string {
  if (/[^aeious]ies$/.test(word)) return word.replace(/ies$/, 'y')
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return /[^sui]s$/.test(word) ? word.slice(0, -1) : word
}

/** `e-commerce`, `e commerce` and `ecommerce` are one, and so are `point of sale` and `point sale`. */
const keyOf = (words: string) =>
  words
    .toLowerCase()
    .split(/[\s/]+/u)
    .filter((word) => !joiningWords.has(word))
    .flatMap((word) => word.split(/[-‐‑]/u))
    .map(singular)
    .join('')

/** The same for those who do something and what they do: `pet sitter` and `pet sitting`. Null of a single word. */
const doingOf = (words: string) =>
  /\S\s+\S/u.test(words) ? `${keyOf(words).replace(/(?:er|ing)$/u, '')} ` : null

/** `text`: a line a sense, of keyword, meaning and words, with tabs between. What is no such line, or says a keyword again, is an error. */
export function readThesaurus(text: string): Thesaurus {
  const lines = text.split('\n').filter((line) => line !== '')
  const senses = new Map<string, Sense>()
  for (const [at, line] of lines.entries()) {
    const [keyword, meaning, words, ...more] = line.split('\t')
    if (keyword === undefined || meaning === undefined || words === undefined || more.length > 0)
      throw new Error(`Line ${at + 1} of the thesaurus is not a keyword, a meaning and words`)
    const before = senses.get(keyOf(keyword))?.keyword
    if (before !== undefined)
      throw new Error(`Line ${at + 1} of the thesaurus: "${keyword}" is the same keyword as "${before}"`)
    const sense = { keyword, meaning, words: words.split(' ') }
    senses.set(keyOf(keyword), sense)
    const doing = doingOf(keyword)
    if (doing !== null && !senses.has(doing)) senses.set(doing, sense)
  }
  return (terms) => findSenses(senses, terms)
}

function findSenses(senses: ReadonlyMap<string, Sense>, terms: readonly KeywordTerm[]): FoundSense[] {
  const wanted = terms.filter(({ words, excluded }) => !excluded && !joiningWords.has(words.toLowerCase()))
  const whole = sensesOfRuns(senses, wanted)
  if (whole.length > 0) return whole
  const subject = wanted.filter(({ words }) => !software.has(singular(words.toLowerCase())))
  return sensesOfRuns(senses, subject)
}

function sensesOfRuns(senses: ReadonlyMap<string, Sense>, terms: readonly KeywordTerm[]): FoundSense[] {
  const found: FoundSense[] = []
  for (let at = 0; at < terms.length; ) {
    const run = longestRun(senses, terms.slice(at, at + mostWords))
    if (run === null) return []
    found.push(run)
    at += run.terms.length
  }
  return found
}

/** What stands in quotes is asked for as it is written, in whatever sense. Other phrases are words with a hyphen. */
const isMeant = ({ phrase, spellings }: KeywordTerm) => !phrase || spellings !== undefined

function longestRun(senses: ReadonlyMap<string, Sense>, terms: readonly KeywordTerm[]): FoundSense | null {
  for (let length = terms.length; length > 0; length -= 1) {
    const run = terms.slice(0, length)
    const words = run.map((term) => term.words).join(' ')
    const sense = run.every(isMeant)
      ? (senses.get(keyOf(words)) ?? senses.get(doingOf(words) ?? ''))
      : undefined
    if (sense !== undefined) return { ...sense, terms: run }
  }
  return null
}
