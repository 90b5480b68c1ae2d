import { Buffer } from 'node:buffer'
import type { ModelFile } from '#scoring/model/read-model.ts'
import { ruleFeatureCount } from '#scoring/read-sentences.ts'
import { rulePlaces, ruleTable } from '#scoring/rules/rule-table.ts'
import { signals } from '#scoring/signal.ts'
import type { DetectorWeights } from './fit-detectors.ts'
import type { OtherWording } from './fit-other-wording.ts'
import { addTimes, countUses } from './gradient-descent.ts'
import type { SentenceTable } from './sentence-table.ts'
import type { EmbeddedWords } from './word-embeddings.ts'

const width = signals.length
/** Phrases kept, those that move log odds most: the served file stays below two megabytes. */
const mostPhrases = 25_000

type Learned = { weights: DetectorWeights; words: EmbeddedWords; table: SentenceTable }

/** What the score is made of, learned after the detectors. */
export type ScoreNumbers = Pick<ModelFile, 'other' | 'listing' | 'scale' | 'about'> & {
  reasonFrom: ArrayLike<number>
  listedFrom: ArrayLike<number>
  worths: ArrayLike<number>
}

/**
 * Gives words used alike their share, keeps the phrases that say most, and counts weights in signed bytes. There is no
 * score yet, while only the detectors are known.
 */
export function packDetectors(learned: Learned): ModelFile {
  const { weights, words, table } = learned
  const local = new Float32Array(table.phrases.length * width)
  const context = new Float32Array(table.phrases.length * width)
  table.phrases.forEach((_, phrase) => {
    const feature = ruleFeatureCount + phrase
    addTimes(local, weights.features.value, {
      to: phrase * width,
      from: feature * width,
      count: width,
      times: 1,
    })
    const found = words.place[feature] ?? -1
    if (found < 0) return
    for (let each = 0; each < words.size; each++) {
      const times = words.vectors[found * words.size + each] ?? 0
      const row = { to: phrase * width, from: each * width, count: width, times }
      addTimes(local, weights.alike.value, row)
      addTimes(context, weights.context.value, row)
    }
  })
  const kept = strongestPhrases(table, local, context)
  const singles = kept.filter((phrase) => !(table.phrases[phrase] ?? '').includes(' '))
  const ownSteps = stepsOf(local, kept)
  const contextSteps = stepsOf(context, singles)
  const named = signals.map((signal, column) => [
    signal,
    {
      base: rounded(weights.base.value[column]),
      inTitle: rounded(weights.inTitle.value[column]),
      asks: rounded(weights.asks.value[column]),
      step: ownSteps[column] ?? 0,
      contextStep: contextSteps[column] ?? 0,
      rules: packRules(weights, column),
      reasonFrom: 0,
      listedFrom: 0,
      worth: 0,
    },
  ])
  return {
    about: '',
    signals: Object.fromEntries(named),
    other: { base: 0, most: 1, step: 1, weights: '' },
    listing: { steps: {}, weights: '' },
    scale: { middle: 0, steepness: 1 },
    phrases: kept.map((phrase) => table.phrases[phrase] ?? ''),
    local: packRows(local, kept, ownSteps),
    context: packRows(context, singles, contextSteps),
  }
}

export function replaceScore(
  file: ModelFile,
  { reasonFrom, listedFrom, worths, ...score }: ScoreNumbers,
): ModelFile {
  const named = signals.map((signal, column) => [
    signal,
    {
      ...file.signals[signal],
      reasonFrom: rounded(reasonFrom[column]),
      listedFrom: rounded(listedFrom[column]),
      worth: rounded(worths[column]),
    },
  ])
  return { ...file, ...score, signals: Object.fromEntries(named) }
}

export const rounded = (value: number | undefined): number => Math.round((value ?? 0) * 1e4) / 1e4

/** Single words first, as only they speak from a title; in each part the phrases in the order of the alphabet. */
function strongestPhrases(table: SentenceTable, local: Float32Array, context: Float32Array): number[] {
  const uses = countUses(table.feature, ruleFeatureCount + table.phrases.length)
  const strength = table.phrases.map((_, phrase) => {
    let sum = 0
    for (let at = phrase * width; at < (phrase + 1) * width; at++)
      sum += (local[at] ?? 0) ** 2 + 0.25 * (context[at] ?? 0) ** 2
    return sum * (uses[ruleFeatureCount + phrase] ?? 0)
  })
  const isSingle = (phrase: number) => (table.phrases[phrase]?.includes(' ') === true ? 1 : 0)
  return table.phrases
    .map((_, phrase) => phrase)
    .sort((one, other) => (strength[other] ?? 0) - (strength[one] ?? 0) || one - other)
    .slice(0, mostPhrases)
    .sort((one, other) => isSingle(one) - isSingle(other) || one - other)
}

/** By column the step that lets its largest weight fit a signed byte. */
function stepsOf(weights: Float32Array, kept: readonly number[]): number[] {
  return signals.map((_, column) => {
    let most = 0.01
    for (const phrase of kept) most = Math.max(most, Math.abs(weights[phrase * width + column] ?? 0))
    return Math.ceil((most / 127) * 1e6) / 1e6
  })
}

function packRows(weights: Float32Array, kept: readonly number[], steps: readonly number[]): string {
  const bytes = Int8Array.from({ length: kept.length * width }, (_, at) => {
    const column = at % width
    const phrase = kept[Math.floor(at / width)] ?? 0
    return Math.round((weights[phrase * width + column] ?? 0) / (steps[column] ?? 1))
  })
  return Buffer.from(bytes.buffer).toString('base64')
}

function packRules({ features }: DetectorWeights, column: number): Record<string, number[]> {
  return Object.fromEntries(
    ruleTable.map(({ key }, rule) => [
      key,
      rulePlaces.map((_, place) =>
        rounded(features.value[(rule * rulePlaces.length + place) * width + column]),
      ),
    ]),
  )
}

/** Other wording in signed bytes, for the phrases of a model in their order. */
export function packOther({ base, weights }: OtherWording, most: number): ModelFile['other'] {
  const largest = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0.01)
  const step = Math.ceil((largest / 127) * 1e6) / 1e6
  const bytes = Int8Array.from(weights, (weight) => Math.round(weight / step))
  return { base: rounded(base), most, step, weights: Buffer.from(bytes.buffer).toString('base64') }
}
