import { mostReasons } from './explain/explain-score.ts'
import { sortFew } from './explain/sort-few.ts'
import type { ListingWords, Model } from './model/read-model.ts'
import { held, plainExp } from './plain-math.ts'
import type { FoundPhrases, PostReading } from './read-sentences.ts'
import { type Signal, signalsAgainst } from './signal.ts'
import type { SignalSums } from './sum-signals.ts'

/**
 * How far the words of a whole post may move what its sentences say of a listed signal, as a logarithm: they decide where
 * sentences leave doubt.
 */
const mostOfWords = 1.5
const largestFactor = plainExp(mostOfWords)
/** So many sentences have to be expected to show a signal before words may list it: one in ten that does. */
export const leastHint = 0.1
/** Added to the sentences that can be expected to show a signal, so that words have something to multiply. */
export const leastExpected = 0.02

/**
 * Tells whether a post shows a signal, by its place among those that words help to list, how many sentences can be
 * expected to show it, and from how many on it is listed.
 */
export type ListingTest = (place: number, expected: number, listedFrom: number) => boolean

/** What a phrase counts for in a post of so many: the more there are, the less each says. */
export function shareOfPhrase(phrases: number): number {
  return 1 / Math.sqrt(phrases + 10)
}

/** What the words of a post multiply the sentences by that can be expected to show a signal. */
export function listingFactor(
  { weights, steps }: ListingWords,
  { phrase, count }: FoundPhrases,
  place: number,
): number {
  // By so much to the upper end of an integer, from where the number comes down with its sign.
  const up = 28 - 4 * place
  let sum = 0
  for (let at = 0; at < count; at++) sum += ((weights[phrase[at] ?? 0] ?? 0) << up) >> 28
  return plainExp(held(sum * (steps[place] ?? 0) * shareOfPhrase(count), mostOfWords))
}

/** Makes a reader that weighs the words of a post only where its sentences leave doubt. */
export function makeListingReader({
  listing,
}: Pick<Model, 'listing'>): (reading: PostReading) => ListingTest {
  return ({ distinct }) =>
    (place, expected, listedFrom) => {
      if (expected < leastHint) return false
      const told = expected + leastExpected
      if (told * largestFactor < listedFrom || told >= listedFrom * largestFactor) return told >= listedFrom
      return told * listingFactor(listing, distinct, place) >= listedFrom
    }
}

/**
 * The signals that a post shows: those for it by what they add to the score, then those against it; no more than evidence
 * has room for.
 */
export function listSignals(
  { detectors, listing }: Model,
  { expected, added }: SignalSums,
  showsByWords: ListingTest,
): Signal[] {
  const listed: { signal: Signal; against: boolean; strength: number }[] = []
  for (let place = 0; place < detectors.length; place++) {
    const sentences = expected[place] ?? 0
    const detector = detectors[place]
    if (sentences === 0 || detector === undefined) continue
    const { signal, listedFrom } = detector
    const column = listing.columns[place] ?? -1
    if (column < 0 ? sentences < listedFrom : !showsByWords(column, sentences, listedFrom)) continue
    listed.push({ signal, against: signalsAgainst.has(signal), strength: Math.abs(added[place] ?? 0) })
  }
  sortFew(
    listed,
    (one, other) => Number(one.against) - Number(other.against) || other.strength - one.strength,
  )
  const named: Signal[] = []
  for (const { signal } of listed) if (named.length < mostReasons) named.push(signal)
  return named
}
