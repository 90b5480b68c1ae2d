import {
  compareWants,
  jobSignals,
  type Lexicon,
  openStemRarities,
  openStemWeights,
  type PairReader,
} from './needs/compare-wants.ts'
import { closenessOf, fewestPosts, groupWants, isOfGroup, meanChance } from './needs/group-wants.ts'
import jobWords from './needs/job-words.json' with { type: 'json' }
import { openJobWords } from './needs/job-words.ts'
import { nameNeed } from './needs/name-need.ts'
import { type NeedPost, type PostSentence, sentencesShowing, tellsNeed } from './needs/need-post.ts'
import pairStems from './needs/pair-stems.json' with { type: 'json' }
import pairWeights from './needs/pair-weights.json' with { type: 'json' }
import stemRarities from './needs/stem-rarities.json' with { type: 'json' }

export { listCosts, listOffers, listWaysOfCoping } from './needs/claims.ts'
export { findProducts, type NamedProduct } from './needs/find-products.ts'
export type { NeedPost } from './needs/need-post.ts'
export { type PostSentence, placeOf, sentencesShowing, wordsOf } from './needs/need-post.ts'

/** Posts with the same need, strongest first. `name` is the sentence that fits most of these posts. */
export type Need = { posts: number[]; name: PostSentence }

/**
 * `alone` has the posts that describe a need but are in no group, each with a sentence of its own. The post
 * with the best rank is first.
 */
export type Needs = { needs: Need[]; alone: Need[] }

/** Groups after the first five often contain posts that only look similar (docs/experiments.md#needs). */
const mostNeeds = 5

let lexicon: Lexicon | undefined

function comparePairs(posts: readonly NeedPost[]): PairReader {
  if (lexicon === undefined) {
    const words = openJobWords(jobWords)
    lexicon = {
      rarityOf: openStemRarities(stemRarities),
      stemWeights: openStemWeights(pairStems),
      jobWordsFor: () => words,
    }
  }
  return compareWants(posts, lexicon)
}

/**
 * Groups the posts of one keyword (up to some hundreds) by need. Returns at most five needs, each of three or
 * more authors, ordered by rank and closeness. Posts are named by their index in the list. The result does
 * not depend on the order of the list or on the machine.
 */
export function findNeeds(posts: readonly NeedPost[]): Needs {
  // Sellers use the same words as people with a need, so their posts are in no group.
  const telling = [...posts.entries()].filter(([, post]) => tellsNeed(post))
  const ranked = telling.sort(([atA, a], [atB, b]) => compareRanked(a, b) || atA - atB)
  const order = ranked.map(([at]) => at)
  const sorted = ranked.map(([, post]) => post)
  const rankOf = (post: number) => sorted[post]?.rank ?? 0
  const wanting = [...sorted.keys()].filter((post) => sentencesShowing(sorted, post, jobSignals).length > 0)
  const read = comparePairs(sorted)
  const worthOf = (group: readonly number[]) =>
    closenessOf(read, pairWeights, group) * group.reduce((sum, post) => sum + rankOf(post), 0)
  const groups = groupWants(
    wanting.length,
    (one, other) => read(wanting[one] ?? 0, wanting[other] ?? 0),
    pairWeights,
  )
    .map((group) => group.map((at) => wanting[at] ?? 0))
    .filter((group) => countAuthors(sorted, group) >= fewestPosts)
    .map((posts) => ({ posts, worth: worthOf(posts) }))
    .sort((a, b) => b.worth - a.worth || (a.posts[0] ?? 0) - (b.posts[0] ?? 0))
    .slice(0, mostNeeds)
    .map(({ posts }) => posts)
  const grouped = new Set(groups.flat())
  const named = (group: readonly number[]): Need => {
    const scoreOf = (post: number) => sorted[post]?.opportunityScore ?? 0
    const members = group.toSorted((a, b) => scoreOf(b) - scoreOf(a) || a - b)
    const others = (post: number) => members.filter((other) => other !== post)
    const name = nameNeed(sorted, members, (post) => meanChance(read, pairWeights, [post, others(post)]))
    return { posts: members.map((at) => order[at] ?? 0), name: { ...name, post: order[name.post] ?? 0 } }
  }
  return {
    needs: groups.map(named),
    alone: [...sorted.keys()].filter((at) => !grouped.has(at)).map((at) => named([at])),
  }
}

/**
 * For each need, how many of the other posts have the same need. A post counts if its average probability is
 * high enough to join the group. `needs` contains posts by their index.
 */
export function countAlike(
  posts: readonly NeedPost[],
  needs: readonly (readonly number[])[],
  others: readonly NeedPost[],
): number[] {
  const read = comparePairs([...posts, ...others])
  const places = [...others.keys()].map((at) => posts.length + at)
  return needs.map((need) => places.filter((other) => isOfGroup(read, pairWeights, [other, need])).length)
}

/** Each post of an unknown author counts as one author. */
function countAuthors(posts: readonly NeedPost[], group: readonly number[]): number {
  const known = group.flatMap((at) => posts[at]?.attribution?.author ?? [])
  return group.length - known.length + new Set(known).size
}

/** An order that does not depend on the order of the input. */
function compareRanked(a: NeedPost, b: NeedPost): number {
  return (
    b.rank - a.rank ||
    b.opportunityScore - a.opportunityScore ||
    compareText(a.title, b.title) ||
    compareText(a.selftext, b.selftext)
  )
}

const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
