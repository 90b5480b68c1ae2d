import { isInQuotes, joiningWords, type KeywordTerm } from '#contract/keyword-terms.ts'
import { commonWords, type ReadTerm, rarityOf, readSpelling, wantedTerms } from './archive-query-rules.ts'

/** The pieces of a keyword as the database parses them; see `readTerms`. */
export type PreparedTerms = {
  /** Each piece as a tsquery of consecutive stems, '' if only stop words are left. */
  stems: readonly string[]
  /** The stem of each word form. */
  forms: readonly (string | null)[]
  /** The lexeme of each text of `spellingsOf`; null for a stop word. */
  spellings: readonly (string | null)[]
  /** The number of posts with a lexeme, if that lexeme was counted. */
  wordPosts: Readonly<Record<string, number>>
  /** The number of counted posts; 0 before the first count. */
  countedPosts: number
  /** The lexemes of each sense, with the number of posts that contain them; 0 for rare ones. */
  senses: readonly Readonly<Record<string, number>>[]
}

/** The lexeme of a word with signs, such as "c++". No stem starts with this prefix. */
export const signLexeme = (word: string) => `*${word}`

/** The assumed number of posts that contain a lexeme that was not counted. */
const postsOfRareWord = 2
/** Before the first count, all words have the same weight. */
const uncounted = { posts: 1, all: 100 }

type Spelling = ReadTerm['spellings'][number]

/** A word in lower case without its plural ending: "expenses" matches "expense" but not "expensive". */
export function wordForm(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.length > 3 && /[^sui]s$/u.test(word) ? word.slice(0, -1) : word
}

/** The marked exact form of a single word. Null if the post need not contain that form. */
export function formOf({ words, phrase }: KeywordTerm): string | null {
  const lower = words.toLowerCase()
  return !phrase && /^[a-z]{4,24}$/u.test(lower) ? `=${wordForm(lower)}` : null
}

/** Texts that the database parses as stems: the words of each term, then other readings of the terms. */
export const piecesOf = (written: readonly KeywordTerm[]) => [
  ...written.map(({ words }) => words),
  ...written.flatMap(({ numbered = [] }) => numbered),
]

/** The spellings of a term with sign words, whose lexemes a phrase needs too. Null without sign words. */
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

/** A phrase is at least as rare as its rarest word. The counts of several spellings are added. */
function postsWith(spellings: readonly Spelling[], { wordPosts }: PreparedTerms, unknown: number): number {
  // `hasOwn`, because every object inherits a `constructor`, which may be a lexeme.
  const posts = ({ lexeme }: { lexeme: string }) =>
    (Object.hasOwn(wordPosts, lexeme) ? wordPosts[lexeme] : undefined) ?? unknown
  return spellings.reduce((sum, spelling) => sum + Math.min(...spelling.map(posts)), 0)
}

/** The rarity of the words of each sense. */
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

/** A word is rare, and may be misspelt, if its stem is in a smaller share of all posts than this. */
const mostShare = 1 / 300

/** Possible typos: single words of letters. Those in `few` are in few posts, so they are likely typos. */
export function doubtfulWords(terms: readonly ReadTerm[]): { few: string[]; others: string[] } {
  const words = terms
    .filter(({ excluded }) => !excluded)
    .map(({ written, share }) => ({ word: written.toLowerCase(), isFew: share <= mostShare }))
    .filter(({ word }) => /^\p{L}{4,30}$/u.test(word))
  const { few = [], others = [] } = Object.groupBy(words, ({ isFew }) => (isFew ? 'few' : 'others'))
  return { few: few.map(({ word }) => word), others: others.map(({ word }) => word) }
}

/** What a word means to founders, and words that posts about this meaning contain. */
type Sense = { keyword: string; meaning: string; words: readonly string[] }

type FoundSense = Sense & { terms: readonly KeywordTerm[] }

/**
 * The senses of a keyword's words. Words are read from left to right, in the longest runs that have a sense.
 * If a word has no sense, the keyword is not understood, and the list is empty. Words that only ask for
 * software are ignored.
 */
export type Thesaurus = (terms: readonly KeywordTerm[]) => FoundSense[]

const mostWords = 3
/** Words that ask for a product without saying what it is for, such as `software` in `dental software`. */
const software = new Set(
  'alternative app application automation builder editing editor generator maker management manager organizer planner planning platform program recording scanner software solution system tool tracker tracking'.split(
    ' ',
  ),
)

/** Singular and plural have the same sense; `grading` and `grade` do not. */
function singular(word: string): string {
  if (/[^aeious]ies$/.test(word)) return word.replace(/ies$/, 'y')
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return /[^sui]s$/.test(word) ? word.slice(0, -1) : word
}

