import { limits } from '#contract/limits.ts'
import type { KeywordMatch } from '#contract/search.ts'
import type { PostRank } from '#server/ports.ts'
import { type ReadTerm, type Spelling, wantedTerms } from './archive-query-rules.ts'

/** How often each term stands in a post, and of two whether they follow each other somewhere as asked, or stand close. */
type WordCounts = {
  counts: readonly { title: number; text: number }[]
  follow: boolean
  close: boolean
}

/** What ranks a post that holds words; see `places` for how it is written where they stand. */
export type RankingFeatures = {
  score: number
  /** The share of its community's posts about work, 0 to 1; 0 where it is small or was not counted. */
  business: number
  /** Whether it shows the signal `question`: one answer, and the need is over. */
  isOneOff: boolean
  /** Whether it sells, reports, advises or surveys: its writer asks for nothing. */
  asksNothing: boolean
  /** A number that stands for its community. */
  community: number
  /** Of the words for what the keyword means, the share that stands there, 0 to 1; see `rankedKeyword`. */
  senseShare: number
  /** How many lexemes the post has. */
  size: number
  /** False where the post was stored before word forms were. */
  knowsForms: boolean
  /**
   * In the order of the keyword's lexemes; '' where the post does not hold it. `3A,17,40`: word 3, in the title, and words 17
   * and 40. Of a keyword of one or two plain words it is enough how often they stand there.
   */
  places: readonly string[] | WordCounts
  /** In the order of the keyword's forms. */
  hasForms: readonly boolean[]
}

/** BM25's own numbers; a word of the title counts as three of the text. Sizes are of lexemes, forms among them. */
const saturation = 1.2
const lengthShare = 0.75
const usualSize = { withForms: 77, withoutForms: 57 }
const titleWeight = 3
/** How far relevance counts beside the score, and what a score of 0 counts as. */
const relevanceExponent = 0.6
const scoreOffset = 5
const inOrder = 1.3
const closeTogether = 1.15
const allInTitle = 1.15
const otherForm = 0.8
/** Seven of ten such posts have potential, of other strong ones nine: the score shows it too little. */
const oneOff = 0.82
/** Of posts whose writer asks for nothing three of ten have potential. */
const nothingAsked = 0.67
/** Words are meant as people mean them at work: among posts with all of them, those of communities about work. */
const businessWeight = 0.5
/** The greatest distance at which this many terms count as close together. */
export const closeDistance = (terms: number) => terms + 7

/**
 * Of posts that hold words for what is meant and not the keyword: how far their rarity counts. Chosen on 2,161 judged
 * posts (docs/experiments.md#ranking); from `least` on two of five and more are about the keyword.
 */
const meaning = { scale: 0.15, exponent: 1.5, inTitle: 1.5, lengthExponent: 0.7, least: 14 }

type Places = { title: number[]; text: number[] }

/** A long post holds words of the thesaurus by chance: from about so many lexemes on they count for less. */
const chanceSize = 100
const senseExponent = 0.35
/** A community whose posts speak of what is meant means it, also where a post holds none of the words. */
const communityExponent = 0.7
/** Of so many posts like all others a community's own few are taken to be. */
const usualPosts = 3

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

function readPlaces(written: string): Places {
  const places: Places = { title: [], text: [] }
  if (written === '') return places
  for (const place of written.split(','))
    places[place.endsWith('A') ? 'title' : 'text'].push(parseInt(place, 10))
  return places
}

/** Where a spelling begins: its lexemes at their distances. */
function placesOfSpelling(spelling: Spelling, placesOf: (lexeme: string) => Places): Places {
  const [first, ...rest] = spelling
  const begin = first === undefined ? { title: [], text: [] } : placesOf(first.lexeme)
  if (rest.length === 0) return begin
  const others = rest.map(({ lexeme, offset }) => ({ ...placesOf(lexeme), offset }))
  const follow = (part: keyof Places) =>
    begin[part].filter((place) => others.every((other) => other[part].includes(place + other.offset)))
  return { title: follow('title'), text: follow('text') }
}

