import { mostReasons } from './explain/choose-reasons.ts'
import { sortFew } from './explain/sort-few.ts'
import type { ListingWords, Model } from './model/read-model.ts'
import { held, plainExp } from './plain-math.ts'
import type { FoundPhrases } from './read-sentences.ts'
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

/** How many sentences can be expected to show the signal of a column, and from how many on it is listed. */
type Expectation = { column: number; expected: number; listedFrom: number }

/** Whether a post shows one of the signals that words help to list; they are weighed only where sentences leave doubt. */
export function isListedByWords(
  listing: ListingWords,
  distinct: FoundPhrases,
  { column, expected, listedFrom }: Expectation,
): boolean {
  if (expected < leastHint) return false
  const told = expected + leastExpected
  if (told * largestFactor < listedFrom || told >= listedFrom * largestFactor) return told >= listedFrom
  return told * listingFactor(listing, distinct, column) >= listedFrom
}

/**
 * The signals that a post shows: those for it by what they add to the score, then those against it; no more than evidence
 * has room for.
 */
export function listSignals(
  { detectors, listing }: Model,
  sums: SignalSums,
  distinct: FoundPhrases,
): Signal[] {
  const listed: { signal: Signal; against: boolean; strength: number }[] = []
  for (let place = 0; place < detectors.length; place++) {
    const expected = sums.expected[place] ?? 0
    const detector = detectors[place]
    if (expected === 0 || detector === undefined) continue
    const { signal, listedFrom } = detector
    const column = listing.columns[place] ?? -1
    const isListed =
      column < 0
        ? expected >= listedFrom
        : isListedByWords(listing, distinct, { column, expected, listedFrom })
    const strength = Math.abs(sums.added[place] ?? 0)
    if (isListed) listed.push({ signal, against: signalsAgainst.has(signal), strength })
  }
  sortFew(
    listed,
    (one, other) => Number(one.against) - Number(other.against) || other.strength - one.strength,
  )
  return listed.slice(0, mostReasons).map(({ signal }) => signal)
}
