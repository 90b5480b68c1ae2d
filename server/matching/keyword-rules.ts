import { isInQuotes, joiningWords, type KeywordTerm } from '#contract/keyword-terms.ts'
import { commonWords, type ReadTerm, rarityOf, readSpelling, wantedTerms } from './archive-query-rules.ts'

/** How the database reads a keyword's pieces; see `readTerms`. */
export type PreparedTerms = {
  /** Each piece as a tsquery of stems that follow each other, '' where only stop words are left. */
  stems: readonly string[]
  /** The stem of each word form. */
  forms: readonly (string | null)[]
  /** The lexeme of each of `spellingsOf`; null of a stop word. */
  spellings: readonly (string | null)[]
  /** How many posts hold a lexeme, for those that enough posts hold. */
  wordPosts: Readonly<Record<string, number>>
  /** How many posts were counted; 0 while words have not been counted yet. */
  countedPosts: number
  /** Of each sense the lexemes of its words, each with how many posts hold it; 0 of those that few hold. */
  senses: readonly Readonly<Record<string, number>>[]
}

/** How a word with signs is marked among the stems: no stem begins like this. */
export const signLexeme = (word: string) => `*${word}`

/** A lexeme that is not among those that were counted. */
const postsOfRareWord = 2
/** While nothing was counted, all words weigh the same. */
const uncounted = { posts: 1, all: 100 }

type Spelling = ReadTerm['spellings'][number]

/** A word without its plural, so that expenses are an expense and expensive is not: lower case in and out. */
export function wordForm(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.length > 3 && /[^sui]s$/u.test(word) ? word.slice(0, -1) : word
}

/** The very form of a single word, marked among the stems; null where posts cannot be known to hold it. */
export function formOf({ words, phrase }: KeywordTerm): string | null {
  const lower = words.toLowerCase()
  return !phrase && /^[a-z]{4,24}$/u.test(lower) ? `=${wordForm(lower)}` : null
}

/** What the database is to read as stems: the words of each term, then those that are read in another way as well. */
export const piecesOf = (written: readonly KeywordTerm[]) => [
  ...written.map(({ words }) => words),
  ...written.flatMap(({ numbered = [] }) => numbered),
]

/** A word with signs is a lexeme of its own; of a phrase they have to be there as well. Null where there are none. */
function signedSpellings({ phrase, signs = [] }: KeywordTerm, typed: Spelling) {
  const [first, ...others] = signs.map(signLexeme)
  if (first === undefined) return null
  const alone = [[{ lexeme: first, offset: 0 }]]
  if (!phrase) return { spellings: alone, marks: [] }
  return typed.length === 0
    ? { spellings: alone, marks: others }
    : { spellings: [typed], marks: [first, ...others] }
}

export function readTerms(written: readonly KeywordTerm[], prepared: PreparedTerms): ReadTerm[] {
  let offset = 0
  let spelled = 0
  let numbered = written.length
  const common = commonWords(written, prepared.spellings)
  return written.map((term, at) => {
    const typed = readSpelling(prepared.stems[at] ?? '')
    const own = prepared.spellings.slice(spelled, spelled + (term.spellings?.length ?? 0))
    spelled += own.length
    const inNumbers = term.numbered === undefined ? [] : readSpelling(prepared.stems[numbered] ?? '')
    if (term.numbered !== undefined) numbered += 1
    const others = own.flatMap((lexeme) => (lexeme === null ? [] : [[{ lexeme, offset: 0 }]]))
    const plain = [typed, inNumbers].filter((one) => one.length > 0)
    const { spellings, marks } = signedSpellings(term, typed) ?? {
      spellings: [...plain, ...others],
      marks: [],
    }
    const form = formOf(term)
    const stem = prepared.forms[at] ?? null
    const read = {
      written: term.words,
      excluded: term.excluded,
      quoted: isInQuotes(term),
      common: common[at] ?? [],
      spellings,
      marks,
      form: form === null || stem === null || form === `=${stem}` ? null : form,
      rarity: rarityOfSpellings(spellings, prepared),
      share: prepared.countedPosts === 0 ? 1 : postsWith(spellings, prepared, 0) / prepared.countedPosts,
      offset,
    }
    offset += term.excluded ? 0 : term.words.split(' ').length
    return read
  })
}

/** A phrase is as rare as its rarest word at least; spellings add up. */
function postsWith(spellings: readonly Spelling[], { wordPosts }: PreparedTerms, unknown: number): number {
  // Every object has a `constructor`.
  const posts = ({ lexeme }: { lexeme: string }) =>
    (Object.hasOwn(wordPosts, lexeme) ? wordPosts[lexeme] : undefined) ?? unknown
  return spellings.reduce((sum, spelling) => sum + Math.min(...spelling.map(posts)), 0)
}

/** How rare the words of each sense are. */
export const senseRarities = ({ senses, countedPosts }: PreparedTerms): Map<string, number>[] =>
  senses.map((words) => {
    const rarity = (posts: number) =>
      countedPosts === 0
        ? rarityOf(uncounted.posts, uncounted.all)
        : rarityOf(posts || postsOfRareWord, countedPosts)
    return new Map(Object.entries(words).map(([lexeme, posts]) => [lexeme, rarity(posts)]))
  })

