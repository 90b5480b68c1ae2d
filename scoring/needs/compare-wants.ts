import type { ScorablePost } from '../post-score.ts'
import type { Signal } from '../signal.ts'
import { comparePosts, type Profile } from './compare-posts.ts'
import { type JobWords, likelyJob } from './job-words.ts'
import { type NeedPost, sentencesShowing, wordsOf } from './need-post.ts'
import { numberStems } from './stem-word.ts'

/**
 * The features of a pair of posts. Their weights come from a logistic regression on the judgements of raters.
 */
export const pairFeatures = [
  'texts',
  'titles',
  'likelyJobs',
  'sameCommunity',
  'bothAsk',
  'bothBusiness',
  'stems',
] as const

/** Returns the features of the pair at two indices. Every call returns the same array. */
export type PairReader = (one: number, other: number) => Float64Array

/** The signals of sentences about what somebody wants done. */
export const jobSignals: readonly Signal[] = ['solution_request', 'own_need', 'software_job', 'requirement']

/** How much of the title and of the text is read, in UTF-16 units. People say early what they want. */
const most = { title: 300, text: 1200 }
/** Shorter stems may be contained in a community's name by chance. */
const shortestOfName = 3

/**
 * Stems, the most common first, and their rarity among posts with a need. The unit is a tenth of a natural
 * logarithm. The items of both lists are separated by spaces.
 */
export type StemRaritiesFile = { stems: string; rarities: string }

export type StemRarities = ReturnType<typeof openStemRarities>

export function openStemRarities({ stems, rarities }: StemRaritiesFile) {
  const numbers = rarities.split(' ').map(Number)
  const known = new Map(stems.split(' ').map((stem, at) => [stem, numbers[at] ?? 0]))
  const rarest = numbers.at(-1) ?? 0
  return (stem: string): number => (stem.length < 2 ? 0 : (known.get(stem) ?? rarest))
}

/**
 * Stems of posts, and what each stem adds to the log odds that one product serves the authors of two posts.
 * The items of both lists are separated by spaces.
 */
export type StemWeightsFile = { stems: string; weights: string }

export function openStemWeights({ stems, weights }: StemWeightsFile): ReadonlyMap<string, number> {
  const numbers = weights.split(' ').map(Number)
  return new Map(stems.split(' ').map((stem, at) => [stem, numbers[at] ?? 0]))
}

/** What was learned about stems and jobs, from which features are computed. */
export type Lexicon = {
  rarityOf: StemRarities
  stemWeights: ReadonlyMap<string, number>
  jobWordsFor: (post: number) => JobWords
}

/** For each post, the weights of the stems of its title and text, and of its title alone. Stems are numbers. */
export function profilePosts(posts: readonly NeedPost[], rarityOf: StemRarities) {
  const list = numberStems()
  const counted = posts.map((_, post) => countStems(posts, post, list))
  const weights = Float64Array.from(list.stems, rarityOf)
  return {
    stems: list.stems,
    texts: counted.map((one) => weigh(one.texts, weights)),
    titles: counted.map((one) => weigh(one.titles, weights)),
  }
}

/** Compares what posts want. Each post is read once. After that, comparing two posts is fast. */
export function compareWants(
  posts: readonly NeedPost[],
  { rarityOf, stemWeights, jobWordsFor }: Lexicon,
): PairReader {
  const profiles = profilePosts(posts, rarityOf)
  const texts = comparePosts(profiles.texts)
  const titles = comparePosts(profiles.titles)
  const likely = comparePosts(
    profiles.texts.map((text, post) => likelyJob(profiles.stems, text, jobWordsFor(post))),
  )
  const weightOf = profiles.stems.map((stem) => stemWeights.get(stem) ?? 0)
  const spoken = profiles.texts.map((text) =>
    text.reduce((sum, { term, weight }) => sum + weight * (weightOf[term] ?? 0), 0),
  )
  const traits = posts.map((_, post) => readTraits(posts, post))
  const into = new Float64Array(pairFeatures.length)
  return (one, other) => {
    const at = one * posts.length + other
    const [a, b] = [traits[one], traits[other]]
    into.set([
      texts[at] ?? 0,
      titles[at] ?? 0,
      likely[at] ?? 0,
      Number(a?.chosen !== null && a?.chosen === b?.chosen),
      Number(a?.asks === true && b?.asks === true),
      Number(a?.atWork === true && b?.atWork === true),
      (spoken[one] ?? 0) + (spoken[other] ?? 0),
    ])
    return into
  }
}

/** The beginning of a post. All its words are read. */
export const readStart = ({ title, selftext }: ScorablePost): string =>
  `${title.slice(0, most.title)}\n${selftext.slice(0, most.text)}`

type StemCounts = ReadonlyMap<number, number>

/**
 * Counts the stems of a post twice: in its title, and in the whole post. In the second count, stems of the title
 * and of sentences about the need weigh double. Stems in the community's name are not counted.
 */
function countStems(
  posts: readonly NeedPost[],
  post: number,
  { stems, read: readStems }: ReturnType<typeof numberStems>,
) {
  const { title = '', selftext = '', community = '', inCommunityByChance } = posts[post] ?? {}
  const name = inCommunityByChance === true ? '' : community.toLowerCase()
  const isOfName = (stem = '') => stem.length >= shortestOfName && name.includes(stem)
  const read = (text: string) => readStems(text).filter((stem) => !isOfName(stems[stem]))
  const sentences = sentencesShowing(posts, post, jobSignals).filter(({ field }) => field === 'selftext')
  const ofTitle = read(title.slice(0, most.title))
  const ofJob = sentences.flatMap((sentence) => read(wordsOf(posts, sentence)))
  const ofText = read(selftext.slice(0, most.text))
  return { titles: countEach([ofTitle]), texts: countEach([ofTitle, ofTitle, ofJob, ofJob, ofText]) }
}

function countEach(lists: readonly (readonly number[])[]): StemCounts {
  const counts = new Map<number, number>()
  for (const list of lists) for (const stem of list) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  return counts
}

/** The weights of stems with a Euclidean norm of 1. Each further occurrence of a word counts less. */
function weigh(counts: StemCounts, rarities: Float64Array): Profile {
  const weighed = [...counts].flatMap(([term, times]) => {
    const weight = (rarities[term] ?? 0) * (times / (times + 2))
    return weight > 0 ? [{ term, weight }] : []
  })
  const length = Math.sqrt(weighed.reduce((sum, { weight }) => sum + weight * weight, 0)) || 1
  return weighed.map(({ term, weight }) => ({ term, weight: weight / length }))
}

function readTraits(posts: readonly NeedPost[], post: number) {
  const shows = (wanted: Signal) => sentencesShowing(posts, post, [wanted]).length > 0
  return {
    chosen: posts[post]?.inCommunityByChance === true ? null : posts[post]?.community,
    asks: shows('solution_request'),
    atWork: shows('business'),
  }
}
