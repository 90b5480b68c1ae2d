import { mostReasons } from './explain/explain-score.ts'
import type { Model } from './model/read-model.ts'
import { type Signal, signalLabels } from './signal.ts'
import type { SignalSums } from './sum-signals.ts'
import type { ListingTest } from './weigh-whole-post.ts'

/** The signals that a post shows: those for it by what they add to the score, then those against it; no more than evidence has room for. */
export function listSignals(
  { detectors, listing }: Model,
  { expected, added }: SignalSums,
  showsByWords: ListingTest,
): Signal[] {
  return detectors
    .map(({ signal, listedFrom }, place) => {
      const sentences = expected[place] ?? 0
      const column = listing.placeOf.get(signal)
      return {
        signal,
        isListed:
          column === undefined ? sentences >= listedFrom : showsByWords(column, sentences, listedFrom),
        against: signalLabels[signal].direction === 'against' ? 1 : 0,
        strength: Math.abs(added[place] ?? 0),
      }
    })
    .filter(({ isListed }) => isListed)
    .sort((one, other) => one.against - other.against || other.strength - one.strength)
    .slice(0, mostReasons)
    .map(({ signal }) => signal)
}
