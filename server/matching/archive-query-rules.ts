import { type KeywordTerm, quotedWords } from '#contract/keyword-terms.ts'
import { limits } from '#contract/limits.ts'

/** Consecutive lexemes of the archive, each with its distance in words from the first. */
export type Spelling = readonly { lexeme: string; offset: number }[]

/** A term of a keyword with all its spellings, in the archive's lexemes. The typed spelling is first. */
export type ReadTerm = {
  /** The term as typed, for messages. */
  written: string
  excluded: boolean
  /** Whether the term was quoted. If any post contains a quoted term, all shown posts contain it. */
  quoted: boolean
  /** Empty if only stop words are left. */
  spellings: readonly Spelling[]
  /** The quoted words that are not searched, as typed. */
  common?: readonly string[]
  /** Lexemes of sign words. A post must have them in addition to one of the spellings. */
  marks?: readonly string[]
  /** The marker of posts with exactly this form of the stem. Null if any form of the stem is enough. */
  form: string | null
  /** The rarity of the term: its inverse document frequency. */
  rarity: number
  /** The share of posts that contain the term, 0 to 1. Before the first count of words, it is 1. */
  share: number
  /** The position of the term in the keyword, in words. */
  offset: number
}

/** The archive's queries as tsqueries; '' matches nothing. */
export type ArchiveQuery = {
  /** Posts with all the words. */
  all: string
  /** Posts with all the words in exactly the searched form. */
  exact: string
  /**
   * Posts with all quoted terms and with words that have at least two fifths of the keyword's rarity. For a
   * single hyphenated word, this also includes posts in which its parts are apart.
   */
  partial: string
}

/** The minimum share of the keyword's rarity that a shown post has to contain. */
const leastCoverage = 0.4

/** Words without angle brackets, because the database would read the content of such brackets as a tag. */
export const untagged = (words: string) => words.replaceAll(/[<>]/gu, ' ')

/** PostgreSQL's output for a phrase: `'late' <2> 'night'`. */
export function readSpelling(stems: string): Spelling {
  let offset = 0
  return [...stems.matchAll(/'((?:[^']|'')*)'(?: <(-|\d+)>)?/gu)].map(([, lexeme = '', gap]) => {
    const one = { lexeme: lexeme.replaceAll("''", "'"), offset }
    offset += gap === '-' ? 1 : Number(gap ?? 0)
    return one
  })
}

/** Words in nearly every post count almost nothing, and words in few posts count most. */
export function rarityOf(posts: number, all: number): number {
  const holding = Math.min(posts, all)
  return Math.log(1 + (all - holding + 0.5) / (holding + 0.5))
}

/** A lexeme in tsquery and tsvector syntax. */
export const quoted = (lexeme: string) => `'${lexeme.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`

function writeSpelling(spelling: Spelling, operator: 'phrase' | 'any order' = 'phrase'): string {
  const parts = spelling.map(({ lexeme, offset }, at) => {
    if (at === 0) return quoted(lexeme)
    const gap = offset - (spelling[at - 1]?.offset ?? 0)
    return `${operator === 'phrase' ? `<${gap}>` : '&'} ${quoted(lexeme)}`
  })
  return `(${parts.join(' ')})`
}

export function writeTerm({ spellings, marks = [] }: Pick<ReadTerm, 'spellings' | 'marks'>): string {
  const written = `(${spellings.map((one) => writeSpelling(one)).join(' | ')})`
  return marks.length === 0 ? written : `(${[written, ...marks.map(quoted)].join(' & ')})`
}

const every = (parts: readonly string[]) => parts.join(' & ')

/** The smallest sets of terms with enough of the total rarity. Only the rarest of many terms are tried. */
function sufficientSets(all: readonly ReadTerm[]): ReadTerm[][] {
  const rarest = all.toSorted((a, b) => b.rarity - a.rarity).slice(0, limits.keywordWords)
  const terms = all.filter((term) => rarest.includes(term))
  const least = leastCoverage * terms.reduce((sum, { rarity }) => sum + rarity, 0)
  const sets: ReadTerm[][] = []
  const extend = (set: readonly ReadTerm[], from: number, rarity: number) => {
    for (const [at, term] of terms.entries()) {
      if (at < from) continue
      if (rarity + term.rarity >= least) sets.push([...set, term])
      else extend([...set, term], at + 1, rarity + term.rarity)
    }
  }
  extend([], 0, 0)
  return sets.filter((set) => !sets.some((other) => other !== set && isWithin(other, set)))
}

function isWithin(small: readonly ReadTerm[], large: readonly ReadTerm[]): boolean {
  return small.length < large.length && small.every((term) => large.includes(term))
}

