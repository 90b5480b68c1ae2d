import type { Profile } from './profile-posts.ts'

/** How alike every two posts are, from 0 to 1: row after row of a square. */
export function comparePosts(profiles: readonly Profile[]): Float32Array {
  const count = profiles.length
  const alike = new Float32Array(count * count)
  const holders = new Map<number, { posts: number[]; weights: number[] }>()
  profiles.forEach(({ terms, weights }, post) => {
    const row = post * count
    terms.forEach((term, at) => {
      const weight = weights[at] ?? 0
      const before = holders.get(term)
      if (before === undefined) {
        holders.set(term, { posts: [post], weights: [weight] })
        return
      }
      for (let earlier = 0; earlier < before.posts.length; earlier++) {
        const place = row + (before.posts[earlier] ?? 0)
        alike[place] = (alike[place] ?? 0) + weight * (before.weights[earlier] ?? 0)
      }
      before.posts.push(post)
      before.weights.push(weight)
    })
  })
  for (let a = 0; a < count; a++) {
    for (let b = 0; b < a; b++) alike[b * count + a] = alike[a * count + b] ?? 0
  }
  return alike
}
