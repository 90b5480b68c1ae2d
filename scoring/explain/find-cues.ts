import { readColumn } from '../model/packed-rows.ts'
import { type Model, otherColumn, signalCount } from '../model/read-model.ts'
import { ruleFeatureCount } from '../read-sentences.ts'
import { phraseValue } from '../sum-signals.ts'
import type { PlacedSentence } from './place-sentence.ts'
import { sortFew } from './sort-few.ts'

const mostCues = 3
/** A match with a smaller log odds says too little by itself. */
const leastLogOdds = 0.5

/** Words that nobody would point at, whatever they weigh, unless more stands with them. */
const pointless = new Set(
  'a an the this that these those it its is are was were be been being am do does did have has had of to for in on at by with from as and or but so if than then also just only very really quite rather seem seems seemed would could should can may might will there here i im ive id me we you your he she they them their what which who how when where why one some any all both either such per via etc up out about into over not no because while though although however getting get got already same new'.split(
    ' ',
  ),
)
const content = /[\p{L}\p{N}$€£]/u

/** Whether a match is more than a sign or one word like "seems". */
function saysSomething(text: string): boolean {
  return content.test(text) && !pointless.has(text.toLowerCase().replaceAll(/[^\p{L}\p{N} ]/gu, ''))
}

type Cue = { from: number; to: number; says: number }

/**
 * The strongest matches of a signal in one sentence, as start and end offsets: at most three, none within another,
 * in text order.
 */
export function findCues(
  model: Model,
  { text, at: sentence, written }: Pick<PlacedSentence, 'text' | 'at' | 'written'>,
  { column, against }: { column: number; against: boolean },
): number[] {
  const { sentences, featuresFrom, feature, from, to, tokens } = text
  const { rules, local, localSteps } = model
  const value = phraseValue((sentences.to[sentence] ?? 0) - (sentences.from[sentence] ?? 0))
  const beside = column === otherColumn
  // Cues have to point to the signal, whether the signal is for a need or against one.
  const step = (localSteps[column] ?? 0) * (beside && against ? -1 : 1)
  const least = beside ? 0 : leastLogOdds
  const end = featuresFrom[sentence + 1] ?? 0
  const cues: Cue[] = []
  for (let at = featuresFrom[sentence] ?? 0; at < end; at++) {
    const found = feature[at] ?? 0
    const says =
      found < ruleFeatureCount
        ? beside
          ? 0
          : (rules[found * signalCount + column] ?? 0)
        : readColumn(local, found, column) * step * value
    if (says <= least) continue
    const cue = { from: from[at] ?? 0, to: to[at] ?? 0, says }
    if (saysSomething(written.slice(tokens.start[Math.max(1, cue.from)], tokens.end[cue.to - 1])))
      cues.push(cue)
  }
  const kept: Cue[] = []
  while (kept.length < mostCues) {
    const next = strongestApart(cues, kept)
    if (next === undefined) break
    kept.push(next)
  }
  sortFew(kept, (one, other) => one.from - other.from)
  const places: number[] = []
  for (const cue of kept) places.push(tokens.start[Math.max(1, cue.from)] ?? 0, tokens.end[cue.to - 1] ?? 0)
  return places
}

/** The strongest cue that shares no word with the chosen ones; ties go to the first. */
function strongestApart(cues: readonly Cue[], kept: readonly Cue[]): Cue | undefined {
  let best: Cue | undefined
  for (const cue of cues) {
    const better =
      best === undefined || cue.says > best.says || (cue.says === best.says && cue.from < best.from)
    if (better && kept.every(({ from, to }) => cue.to <= from || cue.from >= to)) best = cue
  }
  return best
}