/** The terms that posts should contain: searchable, not excluded, without duplicates. */
export function wantedTerms(terms: readonly ReadTerm[]): ReadTerm[] {
  const wanted = terms.filter((term) => !term.excluded && term.spellings.length > 0)
  return [...new Map(wanted.map((term) => [writeTerm(term), term])).values()]
}

function withoutExcluded(terms: readonly ReadTerm[], query: string): string {
  const excluded = terms.filter((term) => term.excluded && term.spellings.length > 0)
  return every([`(${query})`, ...excluded.map((term) => `!${writeTerm(term)}`)])
}

/** The queries of a keyword. Null if it contains nothing that can be searched. */
export function archiveQuery(terms: readonly ReadTerm[]): ArchiveQuery | null {
  const wanted = wantedTerms(terms)
  if (wanted.length === 0) return null
  const without = (query: string) => withoutExcluded(terms, query)
  const all = every(wanted.map(writeTerm))
  const forms = wanted.flatMap(({ form }) => (form === null ? [] : [quoted(form)]))
  const [first, second] = wanted
  const parts = first !== undefined && second === undefined ? loosePhrases(first) : partsOf(wanted)
  return {
    all: without(all),
    exact: forms.length === 0 ? '' : without(every([all, ...forms])),
    partial: parts.length === 0 ? '' : without(parts.join(' | ')),
  }
}

/**
 * The queries to try until one finds a post: the keyword, then only the quoted terms, then all words without
 * quotes. The last query is `unquoted`. The list is empty if nothing can be searched.
 */
export function queriesInTurn(terms: readonly ReadTerm[]): (ArchiveQuery & { unquoted: boolean })[] {
  const quotes = terms.filter(({ quoted, excluded }) => quoted || excluded)
  const bare = terms.map((term) => ({ ...term, quoted: false }))
  const turns = [terms, quotes, bare].flatMap((asked) => {
    const query = archiveQuery(asked)
    return query === null ? [] : [{ ...query, unquoted: asked === bare }]
  })
  const isSame = (one: ArchiveQuery, other: ArchiveQuery) =>
    one.all === other.all && one.partial === other.partial
  return turns.filter((query, at) => turns.findIndex((other) => isSame(query, other)) === at)
}

const oneOf = (lexemes: readonly string[]) => `(${lexemes.map(quoted).join(' | ')})`

/** The share of words that count as rare. A pair needs a rare word: two common words prove little. */
const rarerShare = 2 / 3

/** A tsquery for any two of these lexemes, given rarest first. '' if there are fewer than two. */
function anyTwo(lexemes: readonly string[]): string {
  if (lexemes.length < 2) return ''
  const cut = Math.floor(rarerShare * lexemes.length)
  const [rarer, others] = [lexemes.slice(0, cut), lexemes.slice(cut)]
  return [every([oneOf(rarer), oneOf(others)]), anyTwo(rarer)].filter((query) => query !== '').join(' | ')
}

/**
 * A tsquery for posts that lack a word of the keyword. With one sense, they contain two words of the sense;
 * with several senses, a word of each sense. '' without a sense. The words of each sense are ordered by
 * rarity, rarest first.
 */
export function meaningQuery(
  terms: readonly ReadTerm[],
  senses: readonly ReadonlyMap<string, unknown>[],
): string {
  const [first = [], ...more] = senses.map((words) => [...words.keys()])
  const isWhole = senses.every((words) => words.size > 0)
  const query = more.length === 0 ? anyTwo(first) : isWhole ? every([first, ...more].map(oneOf)) : ''
  const all = every(wantedTerms(terms).map(writeTerm))
  return query === '' ? '' : withoutExcluded(terms, `(${query}) & !(${all})`)
}

function partsOf(wanted: readonly ReadTerm[]): string[] {
  const quoted = wanted.filter((term) => term.quoted)
  const sets = sufficientSets(wanted).map((set) => [...new Set([...quoted, ...set])])
  return sets
    .filter((set) => set.length < wanted.length && !sets.some((other) => isWithin(other, set)))
    .map((set) => `(${every(set.map(writeTerm))})`)
}

/** A single hyphenated word also matches posts in which its parts are apart. */
function loosePhrases({ spellings, quoted }: ReadTerm): string[] {
  const isNumber = ({ lexeme }: { lexeme: string }) => /^-?\d+$/u.test(lexeme)
  const phrases = quoted
    ? []
    : spellings.filter((spelling) => spelling.length > 1 && !spelling.every(isNumber))
  return phrases.map((spelling) => writeSpelling(spelling, 'any order'))
}

