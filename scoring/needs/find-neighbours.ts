/** How near each post is to the others of its result. */
export type Neighbours = {
  count: number
  /** Row by row of a square: the place of the other among all posts, the nearest at 1. */
  ranks: Float32Array
  nearest: ReadonlySet<number>[]
}

const neighbourhood = 8

export function findNeighbours(count: number, nearOf: (one: number, other: number) => number): Neighbours {
  const near = new Float32Array(count * count)
  for (let one = 0; one < count; one++)
    for (let other = 0; other < one; other++) {
      const value = nearOf(one, other)
      near[one * count + other] = value
      near[other * count + one] = value
    }
  const ranks = new Float32Array(count * count)
  const nearest = Array.from({ length: count }, (_, one) => {
    const row = near.subarray(one * count, (one + 1) * count)
    const order = Array.from(row.keys()).filter((other) => other !== one)
    order.sort((a, b) => (row[b] ?? 0) - (row[a] ?? 0) || a - b)
    order.forEach((other, at) => {
      ranks[one * count + other] = at + 1
    })
    return new Set(order.slice(0, neighbourhood))
  })
  return { count, ranks, nearest }
}

/** 1 where two posts are each other's nearest, less the further down each other's lists they are. */
export function mutualNearness({ count, ranks }: Neighbours, one: number, other: number): number {
  return 1 / Math.sqrt((ranks[one * count + other] ?? 1) * (ranks[other * count + one] ?? 1))
}

/** The share of their nearest posts that two posts have in common. */
export function sharedNeighbours({ nearest }: Neighbours, one: number, other: number): number {
  let shared = 0
  for (const each of nearest[one] ?? []) if (nearest[other]?.has(each)) shared++
  return shared / neighbourhood
}
