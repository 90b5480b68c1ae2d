import { readColumn } from '../model/packed-rows.ts'
import { type Model, signalCount } from '../model/read-model.ts'
import { ruleFeatureCount, type TextReading } from '../read-sentences.ts'
import { phraseValue } from '../sum-signals.ts'

const mostCues = 3
/** A match that says less than this, in log odds, told nothing by itself. */
const leastLogOdds = 0.5

type Cue = { from: number; to: number; says: number }

/**
 * The matches that say most of a signal in one sentence, as starts and ends in the text: at most three, none within
 * another, in the order in which they stand.
 */
export function findCues(model: Model, text: TextReading, sentence: number, signal: number): number[] {
  const { sentences, featuresFrom, feature, tokens } = text
  const value = phraseValue((sentences.to[sentence] ?? 0) - (sentences.from[sentence] ?? 0))
  const cues: Cue[] = []
  for (let at = featuresFrom[sentence] ?? 0; at < (featuresFrom[sentence + 1] ?? 0); at++) {
    const found = feature[at] ?? 0
    const says =
      found < ruleFeatureCount
        ? (model.rules[found * signalCount + signal] ?? 0)
        : readColumn(model.local, found - ruleFeatureCount, signal) * (model.localSteps[signal] ?? 0) * value
    if (says >= leastLogOdds) cues.push({ from: text.from[at] ?? 0, to: text.to[at] ?? 0, says })
  }
  const kept: Cue[] = []
  while (kept.length < mostCues) {
    const next = strongestApart(cues, kept)
    if (next === undefined) break
    kept.push(next)
  }
  kept.sort((one, other) => one.from - other.from)
  const places: number[] = []
  for (const { from, to } of kept) places.push(tokens.start[Math.max(1, from)] ?? 0, tokens.end[to - 1] ?? 0)
  return places
}

/** The cue that says most of those that share no word with the kept ones; of equals the one that begins first. */
function strongestApart(cues: readonly Cue[], kept: readonly Cue[]): Cue | undefined {
  let best: Cue | undefined
  for (const cue of cues) {
    const better =
      best === undefined || cue.says > best.says || (cue.says === best.says && cue.from < best.from)
    if (better && isApart(cue, kept)) best = cue
  }
  return best
}

function isApart({ from, to }: Cue, kept: readonly Cue[]): boolean {
  for (const one of kept) if (to > one.from && from < one.to) return false
  return true
}
