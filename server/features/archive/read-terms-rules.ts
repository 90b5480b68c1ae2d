import type { KeywordTerm } from '#contract/keyword-terms.ts'
import { type ReadTerm, rarityOf, readSpelling, type Spelling } from './archive-query-rules.ts'

/** How the database reads a keyword's pieces; see `readTerms`. */
export type PreparedTerms = {
  /** Each piece as a tsquery of stems that follow each other, '' where only stop words are left. */
  stems: readonly string[]
  /** The stem of each word form. */
  forms: readonly (string | null)[]
  /** The lexeme of each other spelling of all pieces, in their order; null of a stop word. */
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

type WrittenTerm = Pick<KeywordTerm, 'words' | 'phrase' | 'excluded' | 'spellings' | 'signs' | 'numbered'>

/** A word without its plural, so that expenses are an expense and expensive is not: lower case in and out. */
export function wordForm(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.length > 3 && /[^sui]s$/u.test(word) ? word.slice(0, -1) : word
}

/** The very form of a single word, marked among the stems; null where posts cannot be known to hold it. */
export function formOf({ words, phrase }: WrittenTerm): string | null {
  const lower = words.toLowerCase()
  return !phrase && /^[a-z]{4,24}$/u.test(lower) ? `=${wordForm(lower)}` : null
}

/** What the database is to read as stems: the words of each term, then those that are read in another way as well. */
export const piecesOf = (written: readonly WrittenTerm[]) => [
  ...written.map(({ words }) => words),
  ...written.flatMap(({ numbered = [] }) => numbered),
]

/** A word with signs is a lexeme of its own; of a phrase they have to be there as well. Null where there are none. */
function signedSpellings({ phrase, signs = [] }: WrittenTerm, typed: Spelling) {
  const [first, ...others] = signs.map(signLexeme)
  if (first === undefined) return null
  const alone = [[{ lexeme: first, offset: 0 }]]
  if (!phrase) return { spellings: alone, marks: [] }
  return typed.length === 0
    ? { spellings: alone, marks: others }
    : { spellings: [typed], marks: [first, ...others] }
}

export function readTerms(written: readonly WrittenTerm[], prepared: PreparedTerms): ReadTerm[] {
  let offset = 0
  let spelled = 0
  let numbered = written.length
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
      quoted: term.phrase && term.spellings === undefined,
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
