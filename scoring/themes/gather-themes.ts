import { comparePosts } from './compare-posts.ts'
import { mergePosts } from './merge-posts.ts'
import type { Profile } from './profile-posts.ts'

/** How alike groups have to be, on average over their members, to become one. */
const leastAlike = 0.13
/** How close a post has to be to the centre of a group to stay in it, or to come over from another. */
const leastClose = 0.3
const rounds = 2

/** Groups posts that are alike; a post is in at most one group, and in none when it is close to none. */
export function gatherThemes(profiles: readonly Profile[]): number[][] {
  let groups = mergePosts(comparePosts(profiles), profiles.length, leastAlike)
  for (let round = 0; round < rounds; round++) groups = reassign(profiles, groups)
  return groups
}

/** The sums of groups by term, as `groups` and `sums` side by side, and the squares of each group's sum. */
type Centres = { ofTerm: Map<number, { groups: number[]; sums: number[] }>; squares: Float64Array }

/** Every post goes to the group whose centre is closest, its own part in that centre left out. */
function reassign(profiles: readonly Profile[], groups: readonly number[][]): number[][] {
  const centres = findCentres(profiles, groups)
  const home = new Int32Array(profiles.length).fill(-1)
  groups.forEach((group, at) => {
    for (const post of group) home[post] = at
  })
  const products = new Float64Array(groups.length)
  const next: number[][] = groups.map(() => [])
  profiles.forEach((profile, post) => {
    multiply(profile, centres, products)
    let best = -1
    let most = leastClose
    for (let group = 0; group < groups.length; group++) {
      const own = home[post] === group
      const product = (products[group] ?? 0) - (own ? 1 : 0)
      if (product <= 0) continue
      const square = (centres.squares[group] ?? 0) - (own ? 2 * product + 1 : 0)
      const close = square <= 0 ? 0 : product / Math.sqrt(square)
      if (close > most || (close === most && own)) {
        most = close
        best = group
      }
    }
    next[best]?.push(post)
  })
  return next.filter((group) => group.length > 1)
}

function findCentres(profiles: readonly Profile[], groups: readonly number[][]): Centres {
  const ofTerm: Centres['ofTerm'] = new Map()
  groups.forEach((group, at) => {
    for (const post of group) {
      profiles[post]?.terms.forEach((term, place) => {
        const weight = profiles[post]?.weights[place] ?? 0
        const sums = ofTerm.get(term) ?? { groups: [], sums: [] }
        if (sums.groups.length === 0) ofTerm.set(term, sums)
        const last = sums.groups.length - 1
        if (sums.groups[last] === at) sums.sums[last] = (sums.sums[last] ?? 0) + weight
        else {
          sums.groups.push(at)
          sums.sums.push(weight)
        }
      })
    }
  })
  const squares = new Float64Array(groups.length)
  for (const { groups: holders, sums } of ofTerm.values()) {
    holders.forEach((group, place) => {
      squares[group] = (squares[group] ?? 0) + (sums[place] ?? 0) ** 2
    })
  }
  return { ofTerm, squares }
}

/** Leaves in `products` what a post has in common with every centre. */
function multiply({ terms, weights }: Profile, { ofTerm }: Centres, products: Float64Array): void {
  products.fill(0)
  terms.forEach((term, at) => {
    const holders = ofTerm.get(term)
    if (holders === undefined) return
    for (let place = 0; place < holders.groups.length; place++) {
      const group = holders.groups[place] ?? 0
      products[group] = (products[group] ?? 0) + (weights[at] ?? 0) * (holders.sums[place] ?? 0)
    }
  })
}
