import { mostReasons } from './explain/explain-score.ts'
import { sortFew } from './explain/sort-few.ts'
import type { Model } from './model/read-model.ts'
import { type Signal, signalsAgainst } from './signal.ts'
import type { SignalSums } from './sum-signals.ts'
import type { ListingTest } from './weigh-whole-post.ts'

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