function rarityOfSpellings(spellings: readonly Spelling[], prepared: PreparedTerms): number {
  if (prepared.countedPosts === 0) return rarityOf(uncounted.posts, uncounted.all)
  return rarityOf(postsWith(spellings, prepared, postsOfRareWord), prepared.countedPosts)
}

/** A word whose stem has so small a share of all posts may be misspelt: `invoce` has that of invoked. */
const mostShare = 1 / 300

/** Words somebody may have mistyped: single ones of letters. `few`: of few posts, so that they are likely mistyped. */
export function doubtfulWords(terms: readonly ReadTerm[]): { few: string[]; others: string[] } {
  const words = terms
    .filter(({ excluded }) => !excluded)
    .map(({ written, share }) => ({ word: written.toLowerCase(), isFew: share <= mostShare }))
    .filter(({ word }) => /^\p{L}{4,30}$/u.test(word))
  const { few = [], others = [] } = Object.groupBy(words, ({ isFew }) => (isFew ? 'few' : 'others'))
  return { few: few.map(({ word }) => word), others: others.map(({ word }) => word) }
}

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

/**
 * `text`: a line a sense, of keyword, meaning and words, with tabs between. What is no such line, has words with a hyphen,
 * or says a keyword again, is an error.
 */
export function readThesaurus(text: string): Thesaurus {
  const lines = text.split('\n').filter((line) => line !== '')
  const senses = new Map<string, Sense>()
  for (const [at, line] of lines.entries()) {
    const [keyword, meaning, words, ...more] = line.split('\t')
    if (keyword === undefined || meaning === undefined || words === undefined || more.length > 0)
      throw new Error(`Line ${at + 1} of the thesaurus is not a keyword, a meaning and words`)
    // The archive would find its parts as well: `studio-ninja` is no ninja.
    if (words.includes('-')) throw new Error(`Line ${at + 1} of the thesaurus has a word with a hyphen`)
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

/** What is looked up of each post, each once: lexemes, word forms, and lexemes for what is meant. */
export type KeywordWords = {
  lexemes: readonly string[]
  forms: readonly string[]
  senseWords: readonly string[]
}

/** What of a keyword is the same for every post. */
export type RankedKeyword = KeywordWords & {
  terms: readonly ReadTerm[]
  /** The words of each sense with their rarity, rarest first. */
  senses: readonly ReadonlyMap<string, number>[]
}

/** `senses`: lexemes of the thesaurus, and how rare they are; those that the keyword itself holds say no more than it does. */
export function rankedKeyword(
  written: readonly ReadTerm[],
  senses: readonly ReadonlyMap<string, number>[] = [],
): RankedKeyword {
  const terms = wantedTerms(written)
  const spellings = terms.flatMap((term) => term.spellings)
  const lexemes = [...new Set(spellings.flat().map(({ lexeme }) => lexeme))]
  const forms = [...new Set(terms.flatMap(({ form }) => form ?? []))]
  const meant = senses.map((words) => {
    const others = [...words].filter(([one]) => !lexemes.includes(one))
    return new Map(others.sort(([, a], [, b]) => b - a))
  })
  const senseWords = [...new Set(meant.flatMap((words) => [...words.keys()]))]
  return { terms, lexemes, forms, senseWords, senses: meant }
}

/** A long post holds words of the thesaurus by chance: from about so many lexemes on they count for less. */
const chanceSize = 100
/** How much a long post counts for less, where it holds none of the keyword's words. */
const lengthExponent = 0.7
/** A community whose posts speak of what is meant means it, also where a post holds none of the words. */
const communityExponent = 0.7
/** Of so many posts like all others a community's own few are taken to be. */
const usualPosts = 3

/** How much a post speaks of what is meant, from 0 on, by the share that it holds of these many words for it. */
export const senseStrength = (words: number, post: { senseShare: number; size: number }) =>
  (words * post.senseShare) / Math.sqrt(1 + post.size / chanceSize)

/** The same of a post without the keyword: by how rare the words are that it holds, each as often as `held` says. */
export function meantStrength(
  senses: readonly ReadonlyMap<string, number>[],
  { held, size }: { held: ReadonlyMap<string, number>; size: number },
): number {
  const rarityOf = (words: ReadonlyMap<string, number>) =>
    [...words].reduce((sum, [word, rarity]) => sum + rarity * (held.get(word) ?? 0), 0)
  // What says much of one sense and little of another is about another thing.
  const rarity = senses.length * Math.min(...senses.map(rarityOf))
  return rarity / (1 + size / chanceSize) ** lengthExponent
}

/** How much more the posts of each community speak of what is meant than all of these posts do; 1: as much. */
export function communityFactors(
  posts: readonly { community: number; strength: number }[],
): ReadonlyMap<number, number> {
  const sumOf = (some: typeof posts) => some.reduce((sum, { strength }) => sum + strength, 0)
  const usual = sumOf(posts) / Math.max(1, posts.length)
  const byCommunity = Map.groupBy(posts, ({ community }) => community)
  return new Map(
    [...byCommunity].map(([community, own]) => {
      const strength = (sumOf(own) + usualPosts * usual) / (own.length + usualPosts)
      return [community, ((1 + strength) / (1 + usual)) ** communityExponent]
    }),
  )
}
