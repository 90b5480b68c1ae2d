import { comparePosts, findNeighbours, mutualNearness, sharedNeighbours } from './compare-posts.ts'
import type { NeedPost } from './need-post.ts'
import { meaningsOf, type NeedWords, nearness } from './need-words.ts'
import { readWants, stemsOfPhrase, type Wants } from './read-wants.ts'
import {
  countHolders,
  profilesOf,
  rootsOf,
  type StemWeigher,
  weighInCommunities,
  weighStems,
} from './weigh-words.ts'

/** What is compared of two posts; `learning/data/need-labels.ndjson` and a logistic regression say what each counts. */
export const pairFeatures = [
  'titleWords',
  'titleWordsInCommunity',
  'titleMeaning',
  'shortTitle',
  'jobWords',
  'jobWordsInCommunity',
  'phrase',
  'mutualNearness',
  'sharedNeighbours',
  'sameCommunity',
  'titleMatches',
  'lesserScore',
  'bothAsk',
  'bothSoftware',
  'bothBusiness',
  'questions',
] as const

/** Gives the features of the pair of posts at two places, in one array that every call fills anew. */
export type PairReader = (one: number, other: number) => Float64Array

/** What a phrase tells beside its words, and the least one of them has to tell. */
const phraseWeight = 0.05
const leastOfPhrase = 0.3

/** Compares what posts of one result want. Reads every post once; a pair is then cheap. */
export function compareWants(posts: readonly NeedPost[], words: NeedWords): PairReader {
  const wants = readWants(posts)
  const stemWeights = weighStems(wants, words)
  const plainly: StemWeigher = (_, stem) => stemWeights[stem] ?? 0
  const inCommunity = weighInCommunities(
    wants,
    posts.map(({ community }) => community),
    stemWeights,
  )
  const count = posts.length
  const [titles, plainTitles, jobs, openings, shared, plainlyShared] = [
    comparePosts(profilesOf(wants.titles, inCommunity)),
    comparePosts(profilesOf(wants.titles, plainly)),
    comparePosts(profilesOf(wants.jobs, inCommunity)),
    comparePosts(profilesOf(wants.openings, inCommunity)),
    comparePosts(rootsOf(wants.jobs, inCommunity)),
    comparePosts(rootsOf(wants.jobs, plainly)),
  ]
  const titleMeanings = meaningsOf(wants, wants.titleWords, words)
  const jobMeanings = meaningsOf(wants, wants.jobWords, words)
  const neighbours = findNeighbours(count, (one, other) => {
    const at = one * count + other
    const meaning = nearness(jobMeanings, one, other) + nearness(titleMeanings, one, other)
    return (openings[at] ?? 0) + (jobs[at] ?? 0) + meaning / 2
  })
  const traits = posts.map(readTraits)
  const phrases = tellingPhrases(wants)
  const into = new Float64Array(pairFeatures.length)
  return (one, other) => {
    const at = one * count + other
    const [a, b] = [traits[one], traits[other]]
    const [plain, communal] = [plainlyShared[at] ?? 0, shared[at] ?? 0]
    const shorter = Math.min(wants.titles[one]?.size ?? 0, wants.titles[other]?.size ?? 0)
    into.set([
      plainTitles[at] ?? 0,
      titles[at] ?? 0,
      nearness(titleMeanings, one, other),
      1 / (1 + shorter),
      plain / (1 + plain),
      communal / (1 + communal),
      bestPhrase(phrases, [one, other], inCommunity),
      mutualNearness(neighbours, one, other),
      sharedNeighbours(neighbours, one, other),
      Number(a?.chosen !== null && a?.chosen === b?.chosen),
      ((a?.titleMatch ?? 0) + (b?.titleMatch ?? 0)) / 2,
      Math.min(a?.score ?? 0, b?.score ?? 0),
      (a?.asks ?? 0) * (b?.asks ?? 0),
      (a?.software ?? 0) * (b?.software ?? 0),
      (a?.business ?? 0) * (b?.business ?? 0),
      (a?.question ?? 0) + (b?.question ?? 0),
    ])
    return into
  }
}

function readTraits(post: NeedPost) {
  const { community, titleMatch, opportunityScore, evidence } = post
  const shown = new Set(evidence.flatMap(({ signal, start, end }) => (end > start ? [signal] : [])))
  return {
    chosen: post.inCommunityByChance === true ? null : community,
    titleMatch: Number(titleMatch),
    score: opportunityScore / 100,
    asks: Number(shown.has('solution_request')),
    software: Number(shown.has('software_job')),
    business: Number(shown.has('business')),
    question: Number(shown.has('question')),
  }
}

/** Of each post the phrases that another has too and that tell something. */
function tellingPhrases({ phrases, list }: Wants): ReadonlySet<number>[] {
  const holders = countHolders(phrases)
  const tells = (phrase: number) =>
    (holders.get(phrase) ?? 0) > 1 &&
    stemsOfPhrase(phrase).some((stem) => (list.tells[stem] ?? 0) >= leastOfPhrase)
  return phrases.map((own) => new Set([...own].filter(tells)))
}

/** What the most telling phrase tells that two posts share; 0 where they share none. */
function bestPhrase(
  phrases: readonly ReadonlySet<number>[],
  [one, other]: readonly [number, number],
  weigh: StemWeigher,
): number {
  let most = 0
  for (const phrase of phrases[one] ?? []) {
    if (!phrases[other]?.has(phrase)) continue
    const [first, second] = stemsOfPhrase(phrase).map((stem) =>
      Math.sqrt(weigh(one, stem) * weigh(other, stem)),
    )
    most = Math.max(most, (first ?? 0) + (second ?? 0) + phraseWeight)
  }
  return most
}
