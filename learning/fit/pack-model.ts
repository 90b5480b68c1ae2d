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
/**
 * The number of phrases that are kept: those with the largest effect on the log odds. With more phrases, the
 * served file would exceed two megabytes.
 */
const mostPhrases = 25_000

type Learned = { weights: DetectorWeights; words: EmbeddedWords; table: SentenceTable }

/** The parameters of the score, which are learned after the detectors. */
export type ScoreNumbers = Pick<ModelFile, 'other' | 'listing' | 'scale' | 'about'> & {
  reasonFrom: ArrayLike<number>
  listedFrom: ArrayLike<number>
  worths: ArrayLike<number>
}

/**
 * Adds the contribution of each phrase's embedding to the phrase's weights, keeps the strongest phrases, and
 * rounds weights to signed bytes. Also used before there is a score, when only the detectors are known.
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
  const packedLocal = packBytes(local, kept, width)
  const packedContext = packBytes(context, singles, width)
  const named = signals.map((signal, column) => [
    signal,
    {
      base: rounded(weights.base.value[column]),
      inTitle: rounded(weights.inTitle.value[column]),
      asks: rounded(weights.asks.value[column]),
      step: packedLocal.steps[column] ?? 0,
      contextStep: packedContext.steps[column] ?? 0,
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
    local: packedLocal.text,
    context: packedContext.text,
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

/** In alphabetical order, but single words first, because only single words have an effect in titles. */
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

/** Rows of weights as signed bytes. The scale of each column fits its largest weight. */
function packBytes(weights: Float32Array, rows: readonly number[], columns: number) {
  const steps = Array.from({ length: columns }, (_, column) => {
    let most = 0.01
    for (const row of rows) most = Math.max(most, Math.abs(weights[row * columns + column] ?? 0))
    return Math.ceil((most / 127) * 1e6) / 1e6
  })
  const bytes = Int8Array.from({ length: rows.length * columns }, (_, at) => {
    const weight = weights[(rows[Math.floor(at / columns)] ?? 0) * columns + (at % columns)] ?? 0
    return Math.round(weight / (steps[at % columns] ?? 1))
  })
  return { steps, text: Buffer.from(bytes.buffer).toString('base64') }
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

/** Other wording as signed bytes, in the order of a model's phrases. */
export function packOther({ base, weights }: OtherWording, most: number): ModelFile['other'] {
  const { steps, text } = packBytes(weights, [...weights.keys()], 1)
  return { base: rounded(base), most, step: steps[0] ?? 1, weights: text }
}
