const single = Math.fround

/** The limit of 1 + 1/4 + 1/9 + ..., with the same digits as in PostgreSQL's source. */
const limitOfSum = 1.64493406685
const weights = { title: 1, text: single(0.8) }

/**
 * PostgreSQL's `ts_rank` of lexemes joined by "or", in single precision, so that posts get the same order.
 * Each position in `held` is doubled, and increased by one if it is in the title.
 */
export function senseShareOf(held: readonly (readonly number[] | null)[]): number {
  if (held.length === 0) return 0
  let rank = 0
  for (const positions of held) {
    if (positions === null) continue
    let [sum, highest, highestAt] = [0, -1, 0]
    for (const [at, packed] of positions.entries()) {
      const weight = (packed & 1) === 1 ? weights.title : weights.text
      sum = single(sum + single(weight / ((at + 1) * (at + 1))))
      if (weight > highest) {
        highest = weight
        highestAt = at
      }
    }
    const without = single(highest / ((highestAt + 1) * (highestAt + 1)))
    rank = single(rank + single(single(highest + sum) - without) / limitOfSum)
  }
  return single(rank / held.length)
}
