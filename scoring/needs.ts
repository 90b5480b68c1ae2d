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

/** Posts that want the same thing done, the strongest first, and the sentence that most of their authors would sign. */
export type Need = { posts: number[]; name: PostSentence }

/** `alone` are the posts of no need that tell one, each with its own sentence; best ranked first. */
export type Needs = { needs: Need[]; alone: Need[] }

/** Groups that rank lower hold too many posts that only sound alike (docs/experiments.md#needs). */
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
 * Groups the posts of one keyword, up to some hundreds, by what they want done: at most five needs of three authors and
 * more, those whose posts rank highest together and are closest first; posts are named by their place in the list. Their
 * order does not change the groups, and the same posts give the same needs on every machine.
 */
export function findNeeds(posts: readonly NeedPost[]): Needs {
  // Who sells has what others need, in their words: such a post makes no need and joins none.
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
 * How many of the others want what a need does, need by need: each on average as likely as a post has to be to join a
 * group. `needs` name posts by their place in the list.
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

/** Who is not known is taken for somebody else. */
function countAuthors(posts: readonly NeedPost[], group: readonly number[]): number {
  const known = group.flatMap((at) => posts[at]?.attribution?.author ?? [])
  return group.length - known.length + new Set(known).size
}

/** One order for the same posts, whatever order they come in. */
function compareRanked(a: NeedPost, b: NeedPost): number {
  return (
    b.rank - a.rank ||
    b.opportunityScore - a.opportunityScore ||
    compareText(a.title, b.title) ||
    compareText(a.selftext, b.selftext)
  )
}

const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
