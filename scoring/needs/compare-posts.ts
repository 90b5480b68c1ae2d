import type { Profile } from './weigh-words.ts'

/** How alike every two posts are, from 0 to 1: row after row of a square. */
export function comparePosts(profiles: readonly Profile[]): Float32Array {
  const size = profiles.length
  const alike = new Float32Array(size * size)
  const holders = new Map<number, { post: number; weight: number }[]>()
  profiles.forEach((profile, post) => {
    for (const { term, weight } of profile) {
      const before = holders.get(term) ?? []
      if (before.length === 0) holders.set(term, before)
      for (const held of before) {
        const sum = (alike[post * size + held.post] ?? 0) + weight * held.weight
        alike[post * size + held.post] = sum
        alike[held.post * size + post] = sum
      }
      before.push({ post, weight: Math.fround(weight) })
    }
  })
  return alike
}

/** A number for every two of so many, row by row of a square. */
export function compareEach(count: number, compare: (one: number, other: number) => number): Float32Array {
  const square = new Float32Array(count * count)
  for (let one = 0; one < count; one++) {
    for (let other = 0; other < one; other++) {
      const value = compare(one, other)
      square[one * count + other] = value
      square[other * count + one] = value
    }
  }
  return square
}

type Neighbours = ReturnType<typeof findNeighbours>

const neighbourhood = 8

/** How near each post is to the others of its result; `ranks` are the places of others, the nearest at 1. */
export function findNeighbours(count: number, nearOf: (one: number, other: number) => number) {
  const near = compareEach(count, nearOf)
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