/** `e-commerce`, `e commerce` and `ecommerce` are equal, and so are `point of sale` and `point sale`. */
const keyOf = (words: string) =>
  words
    .toLowerCase()
    .split(/[\s/]+/u)
    .filter((word) => !joiningWords.has(word))
    .flatMap((word) => word.split(/[-‐‑]/u))
    .map(singular)
    .join('')

/** Equal keys for a person and their activity: `pet sitter` and `pet sitting`. Null for a single word. */
const doingOf = (words: string, key = keyOf(words)) =>
  /\S\s+\S/u.test(words) ? `${key.replace(/(?:er|ing)$/u, '')} ` : null

/**
 * `text` has one line per sense with keyword, meaning and words, separated by tabs. Throws for other lines,
 * for words with a hyphen and for duplicate keywords.
 */
export function readThesaurus(text: string): Thesaurus {
  const lines = text.split('\n').filter((line) => line !== '')
  const senses = new Map<string, Sense>()
  for (const [at, line] of lines.entries()) {
    const [keyword, meaning, words, ...more] = line.split('\t')
    if (keyword === undefined || meaning === undefined || words === undefined || more.length > 0)
      throw new Error(`Line ${at + 1} of the thesaurus is not a keyword, a meaning and words`)
    // The archive would also find the parts of the word, but `studio-ninja` is no ninja.
    if (words.includes('-')) throw new Error(`Line ${at + 1} of the thesaurus has a word with a hyphen`)
    const key = keyOf(keyword)
    const before = senses.get(key)?.keyword
    if (before !== undefined)
      throw new Error(`Line ${at + 1} of the thesaurus: "${keyword}" is the same keyword as "${before}"`)
    const sense = { keyword, meaning, words: words.split(' ') }
    senses.set(key, sense)
    const doing = doingOf(keyword, key)
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

/** A quoted term is searched as written, whatever its sense. Other phrases are words with a hyphen. */
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

/** What is looked up in each post, without duplicates: lexemes, word forms, and lexemes of the sense. */
export type KeywordWords = {
  lexemes: readonly string[]
  forms: readonly string[]
  senseWords: readonly string[]
}

export type RankedKeyword = KeywordWords & {
  terms: readonly ReadTerm[]
  /** For a query with OR, a post is ranked by the terms that it contains. */
  isTree?: boolean
  /** The words of each sense with their rarity, rarest first. */
  senses: readonly ReadonlyMap<string, number>[]
}

/** `senses` are lexemes of the thesaurus with their rarity, without those that the keyword itself contains. */
export function rankedKeyword(
  written: readonly ReadTerm[],
  senses: readonly ReadonlyMap<string, number>[] = [],
): RankedKeyword {
  const terms = wantedTerms(written)
  const spellings = terms.flatMap((term) => term.spellings)
  const lexemes = [...new Set(spellings.flat().map(({ lexeme }) => lexeme))]
  const forms = [...new Set(terms.flatMap(({ form }) => form ?? []))]
  const isOther = ([one]: [string, number]) => !lexemes.includes(one)
  const meant = senses.map((words) => new Map([...words].filter(isOther).sort(([, a], [, b]) => b - a)))
  const senseWords = [...new Set(meant.flatMap((words) => [...words.keys()]))]
  return { terms, lexemes, forms, senseWords, senses: meant }
}

/** A long post contains words of the thesaurus by chance, so they count less above this number of lexemes. */
const chanceSize = 100
/** The length penalty of a post without the keyword's words. */
const lengthExponent = 0.7
/** The exponent of `communityFactors`: how much the other posts of a community count. */
const communityExponent = 0.7
/** A prior: a community with few posts counts as if it also had this many average posts. */
const usualPosts = 3

/** How much a post is about the sense (0 or more), computed from its share of the sense's words. */
export const senseStrength = (words: number, post: { senseShare: number; size: number }) =>
  (words * post.senseShare) / Math.sqrt(1 + post.size / chanceSize)

/** How much a post without the keyword is about the senses. `held` maps the post's words to weights. */
export function meantStrength(
  senses: readonly ReadonlyMap<string, number>[],
  { held, size }: { held: ReadonlyMap<string, number>; size: number },
): number {
  const rarityOf = (words: ReadonlyMap<string, number>) =>
    [...words].reduce((sum, [word, rarity]) => sum + rarity * (held.get(word) ?? 0), 0)
  // A post with much of one sense and little of the other is about another subject.
  const rarity = senses.length * Math.min(...senses.map(rarityOf))
  return rarity / (1 + size / chanceSize) ** lengthExponent
}

/** For each community, the factor by which its posts are more about the sense than all `posts` on average. */
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
