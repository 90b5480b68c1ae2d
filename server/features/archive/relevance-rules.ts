import type { KeywordMatch } from '#contract/search.ts'
import type { PostRank } from '#server/ports.ts'
import { type ReadTerm, type Spelling, wantedTerms } from './archive-query-rules.ts'

/** Where lexemes stand in a post, as the archive tells it; `3A,17,40`: word 3, in the title, and words 17 and 40. */
export type HeldWords = {
  score: number
  /** The share of its community's posts that tell of work, 0 to 1; 0 where it is small or was not counted. */
  business: number
  /** Whether it shows the signal `question`: one answer, and the need is over. */
  isOneOff: boolean
  /** How many lexemes the post has. */
  size: number
  /** False where the post was kept before word forms were. */
  knowsForms: boolean
  /** In the order of `askedLexemes`; '' where the post does not hold it. */
  places: readonly string[]
  /** In the order of `askedForms`. */
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
const asPhrase = 1.3
const closeTogether = 1.15
const allInTitle = 1.15
const otherForm = 0.8
/** Seven of ten such posts have potential, of other strong ones nine: the score tells it too little. */
const oneOff = 0.82
/** Words are meant as people mean them at work: among posts with all of them, those of communities that speak of work. */
const businessWeight = 0.7
/** So many words more than there are terms still are close together. */
const closeWords = 8

type Places = { title: number[]; text: number[] }

/** The lexemes whose places a ranking needs, each once. */
export function askedLexemes(terms: readonly ReadTerm[]): string[] {
  const spellings = wantedTerms(terms).flatMap((term) => term.spellings)
  return [...new Set(spellings.flatMap((spelling) => spelling.map(({ lexeme }) => lexeme)))]
}

export function askedForms(terms: readonly ReadTerm[]): string[] {
  return [...new Set(wantedTerms(terms).flatMap(({ form }) => (form === null ? [] : [form])))]
}

function readPlaces(told: string): Places {
  const places: Places = { title: [], text: [] }
  if (told === '') return places
  for (const place of told.split(','))
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

type FoundTerm = { term: ReadTerm; places: Places; all: number[]; hasForm: boolean }

/** What of a keyword is the same for every post. */
type Asked = { wanted: readonly ReadTerm[]; lexemes: readonly string[]; forms: readonly string[] }

function findTerms({ wanted, lexemes, forms }: Asked, held: HeldWords): FoundTerm[] {
  const byLexeme = new Map(lexemes.map((lexeme, at) => [lexeme, readPlaces(held.places[at] ?? '')]))
  const placesOf = (lexeme: string) => byLexeme.get(lexeme) ?? { title: [], text: [] }
  return wanted.map((term) => {
    const each = term.spellings.map((spelling) => placesOfSpelling(spelling, placesOf))
    const places = { title: each.flatMap((one) => one.title), text: each.flatMap((one) => one.text) }
    const all = [...places.title, ...places.text].sort((a, b) => a - b)
    const isOtherwiseSpelt = each.slice(1).some((one) => one.title.length + one.text.length > 0)
    const hasForm =
      term.form === null ||
      !held.knowsForms ||
      isOtherwiseSpelt ||
      held.hasForms[forms.indexOf(term.form)] === true
    return { term, places, all, hasForm }
  })
}

/** The classic measure of how much a text is about words, with fields. */
function bm25(found: readonly FoundTerm[], { size, knowsForms }: HeldWords): number {
  const usual = knowsForms ? usualSize.withForms : usualSize.withoutForms
  const length = saturation * (1 - lengthShare + (lengthShare * size) / usual)
  let sum = 0
  for (const { term, places } of found) {
    const frequency = titleWeight * places.title.length + places.text.length
    sum += (term.rarity * frequency * (saturation + 1)) / (frequency + length)
  }
  return sum
}

/** Whether the terms follow each other somewhere as they do in the keyword; a word in two spellings may take more room. */
function isPhrase([first, ...rest]: readonly FoundTerm[]): boolean {
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
function isClose(found: readonly FoundTerm[]): boolean {
  if (found.length < 2 || found.some(({ all }) => all.length === 0)) return false
  const places = found.flatMap(({ all }, term) => all.map((place) => ({ place, term })))
  const last = found.map(() => Number.NEGATIVE_INFINITY)
  return places
    .sort((a, b) => a.place - b.place)
    .some(({ place, term }) => {
      last[term] = place
      return place - Math.min(...last) < closeWords + found.length
    })
}

function matchOf(found: readonly FoundTerm[]): KeywordMatch {
  if (found.length > 0 && found.every(({ places }) => places.title.length > 0)) return 'title'
  return found.every(({ all }) => all.length > 0) ? 'post' : 'related'
}

function rankOf(asked: Asked, held: HeldWords): PostRank {
  const found = findTerms(asked, held)
  const match = matchOf(found)
  const rarest = found.reduce<FoundTerm | null>(
    (best, one) => (best === null || one.term.rarity > best.term.rarity ? one : best),
    null,
  )
  const factors = [
    isPhrase(found) ? asPhrase : 1,
    isClose(found) ? closeTogether : 1,
    match === 'title' ? allInTitle : 1,
    match === 'related' ? 1 : 1 + businessWeight * held.business,
    held.isOneOff ? oneOff : 1,
    found.every(({ all, hasForm }) => all.length === 0 || hasForm) ? 1 : otherForm,
  ]
  const rank = (held.score + scoreOffset) * bm25(found, held) ** relevanceExponent
  return {
    match,
    rank: factors.reduce((product, factor) => product * factor, rank),
    occurrences: rarest?.all.length ?? 0,
  }
}

/**
 * How far up a post belongs among the answers to a keyword: its need (the score) times how much it is about the
 * keyword. `rank` is comparable between the posts of one keyword only (docs/decisions/0020).
 */
export function rankerFor(terms: readonly ReadTerm[]): (held: HeldWords) => PostRank {
  const asked = { wanted: wantedTerms(terms), lexemes: askedLexemes(terms), forms: askedForms(terms) }
  return (held) => rankOf(asked, held)
}
