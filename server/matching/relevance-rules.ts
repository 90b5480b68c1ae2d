import { limits } from '#contract/limits.ts'
import type { KeywordMatch } from '#contract/search.ts'
import type { PostRank } from '#server/source-ports.ts'
import type { ReadTerm, Spelling } from './archive-query-rules.ts'
import { type Asking, askingFactors } from './asking-rules.ts'
import {
  communityFactors,
  type KeywordWords,
  meantStrength,
  type RankedKeyword,
  senseStrength,
} from './keyword-rules.ts'

/** How often each term occurs in a post, and whether two terms are adjacent or close together. */
type WordCounts = {
  counts: readonly { title: number; text: number }[]
  follow: boolean
  close: boolean
}

/** The ranking features of any text. See `places` for the format of positions. */
export type TextFeatures = {
  score: number
  /** The number of lexemes in the post. */
  size: number
  /** False if the post was stored before word forms existed. */
  knowsForms: boolean
  /**
   * One entry for each lexeme of the keyword, in order. '' if the post does not contain the lexeme.
   * `3A,17,40` means word 3 of the title (B for sign words), and words 17 and 40. For one or two plain words,
   * the counts are enough.
   */
  places: WrittenPlaces | WordCounts
  /** One entry for each word form of the keyword, in order. */
  hasForms: readonly boolean[]
}

export type RankingFeatures = TextFeatures &
  Asking & {
    /** The share of posts about work in the community, from 0 to 1; 0 if it is small or uncounted. */
    business: number
    /** A number that identifies the post's community. */
    community: number
    /** The share of the sense's words that the post contains, from 0 to 1. See `rankedKeyword`. */
    senseShare: number
  }

/** BM25's parameters. A title word counts as three words of the text. Sizes are numbers of lexemes. */
const saturation = 1.2
const lengthShare = 0.75
const usualSize = { withForms: 77, withoutForms: 57 }
const titleWeight = 3
/** The exponent of relevance in the rank, and the number that is added to each score. */
const relevanceExponent = 0.6
const scoreOffset = 5
const inOrder = 1.3
const closeTogether = 1.15
const allInTitle = 1.15
const otherForm = 0.8
/** Words are usually meant in their business sense, so matches in business communities rank higher. */
const businessWeight = 0.5
/** The distance up to which this many terms count as close together. */
export const closeDistance = (terms: number) => terms + 7

/**
 * The parameters of ranking posts that were found only by their sense. Chosen on 2,161 judged posts
 * (docs/experiments.md#ranking). Of posts with a strength of at least `least` (`leastOfSeveral` for several
 * senses), two in five or more are about the keyword.
 */
const meaning = { scale: 0.15, exponent: 1.5, inTitle: 1.5, words: 2, least: 14, leastOfSeveral: 22 }

type Places = { title: number[]; text: number[] }
type WrittenPlaces = readonly (string | Places)[]
const senseExponent = 0.35
function readPlaces(written: string | Places): Places {
  if (typeof written !== 'string') return written
  const places: Places = { title: [], text: [] }
  for (const place of written === '' ? [] : written.split(','))
    places[/[AB]$/u.test(place) ? 'title' : 'text'].push(parseInt(place, 10))
  return places
}

/** The positions from which all lexemes of a spelling follow at their distances. */
function placesOfSpelling(spelling: Spelling, placesOf: (lexeme: string) => Places): Places {
  const [first, ...rest] = spelling
  const begin = first === undefined ? { title: [], text: [] } : placesOf(first.lexeme)
  if (rest.length === 0) return begin
  const others = rest.map(({ lexeme, offset }) => ({ ...placesOf(lexeme), offset }))
  const follow = (part: keyof Places) =>
    begin[part].filter((place) => others.every((other) => other[part].includes(place + other.offset)))
  return { title: follow('title'), text: follow('text') }
}

