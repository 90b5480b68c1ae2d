/** Terms of a post by number, with what each weighs. */
export type Profile = { terms: number[]; weights: number[] }

/** For every term the posts that have it: those of term `t` are from `first[t]` on, `count[t]` of them so far. */
type Holders = { first: Int32Array; count: Int32Array; posts: Int32Array; weights: Float32Array }

type Row = { post: number; size: number; profile: Profile | undefined }

/** How alike every two posts are, from 0 to 1: row after row of a square. */
export function comparePosts(profiles: readonly Profile[]): Float32Array {
  const size = profiles.length
  const alike = new Float32Array(size * size)
  const holders = emptyHolders(profiles)
  for (let post = 0; post < size; post++) addRow(alike, holders, { post, size, profile: profiles[post] })
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < row; column++) {
      alike[column * size + row] = alike[row * size + column] ?? 0
    }
  }
  return alike
}

function emptyHolders(profiles: readonly Profile[]): Holders {
  let last = -1
  for (const { terms } of profiles) for (const term of terms) last = Math.max(last, term)
  const first = new Int32Array(last + 2)
  for (const { terms } of profiles) for (const term of terms) first[term + 1] = (first[term + 1] ?? 0) + 1
  for (let term = 1; term < first.length; term++) first[term] = (first[term] ?? 0) + (first[term - 1] ?? 0)
  const total = first.at(-1) ?? 0
  const count = new Int32Array(last + 1)
  return { first, count, posts: new Int32Array(total), weights: new Float32Array(total) }
}

/** Compares a post with all before it, and adds it to the holders of its terms. */
function addRow(alike: Float32Array, holders: Holders, { post, size, profile }: Row): void {
  if (profile === undefined) return
  const { first, count, posts, weights } = holders
  const row = post * size
  for (let at = 0; at < profile.terms.length; at++) {
    const term = profile.terms[at] ?? 0
    const weight = profile.weights[at] ?? 0
    const from = first[term] ?? 0
    const to = from + (count[term] ?? 0)
    for (let place = from; place < to; place++) {
      const cell = row + (posts[place] ?? 0)
      alike[cell] = (alike[cell] ?? 0) + weight * (weights[place] ?? 0)
    }
    posts[to] = post
    weights[to] = weight
    count[term] = (count[term] ?? 0) + 1
  }
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