/** How often a term stands in the title and in the text. */
type FoundTerm = { term: ReadTerm; title: number; text: number; hasForm: boolean }
type PlacedTerm = FoundTerm & { all: number[] }
type FoundTerms = { found: FoundTerm[]; follow: boolean; close: boolean }

const hasFormOf = ({ form }: ReadTerm, { forms }: KeywordWords, { knowsForms, hasForms }: RankingFeatures) =>
  form === null || !knowsForms || hasForms[forms.indexOf(form)] === true

function findTerms(keyword: RankedKeyword, post: RankingFeatures): FoundTerms {
  const { places } = post
  if (!('follow' in places)) {
    const found = placeTerms(keyword, places, post)
    return { found, follow: isInOrder(found), close: isClose(found) }
  }
  const found = keyword.terms.map((term, at) => {
    const { title = 0, text = 0 } = places.counts[at] ?? {}
    return { term, title, text, hasForm: hasFormOf(term, keyword, post) }
  })
  return { found, follow: places.follow, close: places.close }
}

function placeTerms(keyword: RankedKeyword, places: readonly string[], post: RankingFeatures): PlacedTerm[] {
  const { terms, lexemes } = keyword
  const byLexeme = new Map(lexemes.map((lexeme, at) => [lexeme, readPlaces(places[at] ?? '')]))
  const placesOf = (lexeme: string) => byLexeme.get(lexeme) ?? { title: [], text: [] }
  return terms.map((term) => {
    const each = term.spellings.map((spelling) => placesOfSpelling(spelling, placesOf))
    const [title, text] = [each.flatMap((one) => one.title), each.flatMap((one) => one.text)]
    const isOtherwiseSpelt = each.slice(1).some((one) => one.title.length + one.text.length > 0)
    return {
      term,
      title: title.length,
      text: text.length,
      all: [...title, ...text].sort((a, b) => a - b),
      hasForm: isOtherwiseSpelt || hasFormOf(term, keyword, post),
    }
  })
}

/** The classic measure of how much a text is about words, with fields. */
function bm25(found: readonly FoundTerm[], { size, knowsForms }: RankingFeatures): number {
  const usual = knowsForms ? usualSize.withForms : usualSize.withoutForms
  const length = saturation * (1 - lengthShare + (lengthShare * size) / usual)
  let sum = 0
  for (const { term, title, text } of found) {
    const frequency = titleWeight * title + text
    sum += (term.rarity * frequency * (saturation + 1)) / (frequency + length)
  }
  return sum
}

/** Whether the terms follow each other somewhere as they do in the keyword; a word in two spellings may take more room. */
function isInOrder([first, ...rest]: readonly PlacedTerm[]): boolean {
  if (first === undefined || rest.length === 0) return false
  return first.all.some((begin) => {
    let before = { place: begin, term: first.term }
    return rest.every(({ term, all }) => {
      const gap = term.offset - before.term.offset
      const most = gap + (before.term.spellings.length > 1 ? 2 : 0)
      const next = all.find((place) => place >= before.place + gap && place <= before.place + most)
      before = { place: next ?? before.place, term }
      return next !== undefined
    })
  })
}

/** Whether all the terms stand within some words of each other. */
function isClose(found: readonly PlacedTerm[]): boolean {
  if (found.length < 2 || found.some(({ all }) => all.length === 0)) return false
  const places = found.flatMap(({ all }, term) => all.map((place) => ({ place, term })))
  const last = found.map(() => Number.NEGATIVE_INFINITY)
  return places
    .sort((a, b) => a.place - b.place)
    .some(({ place, term }) => {
      last[term] = place
      return place - Math.min(...last) <= closeDistance(found.length)
    })
}

/** How much a post speaks of what is meant, from 0 on: a long one does so by chance. */
const senseStrength = ({ senseWords }: RankedKeyword, { senseShare, size }: RankingFeatures) =>
  (senseWords.length * senseShare) / Math.sqrt(1 + size / chanceSize)

