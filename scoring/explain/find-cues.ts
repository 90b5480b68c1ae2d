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
  cues.sort((one, other) => other.says - one.says || one.from - other.from)
  const kept: Cue[] = []
  for (const cue of cues) {
    if (kept.length === mostCues) break
    if (kept.every((one) => cue.to <= one.from || cue.from >= one.to)) kept.push(cue)
  }
  return kept
    .sort((one, other) => one.from - other.from)
    .flatMap(({ from, to }) => [tokens.start[Math.max(1, from)] ?? 0, tokens.end[to - 1] ?? 0])
}
