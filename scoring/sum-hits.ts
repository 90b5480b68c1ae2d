import { type FeatureRows, rowFields, rowShift, rowSize } from './feature-rows.ts'
import { type Hits, ruleFeatureCount } from './find-hits.ts'

/** What the hits of a post have together, times their values: field by field of their rows. */
export type HitSums = {
  words: Float64Array
  rules: Float64Array
  /** The masses of the words, times the squares of their values. */
  mass: number
}

/** Sums over the words of the title and of the body: all of one place have one value, so they are added up unscaled. */
const inTitle = new Int32Array(rowSize)
const inBody = new Int32Array(rowSize)

/** Room for the sums of a post. */
export function emptySums(): HitSums {
  return { words: new Float64Array(rowSize), rules: new Float64Array(rowSize), mass: 0 }
}

/** Leaves in `sums` what the hits of a post have together. */
export function sumHits(hits: HitsToSum, rows: FeatureRows, sums: HitSums): void {
  const { words, rules } = sums
  const { count, bodyFrom, feature, value, bodyPhraseValue } = hits
  // First and on its own: so short a loop has many rows on their way from memory at once, and the next finds them near.
  sums.mass = massOf(hits, rows, 0, bodyFrom) + bodyPhraseValue ** 2 * massOf(hits, rows, bodyFrom, count)
  inTitle.fill(0)
  inBody.fill(0)
  rules.fill(0)
  for (let at = 0; at < count; at++) {
    const found = feature[at] ?? 0
    const from = found << rowShift
    if (found >= ruleFeatureCount) addRow(at < bodyFrom ? inTitle : inBody, rows, from)
    else {
      const times = value[at] ?? 0
      for (let field = 0; field < rowSize; field++)
        rules[field] = (rules[field] ?? 0) + times * (rows[from + field] ?? 0)
    }
  }
  for (let field = 0; field < rowSize; field++)
    words[field] = (inTitle[field] ?? 0) + bodyPhraseValue * (inBody[field] ?? 0)
}

type HitsToSum = Pick<Hits, 'count' | 'bodyFrom' | 'feature' | 'value' | 'bodyPhraseValue'>

/** The masses of the hits from one to another; rules have none. */
function massOf({ feature }: HitsToSum, rows: FeatureRows, from: number, to: number): number {
  let mass = 0
  for (let at = from; at < to; at++) mass += rows[((feature[at] ?? 0) << rowShift) + rowFields.mass] ?? 0
  return mass
}

function addRow(into: Int32Array, rows: FeatureRows, from: number): void {
  for (let field = 0; field < rowSize; field++) into[field] = (into[field] ?? 0) + (rows[from + field] ?? 0)
}
