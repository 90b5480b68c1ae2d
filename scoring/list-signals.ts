import { mostReasons } from './explain/choose-reasons.ts'
import { sortFew } from './explain/sort-few.ts'
import type { ListingWords, Model } from './model/read-model.ts'
import { held, plainExp } from './plain-math.ts'
import type { FoundPhrases } from './read-sentences.ts'
import { type Signal, signalsAgainst } from './signal.ts'
import type { SignalSums } from './sum-signals.ts'

/**
 * The maximum effect of a post's words on whether a signal is listed, as a logarithm. Words only decide
 * unclear cases.
 */
const mostOfWords = 1.5
const largestFactor = plainExp(mostOfWords)
/** Words can list a signal only if the expected number of sentences with the signal is at least this. */
export const leastHint = 0.1
/**
 * Added to the expected number of sentences, so that the factor of the words has an effect even on small
 * numbers.
 */
export const leastExpected = 0.02

/**
 * The weight of each phrase in a post with this many phrases. The more phrases a post has, the less each
 * counts.
 */
export function shareOfPhrase(phrases: number): number {
  return 1 / Math.sqrt(phrases + 10)
}

/** The factor by which a post's words multiply the expected number of sentences. */
export function listingFactor(
  { weights, steps }: ListingWords,
  { phrase, count }: FoundPhrases,
  place: number,
): number {
  // A left shift by this number of bits moves a value to the upper end of an integer. The right shift then
  // extends the sign.
  const up = 28 - 4 * place
  let sum = 0
  for (let at = 0; at < count; at++) sum += ((weights[phrase[at] ?? 0] ?? 0) << up) >> 28
  return plainExp(held(sum * (steps[place] ?? 0) * shareOfPhrase(count), mostOfWords))
}

/**
 * The expected number of sentences that show the signal of a column, and the number from which the signal is
 * listed.
 */
type Expectation = { column: number; expected: number; listedFrom: number }

/**
 * Whether a signal is listed for a post. Only for signals that words help to list; words count only in
 * unclear cases.
 */
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
 * The signals of a post, at most as many as evidence can have: first the signals for a need by their
 * contribution to the score, then the signals against a need.
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