/** The frequency of a term in the title and in the text. */
type FoundTerm = { term: ReadTerm; title: number; text: number; hasForm: boolean }
type PlacedTerm = FoundTerm & { all: number[] }
type FoundTerms = { found: FoundTerm[]; follow: boolean; close: boolean }

const hasFormOf = ({ form }: ReadTerm, { forms }: KeywordWords, { knowsForms, hasForms }: RankingFeatures) =>
  form === null || !knowsForms || hasForms[forms.indexOf(form)] === true

function findTerms(keyword: RankedKeyword, post: RankingFeatures): FoundTerms {
  const { places } = post
  if (!('follow' in places)) {
    const found = placeTerms(keyword, places, post).filter((one) => !keyword.isTree || isThere(one))
    return { found, follow: isInOrder(found), close: isClose(found) }
  }
  const found = keyword.terms.map((term, at) => {
    const { title = 0, text = 0 } = places.counts[at] ?? {}
    return { term, title, text, hasForm: hasFormOf(term, keyword, post) }
  })
  return { found, follow: places.follow, close: places.close }
}

function placeTerms(keyword: RankedKeyword, places: WrittenPlaces, post: RankingFeatures): PlacedTerm[] {
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

/** The BM25 term frequency of each term, by field. It saturates at about 2, and is lower in a long text. */
function frequenciesOf(found: readonly FoundTerm[], { size, knowsForms }: RankingFeatures): number[] {
  const usual = knowsForms ? usualSize.withForms : usualSize.withoutForms
  const length = saturation * (1 - lengthShare + (lengthShare * size) / usual)
  return found.map(({ title, text }) => {
    const frequency = titleWeight * title + text
    return (frequency * (saturation + 1)) / (frequency + length)
  })
}

/** Whether the terms follow each other directly somewhere, in the order of the keyword. */
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

/** Whether all terms occur together somewhere, within a few words of each other. */
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

const isThere = ({ title, text }: FoundTerm) => title + text > 0

function matchOf(found: readonly FoundTerm[]): KeywordMatch {
  if (found.length > 0 && found.every(({ title }) => title > 0)) return 'title'
  return found.every(isThere) ? 'post' : 'related'
}

/**
 * The log odds that a post is about its keyword, from a regression on 4,330 judged posts
 * (docs/experiments.md#ranking). Shares are relative to the keyword's rarity. Absolute rarity would be
 * misleading in an archive about a single trade.
 */
const topic = {
  base: -4.8,
  words: { isOnly: 3.8, areAll: 2.1, partialShare: 3.2, titleShare: 0.7, logFrequency: 1.7 },
  places: { follow: 1.2, close: 0.8, form: 1.3, logSize: -1.1 },
  // With several senses, posts that lack words get `strengthInPart`, because one sense alone proves little.
  meaning: { hasSenses: -0.7, strength: 1.5, strengthInPart: 0.7, logOfCommunity: 4.8, business: 0.5 },
}
/** Of the judged posts below this, one in seven is about the keyword; of others, at least two in three. */
const leastLikely = 0.2

type TopicSigns = Record<'frequency' | 'strength' | 'ofCommunity' | 'senses', number> & {
  post: RankingFeatures
}

function isOffTopic({ found, follow, close }: FoundTerms, signs: TopicSigns): boolean {
  const { base, words, places, meaning } = topic
  const rarityOf = (some: readonly FoundTerm[]) => some.reduce((sum, { term }) => sum + term.rarity, 0)
  const shareOf = (some: readonly FoundTerm[]) => rarityOf(some) / rarityOf(found)
  const there = found.filter(isThere)
  const hasAll = there.length === found.length
  const all = found.length === 1 ? words.isOnly : words.areAll
  const logOdds =
    base +
    (hasAll ? all : words.partialShare * shareOf(there)) +
    words.titleShare * shareOf(found.filter(({ title }) => title > 0)) +
    words.logFrequency * Math.log(signs.frequency + 0.1) +
    (follow ? places.follow : close ? places.close : 0) +
    (hasForms(found) ? places.form : 0) +
    places.logSize * Math.log(1 + signs.post.size / 100) +
    (signs.senses > 0 ? meaning.hasSenses : 0) +
    (hasAll || signs.senses < 2 ? meaning.strength : meaning.strengthInPart) * signs.strength +
    meaning.logOfCommunity * Math.log(signs.ofCommunity) +
    meaning.business * signs.post.business
  return 1 / (1 + Math.exp(-logOdds)) < leastLikely
}

const askingFactor = (post: Asking) =>
  (post.isOneOff ? askingFactors.isOneOff : 1) *
  (post.asksNothing ? askingFactors.asksNothing : 1) *
  (post.asksForProduct ? askingFactors.asksForProduct : 1)

const hasForms = (found: readonly FoundTerm[]) => found.every((one) => one.hasForm || !isThere(one))

function rankOf(
  keyword: RankedKeyword,
  post: RankingFeatures,
  communities: ReadonlyMap<number, number>,
): PostRank {
  const terms = findTerms(keyword, post)
  const { found, follow, close } = terms
  const match = matchOf(found)
  const rarest = found.reduce<FoundTerm | null>(
    (best, one) => (best === null || one.term.rarity > best.term.rarity ? one : best),
    null,
  )
  const frequencies = frequenciesOf(found, post)
  const frequency = frequencies.reduce((sum, one) => sum + one, 0)
  const bm25 = found.reduce((sum, { term }, at) => sum + term.rarity * (frequencies[at] ?? 0), 0)
  const strength = senseStrength(keyword.senseWords.length, post)
  const ofCommunity = communities.get(post.community) ?? 1
  const senses = keyword.senses.length
  const offTopic = isOffTopic(terms, { post, frequency, strength, ofCommunity, senses })
  const factors = [
    follow ? inOrder : 1,
    close ? closeTogether : 1,
    match === 'title' ? allInTitle : 1,
    match === 'related' ? 1 : 1 + businessWeight * post.business,
    askingFactor(post),
    ofCommunity,
    hasForms(found) ? 1 : otherForm,
    (1 + strength) ** senseExponent,
  ]
  const rank = (post.score + scoreOffset) * bm25 ** relevanceExponent
  return {
    match,
    offTopic,
    rank: factors.reduce((product, factor) => product * factor, rank),
    occurrences: rarest === null ? 0 : rarest.title + rarest.text,
  }
}

/** Ranks the posts of one keyword (`among`) by score times relevance (docs/decisions/0020). */
export function rankerFor(
  keyword: RankedKeyword,
  among: readonly RankingFeatures[],
): (post: RankingFeatures) => PostRank {
  const strengths = among.map((post) => ({
    community: post.community,
    strength: senseStrength(keyword.senseWords.length, post),
  }))
  const communities = communityFactors(strengths)
  return (post) => rankOf(keyword, post, communities)
}

/** The ranking features of a post that was found by words of the keyword's sense. */
export type MeantPost = Pick<RankingFeatures, 'score' | 'size' | keyof Asking> & {
  archiveId: number
  /** The words of the sense in the post: indices into `senseWords` from 1, negative if in the title. */
  held: readonly number[]
}

/** The rank of a post without the keyword's words. Null if the sense or the need is too weak. */
export function rankMeant({ senses, senseWords }: RankedKeyword, post: MeantPost): PostRank | null {
  const held = new Map(
    post.held.map((place) => [senseWords[Math.abs(place) - 1] ?? '', place < 0 ? meaning.inTitle : 1]),
  )
  const strength = meantStrength(senses, { held, size: post.size })
  // A word that belongs to two senses counts once.
  const least = senses.length > 1 ? meaning.leastOfSeveral : meaning.least
  if (held.size < meaning.words || strength < least || post.score < limits.potentialScore) return null
  const rank = (post.score + scoreOffset) * (meaning.scale * strength) ** meaning.exponent
  return { match: 'related', offTopic: false, rank: rank * askingFactor(post), occurrences: 0 }
}
