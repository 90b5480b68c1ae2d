import type { TopicWords } from './topic-words.ts'

/** What a post is about: its heaviest terms by number, with weights whose squares add up to 1. */
export type Profile = { terms: number[]; weights: number[] }

/** Terms kept of a post. */
const mostTerms = 28
/** Two words that stand together say more than both apart. */
const pairFactor = 1.4
/** Small words that may stand between the two of a pair. */
const pairGap = 2
const leastWeight = 0.12
/** Added to the number of posts, so that in a short result words that all share still count. */
const smoothing = 10

/**
 * Weight of each stem in this result: what it tells by itself, the less the more posts have it. 0 for what
 * only one post has. No logarithm, so that it is the same on every machine.
 */
export function weighStems(words: TopicWords): Float64Array {
  const posts = words.postFrom.length - 1
  const holders = countHolders(words)
  return Float64Array.from(words.tells, (tells, stem) => tells * rarity(holders[stem] ?? 0, posts))
}

function rarity(holders: number, posts: number): number {
  return holders < 2 ? 0 : 1 - Math.sqrt(holders / (posts + smoothing))
}

/** In how many posts each stem stands. */
function countHolders({ stem, postFrom, tells }: TopicWords): Int32Array {
  const holders = new Int32Array(tells.length)
  const lastSeen = new Int32Array(tells.length).fill(-1)
  for (let post = 0; post + 1 < postFrom.length; post++) {
    const to = postFrom[post + 1] ?? 0
    for (let at = postFrom[post] ?? 0; at < to; at++) {
      const one = stem[at] ?? 0
      if (lastSeen[one] === post) continue
      lastSeen[one] = post
      holders[one] = (holders[one] ?? 0) + 1
    }
  }
  return holders
}

/** Pairs of telling words: by the place of the second word, the number of the pair there or -1. */
type Pairs = { ofWord: Int32Array; holders: number[]; weights: number[] }

/** Finds the telling words that stand together with at most small words between; their order does not matter. */
function findPairs({ stem, run, postFrom, count }: TopicWords, stemWeights: Float64Array): Pairs {
  const pairs: Pairs = { ofWord: new Int32Array(count).fill(-1), holders: [], weights: [] }
  const numbers = new Map<number, number>()
  const lastPost: number[] = []
  for (let post = 0; post + 1 < postFrom.length; post++) {
    let before = -1
    const to = postFrom[post + 1] ?? 0
    for (let at = postFrom[post] ?? 0; at < to; at++) {
      const one = stem[at] ?? 0
      if ((stemWeights[one] ?? 0) < leastWeight) continue
      const other = before < 0 ? one : (stem[before] ?? 0)
      if (other !== one && run[before] === run[at] && at - before <= pairGap + 1) {
        const key = Math.min(one, other) * stemWeights.length + Math.max(one, other)
        let number = numbers.get(key)
        if (number === undefined) {
          number = numbers.size
          numbers.set(key, number)
          pairs.holders.push(0)
          pairs.weights.push(Math.sqrt((stemWeights[one] ?? 0) * (stemWeights[other] ?? 0)))
          lastPost.push(-1)
        }
        if (lastPost[number] !== post) pairs.holders[number] = (pairs.holders[number] ?? 0) + 1
        lastPost[number] = post
        pairs.ofWord[at] = number
      }
      before = at
    }
  }
  return pairs
}

/** Reads what each post is about, as far as other posts of the same result share it. */
export function profilePosts(words: TopicWords, stemWeights: Float64Array): Profile[] {
  const { stem, place, postFrom } = words
  const posts = postFrom.length - 1
  const stems = stemWeights.length
  const pairs = findPairs(words, stemWeights)
  const termWeights = new Float64Array(stems + pairs.holders.length)
  termWeights.set(stemWeights)
  pairs.holders.forEach((holders, pair) => {
    termWeights[stems + pair] = pairFactor * rarity(holders, posts) * (pairs.weights[pair] ?? 0)
  })
  const sums = new Float64Array(termWeights.length)
  return Array.from({ length: posts }, (_, post) => {
    const seen: number[] = []
    const add = (term: number, worth: number) => {
      if ((termWeights[term] ?? 0) < leastWeight) return
      if (sums[term] === 0) seen.push(term)
      sums[term] = (sums[term] ?? 0) + worth
    }
    for (let at = postFrom[post] ?? 0; at < (postFrom[post + 1] ?? 0); at++) {
      add(stem[at] ?? 0, place[at] ?? 0)
      const pair = pairs.ofWord[at] ?? -1
      if (pair >= 0) add(stems + pair, place[at] ?? 0)
    }
    return heaviest(seen, sums, termWeights)
  })
}

/** The heaviest of the terms seen, and `sums` set back to nothing. Saying a word often counts for ever less. */
function heaviest(seen: readonly number[], sums: Float64Array, termWeights: Float64Array): Profile {
  const weighed = seen.map((term) => {
    const sum = sums[term] ?? 0
    sums[term] = 0
    return { term, weight: (termWeights[term] ?? 0) * (sum / (sum + 2)) }
  })
  const kept = weighed.sort((a, b) => b.weight - a.weight || a.term - b.term).slice(0, mostTerms)
  const length = Math.sqrt(kept.reduce((sum, { weight }) => sum + weight * weight, 0)) || 1
  return { terms: kept.map(({ term }) => term), weights: kept.map(({ weight }) => weight / length) }
}
