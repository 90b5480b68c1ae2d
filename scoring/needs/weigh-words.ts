import type { NeedWords } from './need-words.ts'
import type { Bag, Wants } from './read-wants.ts'

/** Terms of a post by number, with what each weighs. */
export type Profile = { term: number; weight: number }[]

/** What a stem tells of a job in the post at a place, from 0 to 1. */
export type StemWeigher = (post: number, stem: number) => number

const mostTerms = 40
/** A stem in this share of all posts is neither common nor rare. */
const usualShare = 0.0005
/** Added to a number of posts, so that in a short result words that all share still count. */
const resultSmoothing = 10
const communitySmoothing = 6
/** What a word of the community's name still tells there. */
const inName = 0.25

/**
 * What each stem tells of a job: nothing where every request has it or only one post of the result, little where posts
 * at large or most of the result have it. Roots alone, as logarithms may differ between machines.
 */
export function weighStems({ list, openings }: Wants, { shareOfStem }: NeedWords): Float64Array {
  const holders = countHolders(openings)
  const weights = Float64Array.from(list.tells, (tells, stem) => {
    const held = holders.get(stem) ?? 0
    return held < 2 ? 0 : tells * (1 - Math.sqrt(held / (openings.length + resultSmoothing)))
  })
  for (const [text, stem] of list.ofStem) {
    const rarity = Math.sqrt(Math.sqrt(usualShare / ((shareOfStem.get(text) ?? 0) + usualShare)))
    weights[stem] = (weights[stem] ?? 0) * rarity
  }
  return weights
}

/** How many posts have each stem, or whatever their sets or bags hold. */
export function countHolders(posts: readonly (Bag | ReadonlySet<number>)[]): Map<number, number> {
  const holders = new Map<number, number>()
  for (const post of posts) for (const one of post.keys()) holders.set(one, (holders.get(one) ?? 0) + 1)
  return holders
}

/** Weighs stems as they are, less what all posts of a community say: in r/SEO "SEO" tells nothing. */
export function weighInCommunities(
  { list, openings }: Wants,
  communities: readonly string[],
  stemWeights: Float64Array,
): StemWeigher {
  const texts: string[] = []
  for (const [text, stem] of list.ofStem) texts[stem] = text
  const factors = new Map<string, Map<number, number>>()
  for (const [community, posts] of Map.groupBy(communities.keys(), (post) => communities[post] ?? '')) {
    const name = community.toLowerCase()
    const holders = countHolders(posts.map((post) => openings[post] ?? new Map()))
    const factorOf = new Map<number, number>()
    for (const [stem, held] of holders) {
      const text = texts[stem] ?? ''
      const shared = 1 - Math.sqrt((held - 1) / (posts.length + communitySmoothing))
      factorOf.set(stem, text.length > 2 && name.includes(text) ? inName * shared : shared)
    }
    factors.set(community, factorOf)
  }
  const ofPost = communities.map((community) => factors.get(community))
  return (post, stem) => (stemWeights[stem] ?? 0) * (ofPost[post]?.get(stem) ?? 1)
}

/** The heaviest stems of each bag, with weights whose squares add up to 1. Saying a word often counts for ever less. */
export function profilesOf(bags: readonly Bag[], weigh: StemWeigher): Profile[] {
  return bags.map((bag, post) => {
    const weighed = [...bag].flatMap(([term, times]) => {
      const weight = weigh(post, term) * (times / (times + 2))
      return weight === 0 ? [] : [{ term, weight }]
    })
    const kept = weighed.sort((a, b) => b.weight - a.weight || a.term - b.term).slice(0, mostTerms)
    const length = Math.sqrt(kept.reduce((sum, { weight }) => sum + weight * weight, 0)) || 1
    return kept.map(({ term, weight }) => ({ term, weight: weight / length }))
  })
}

/** The roots of the weights of all stems: the product of two posts is then the weight of what they share. */
export function rootsOf(bags: readonly Bag[], weigh: StemWeigher): Profile[] {
  return bags.map((bag, post) => {
    const terms = [...bag.keys()].filter((stem) => weigh(post, stem) > 0)
    return terms.map((term) => ({ term, weight: Math.sqrt(weigh(post, term)) }))
  })
}