/** How much more the posts of each community speak of what is meant than all of these posts do; 1: as much. */
function communityFactors(
  keyword: RankedKeyword,
  among: readonly RankingFeatures[],
): ReadonlyMap<number, number> {
  const strengths = among.map((post) => ({
    community: post.community,
    strength: senseStrength(keyword, post),
  }))
  const sumOf = (each: typeof strengths) => each.reduce((sum, { strength }) => sum + strength, 0)
  const usual = sumOf(strengths) / Math.max(1, strengths.length)
  const byCommunity = Map.groupBy(strengths, ({ community }) => community)
  return new Map(
    [...byCommunity].map(([community, own]) => {
      const strength = (sumOf(own) + usualPosts * usual) / (own.length + usualPosts)
      return [community, ((1 + strength) / (1 + usual)) ** communityExponent]
    }),
  )
}

const isThere = ({ title, text }: FoundTerm) => title + text > 0

function matchOf(found: readonly FoundTerm[]): KeywordMatch {
  if (found.length > 0 && found.every(({ title }) => title > 0)) return 'title'
  return found.every(isThere) ? 'post' : 'related'
}

function rankOf(
  keyword: RankedKeyword,
  post: RankingFeatures,
  communities: ReadonlyMap<number, number>,
): PostRank {
  const { found, follow, close } = findTerms(keyword, post)
  const match = matchOf(found)
  const rarest = found.reduce<FoundTerm | null>(
    (best, one) => (best === null || one.term.rarity > best.term.rarity ? one : best),
    null,
  )
  const factors = [
    follow ? inOrder : 1,
    close ? closeTogether : 1,
    match === 'title' ? allInTitle : 1,
    match === 'related' ? 1 : 1 + businessWeight * post.business,
    post.isOneOff ? oneOff : 1,
    post.asksNothing ? nothingAsked : 1,
    communities.get(post.community) ?? 1,
    found.every((one) => one.hasForm || !isThere(one)) ? 1 : otherForm,
    (1 + senseStrength(keyword, post)) ** senseExponent,
  ]
  const rank = (post.score + scoreOffset) * bm25(found, post) ** relevanceExponent
  return {
    match,
    rank: factors.reduce((product, factor) => product * factor, rank),
    occurrences: rarest === null ? 0 : rarest.title + rarest.text,
  }
}

/**
 * How far up a post belongs among the answers to a keyword, `among` these posts: its need (the score) times how much it
 * is about the keyword. `rank` is comparable between the posts of one keyword only (docs/decisions/0020).
 */
export function rankerFor(
  keyword: RankedKeyword,
  among: readonly RankingFeatures[],
): (post: RankingFeatures) => PostRank {
  const communities = communityFactors(keyword, among)
  return (post) => rankOf(keyword, post, communities)
}

/** What ranks a post that was found by words for what the keyword means. */
export type MeantPost = Pick<RankingFeatures, 'score' | 'size' | 'isOneOff' | 'asksNothing'> & {
  archiveId: number
  /** Their places among the keyword's, from 1; negative where the word stands in the title. */
  held: readonly number[]
}

/** The same for a post without the keyword's words; null where it says too little of what is meant, or of a need, to be shown. */
export function rankMeant({ senses, senseWords }: RankedKeyword, post: MeantPost): PostRank | null {
  const held = new Map(
    post.held.map((place) => [senseWords[Math.abs(place) - 1] ?? '', place < 0 ? meaning.inTitle : 1]),
  )
  const rarityOf = (words: ReadonlyMap<string, number>) =>
    [...words].reduce((sum, [word, rarity]) => sum + rarity * (held.get(word) ?? 0), 0)
  // What says much of one sense and little of another is about another thing.
  const rarity = senses.length * Math.min(...senses.map(rarityOf))
  const strength = rarity / (1 + post.size / chanceSize) ** meaning.lengthExponent
  if (strength < meaning.least || post.score < limits.potentialScore) return null
  const asked = (post.isOneOff ? oneOff : 1) * (post.asksNothing ? nothingAsked : 1)
  const relevance = (meaning.scale * strength) ** meaning.exponent
  return { match: 'related', rank: (post.score + scoreOffset) * relevance * asked, occurrences: 0 }
}
