/** Ranks start at 1. Equal values get their mean rank. */
function ranks(values: readonly number[]): number[] {
  const order = values.map((_, at) => at).sort((one, other) => (values[one] ?? 0) - (values[other] ?? 0))
  const result = values.map(() => 0)
  let from = 0
  while (from < order.length) {
    let to = from
    while (to < order.length && values[order[to] ?? 0] === values[order[from] ?? 0]) to++
    for (let at = from; at < to; at++) result[order[at] ?? 0] = (from + to + 1) / 2
    from = to
  }
  return result
}

/** The probability that a positive post scores higher than a negative one (AUC); 0.5 for random scores. */
export function areaUnderCurve(scores: readonly number[], positive: readonly boolean[]): number {
  const rank = ranks(scores)
  const positives = positive.filter(Boolean).length
  const sum = rank.reduce((total, one, at) => total + (positive[at] ? one : 0), 0)
  return (sum - (positives * (positives + 1)) / 2) / (positives * (scores.length - positives))
}

/** Spearman's rank correlation. Values may be equal. */
export function spearman(one: readonly number[], other: readonly number[]): number {
  const first = ranks(one)
  const second = ranks(other)
  const middle = (one.length + 1) / 2
  let both = 0
  let left = 0
  let right = 0
  first.forEach((rank, at) => {
    const there = (second[at] ?? 0) - middle
    both += (rank - middle) * there
    left += (rank - middle) ** 2
    right += there ** 2
  })
  return both / Math.sqrt(left * right)
}

function best(scores: readonly number[], count: number): number[] {
  return scores
    .map((_, at) => at)
    .sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0) || one - other)
    .slice(0, count)
}

/** Normalised discounted cumulative gain of the first `count` posts, with gains of 2^grade - 1. */
export function ndcg(scores: readonly number[], grades: readonly number[], count = 20): number {
  const gain = (order: readonly number[]) =>
    order.reduce((sum, at, place) => sum + (2 ** (grades[at] ?? 0) - 1) / Math.log2(place + 2), 0)
  return gain(best(scores, count)) / gain(best(grades, count))
}

/** The share of positive posts among the first `count`. */
export function precisionAt(scores: readonly number[], positive: readonly boolean[], count = 20): number {
  return best(scores, count).filter((at) => positive[at]).length / count
}

/** A random number generator with a seed. Numbers are from 0 to 1. */
export function seededRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Shuffles a list in place, and returns it. */
export function shuffle<T>(list: T[], random: () => number): T[] {
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const last = list[at] as T
    list[at] = list[other] as T
    list[other] = last
  }
  return list
}
