import { buildPattern, literally } from '#contract/build-pattern.ts'
/** A word of the archive, and the number of titles that contain it as written. */
export type CountedWord = { word: string; titles: number }

/** The cost of each edit of a typed word. A missing or extra letter costs `doubled` if it repeats one. */
type EditCosts = Readonly<Record<'missing' | 'extra' | 'doubled' | 'swapped' | 'replaced', number>>

const equalCosts: EditCosts = { missing: 1, extra: 1, doubled: 1, swapped: 1, replaced: 1 }

/**
 * People omit a letter more often than they type a wrong one. Most often they omit one of two equal letters
 * (Pollock and Zamora, "Collection and characterization of spelling errors", 1983).
 */
const typingCosts: EditCosts = { doubled: 0.5, swapped: 0.7, missing: 0.8, extra: 0.9, replaced: 1 }

/** The cost of the cheapest edits of one word into another: insertions, deletions, substitutions and transpositions. */
function editCost(from: string, to: string, costs: EditCosts): number {
  const costOf = (word: string, at: number, usual: number) =>
    at > 1 && word[at - 1] === word[at - 2] ? costs.doubled : usual
  let beforeLast: number[] = []
  let last = [0]
  for (let j = 1; j <= to.length; j += 1) last.push((last[j - 1] ?? 0) + costOf(to, j, costs.missing))
  for (let i = 1; i <= from.length; i += 1) {
    const extra = costOf(from, i, costs.extra)
    const row = [(last[0] ?? 0) + extra]
    for (let j = 1; j <= to.length; j += 1) {
      const isSame = from[i - 1] === to[j - 1]
      const changed = Math.min(
        (last[j] ?? 0) + extra,
        (row[j - 1] ?? 0) + costOf(to, j, costs.missing),
        (last[j - 1] ?? 0) + (isSame ? 0 : costs.replaced),
      )
      const changedPlaces = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      row.push(changedPlaces ? Math.min(changed, (beforeLast[j - 2] ?? 0) + costs.swapped) : changed)
    }
    beforeLast = last
    last = row
  }
  return last[to.length] ?? 0
}

/** The edit distance between two words: insertions, deletions, substitutions and transpositions. */
export const editDistance = (from: string, to: string): number => editCost(from, to, equalCosts)

/** The correct spelling needs this many times more titles than the typed one. */
const timesCommoner = 50

/** A word in this many titles is not a typo, even if other words are similar. */
const leastKnown = 40
export const isWellKnown = ({ titles }: CountedWord) => titles >= leastKnown

/**
 * Market words at an edit distance of one from the typed word. Few or no titles contain these words, so
 * counts of titles cannot confirm them.
 */
export function nearbyMarketWords(written: string, marketWords: readonly string[]): CountedWord[] {
  const isNear = (word: string) =>
    word[0] === written[0] &&
    Math.abs(word.length - written.length) <= 1 &&
    (!word.startsWith(written) || word === `${written}${written.at(-1)}`) &&
    !written.startsWith(word) &&
    editDistance(written, word) === 1
  return marketWords.filter(isNear).map((word) => ({ word, titles: 1 }))
}

/** The word that was probably meant; null if the typed word is correct. */
export function meantWord(written: string, nearby: readonly CountedWord[]): string | null {
  const own = nearby.find(({ word }) => word === written)?.titles ?? 0
  const most = own > 0 || written.length < 7 ? 1 : 2
  const meant = nearby
    .filter(({ word, titles }) => word !== written && word[0] === written[0] && titles > own * timesCommoner)
    .map((one) => ({ ...one, distance: editDistance(written, one.word) }))
    .filter(({ word, distance }) => distance <= most && !isOtherForm(written, word))
    .map((one) => ({ ...one, cost: editCost(written, one.word, typingCosts) }))
    .sort((a, b) => a.distance - b.distance || a.cost - b.cost || b.titles - a.titles)
  return meant[0]?.word ?? null
}

/** Whether one word is the plural of the other. A search for a word also finds its plural. No plural ends in `ss`. */
function isOtherForm(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return long === `${short}s` && !short.endsWith('s')
}

/** A keyword with one of its words replaced. */
export function replaceWord(keyword: string, written: string, meant: string): string {
  return keyword.replace(
    buildPattern(`(?<![\\p{L}\\p{N}])${literally(written)}(?![\\p{L}\\p{N}])`, 'iu'),
    meant,
  )
}

/**
 * A word in titles of the results, with the number of these titles (`here`) and of all titles in the archive
 * (`titles`) that contain it.
 */
export type TitleWord = { word: string; stem: string; here: number; titles: number }

const mostRelated = 4
const fewestHere = 3
/** A keyword in fewer titles than this would find almost nothing. */
const fewestTitles = 5
const plainWord = /(?<![\p{L}\p{N}])[a-z]{4,}(?![\p{L}\p{N}])/gu
/** A word in a larger share of all titles is too common to be a keyword. */
const mostShare = 1 / 300

/** The plain words that several titles contain, each with the number of titles that contain it. */
export function sharedTitleWords(titles: readonly string[]): Map<string, number> {
  const here = new Map<string, number>()
  for (const title of titles) {
    for (const word of new Set(title.toLowerCase().match(plainWord)))
      here.set(word, (here.get(word) ?? 0) + 1)
  }
  return new Map([...here].filter(([, count]) => count >= fewestHere))
}

/** The input of `relatedWords`: the numbers of titles in results and archive, and the keyword's stems. */
type Among = {
  titles: number
  all: number
  keywordStems: readonly string[]
  /** Keywords among the words of the sense, the most specific first. */
  meant?: readonly string[]
}

/**
 * Words that are far more frequent in the titles of the results than elsewhere. Words of the sense come
 * first: those in titles of the results, then others in enough titles of the archive.
 */
export function relatedWords(
  words: readonly TitleWord[],
  { titles, all, keywordStems, meant = [] }: Among,
): string[] {
  const known = words.filter(
    ({ stem, titles: ofAll }) => ofAll <= mostShare * all && stem !== '' && !keywordStems.includes(stem),
  )
  const characteristic = known
    .filter(({ here }) => here > 0)
    .map((one) => ({ ...one, lift: one.here / titles / (Math.max(1, one.titles) / Math.max(1, all)) }))
    .sort((a, b) => b.here * Math.log(b.lift) - a.here * Math.log(a.lift))
  const telling = meant.flatMap(
    (word) => known.find((one) => one.word === word && one.titles >= fewestTitles) ?? [],
  )
  const inOrder = [
    ...characteristic.filter(({ word }) => meant.includes(word)),
    ...telling,
    ...characteristic,
  ].map(({ stem, word }) => [stem, word] as const)
  // The first word of each stem.
  const stems = new Set(inOrder.map(([stem]) => stem))
  const first = new Map(inOrder.toReversed())
  return [...stems].slice(0, mostRelated).map((stem) => first.get(stem) ?? stem)
}
