import type { Judged, Scale } from './scoring-validation.ts'

/** The grade from which a post has potential. */
export const potentialFrom = 1.5

/** The grade from which its potential is moderate or strong. */
const clearFrom = 2

/** Values with which posts have potential, and which have it clearly. */
export function judged(values: readonly number[], grades: readonly number[]): Judged {
  return {
    values,
    positive: grades.map((grade) => grade >= potentialFrom),
    clear: grades.map((grade) => grade >= clearFrom),
  }
}

/** Prints how many posts of each score have potential. */
export function printReliability(
  name: string,
  values: readonly number[],
  grades: readonly number[],
  scale: Scale,
): void {
  const positive = grades.map((grade) => grade >= potentialFrom)
  const scores = values.map((value) =>
    Math.max(0, Math.min(100, Math.round(scale.base + scale.pointsPerUnit * value))),
  )
  console.log(`\nReliability, ${name}: posts by score, and how many of them have potential`)
  const bounds = [0, 20, 40, 50, 60, 70, 80, 101]
  bounds.slice(0, -1).forEach((from, at) => {
    const to = bounds[at + 1] ?? 101
    const inside = scores
      .map((_, post) => post)
      .filter((post) => {
        const score = scores[post] ?? 0
        return score >= from && score < to
      })
    const good = inside.filter((post) => positive[post]).length
    const share = inside.length === 0 ? '-' : `${((100 * good) / inside.length).toFixed(1)}%`
    console.log(
      `${String(from).padStart(3)}-${String(Math.min(100, to - 1)).padEnd(3)} ${String(inside.length).padStart(5)} posts  ${share}`,
    )
  })
  const below = scores.map((_, post) => post).filter((post) => (scores[post] ?? 0) < 40)
  const missed = below.filter((post) => positive[post]).length
  console.log(`below 40: ${((100 * missed) / Math.max(1, below.length)).toFixed(1)}% potential`)
  const above = grades.filter((_, post) => (scores[post] ?? 0) >= 80)
  const clear = above.filter((grade) => grade >= clearFrom).length
  console.log(
    `80 and more: ${((100 * clear) / Math.max(1, above.length)).toFixed(1)}% of grade ${clearFrom} and more`,
  )
}