/** A keyword whose words can be counted in a post: one or two words with one spelling each. */
export type CountableWords = {
  /** The lexemes in the order of the terms. */
  lexemes: readonly string[]
  /** The distance of the second word from the first. Null for one word. */
  distance: number | null
}

/** Null if ranking needs the positions of the words. */
export function countableWords(terms: readonly ReadTerm[]): CountableWords | null {
  const [first, second, ...more] = wantedTerms(terms)
  if (first === undefined || more.length > 0) return null
  const both = second === undefined ? [first] : [first, second]
  const lexemes = both.flatMap(({ spellings: [only, other] }) =>
    other === undefined && only?.length === 1 ? only.map(({ lexeme }) => lexeme) : [],
  )
  if (lexemes.length < both.length) return null
  if (second === undefined) return { lexemes, distance: null }
  const distance = second.offset - first.offset
  // A repeated word counts at its last position, because a tsquery cannot look backwards.
  return distance < 1 ? null : { lexemes, distance }
}

/** The notes joined into one text. Null if there are none. */
export const sentences = (...parts: readonly (string | null)[]) =>
  parts.filter((one) => one !== null).join(' ') || null

const count = new Intl.NumberFormat('en-US')
const mostNamed = 5

function listNames(names: readonly string[], quote: (name: string) => string): string {
  const more = names.length - mostNamed
  const named = names.slice(0, mostNamed).map(quote).join(', ')
  return `${named}${more > 0 ? ` and ${count.format(more)} more` : ''}`
}

/** The communities that a search was limited to, as a sentence; null without limits. */
export function describeLimit(communities: readonly string[] | undefined): string | null {
  if (communities === undefined) return null
  const many = `${count.format(communities.length)} ${communities.length === 1 ? 'community' : 'communities'}`
  return `Only posts of ${many} were searched: ${listNames(communities, (name) => name)}.`
}

/** Reports the names after `in:` that do not exist; null if all exist. */
export function describeUnknown(names: readonly string[]): string | null {
  if (names.length === 0) return null
  const quoted = listNames(names, (name) => `“${name}”`)
  return names.length === 1
    ? `There is no list or community ${quoted} here.`
    : `There are no lists or communities ${quoted} here.`
}

/** The message if no post was found and checking the names took too long. */
export const describeEmpty = (names: readonly string[]) =>
  `No post was found of ${listNames(names, (name) => `“${name}”`)}.`

export const emptyLimit = '“in:” needs a community or a list, as in:smallbusiness.'
export const nothingToSearch =
  'Nothing was searched: the keyword has only words that are too common, or only excluded ones.'
export const onlyCommunities = 'Nothing was searched: add words to search for in these communities.'

function describeCommon(place: string, words: readonly string[]): string | null {
  if (words.length === 0) return null
  const [last = '', ...others] = words.map((word) => `"${word}"`).toReversed()
  const list = others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`
  return `Left out of the ${place}, because nearly every post contains ${words.length === 1 ? 'it' : 'them'}: ${list}.`
}

/** Sentences that name the words that are too common to be searched. Null if there are no such words. */
export function describeDropped(terms: readonly ReadTerm[]): string | null {
  const dropped = terms.filter(({ spellings }) => spellings.length === 0)
  const inQuotes = terms.flatMap(({ spellings, common = [] }) => (spellings.length === 0 ? [] : common))
  return sentences(
    describeCommon(
      'search',
      dropped.map(({ written }) => written),
    ),
    describeCommon('quotes', [...new Set(inQuotes)]),
  )
}

/** Posts in other languages, as a short sentence for the line above the results; null without any. */
export function describeOthers(posts: number): string | null {
  return posts === 0 ? null : `${count.format(posts)} not in English left out.`
}

export const withoutQuotes = 'No post contains everything in quotes; these contain parts of it.'

/** Texts that the database parses as single words: the other spellings of each term, then the quoted words. */
export const spellingsOf = (written: readonly KeywordTerm[]) => [
  ...written.flatMap(({ spellings = [] }) => spellings),
  ...written.flatMap(quotedWords).flatMap(({ parts }) => parts),
]

/** The quoted words of each term that are too common to be searched: those without a lexeme. */
export function commonWords(written: readonly KeywordTerm[], read: readonly (string | null)[]): string[][] {
  let at = written.reduce((sum, term) => sum + (term.spellings?.length ?? 0), 0)
  return written.map((term) =>
    quotedWords(term).flatMap(({ word, parts }) => {
      const lexemes = read.slice(at, at + parts.length)
      at += parts.length
      return lexemes.length > 0 && lexemes.every((lexeme) => lexeme === null) ? [word] : []
    }),
  )
}
