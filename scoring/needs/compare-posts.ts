/** The terms of a post by their number, each with its weight. */
export type Profile = readonly { term: number; weight: number }[]

/** The similarity of each pair of posts from 0 to 1, as a square matrix, row by row. */
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

/** The result of `compare` for each pair, as a square matrix, row by row. */
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
