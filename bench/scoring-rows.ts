import type { HitFinder } from '#scoring/find-hits.ts'
import type { ScorablePost } from '#scoring/score-post.ts'
import type { SparseRow } from './scoring-regression.ts'

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
