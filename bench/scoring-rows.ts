import type { HitFinder } from '#scoring/find-hits.ts'
import type { ScorablePost } from '#scoring/score-post.ts'

/** A row of a sparse matrix: feature numbers and values. */
export type SparseRow = { features: Int32Array; values: Float64Array }

/** Reads a post into a row of the regression. */
export function readRow(finder: HitFinder, post: ScorablePost): SparseRow {
  const hits = finder.find(post)
  const sums = new Map<number, number>()
  for (let at = 0; at < hits.count; at++) {
    const feature = hits.feature[at] ?? 0
    sums.set(feature, (sums.get(feature) ?? 0) + (hits.value[at] ?? 0))
  }
  return { features: Int32Array.from(sums.keys()), values: Float64Array.from(sums.values()) }
}

/** The linear value of a row, without a base. */
export function rowValue(row: SparseRow, weights: Float64Array): number {
  let sum = 0
  for (let at = 0; at < row.features.length; at++) {
    sum += (weights[row.features[at] ?? 0] ?? 0) * (row.values[at] ?? 0)
  }
  return sum
}
