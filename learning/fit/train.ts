import type { ModelFile } from '#scoring/model/read-model.ts'
import { held } from '#scoring/plain-math.ts'
import type { ScorablePost } from '#scoring/post-score.ts'
import { openScorer } from '#scoring/score-post.ts'
import { type Signal, signals } from '#scoring/signal.ts'
import type { FeatureOnlyPost } from '../data/feature-only-posts.ts'
import type { LabelledPost } from '../data/labelled-post.ts'
import { choosePhrases } from './choose-phrases.ts'
import type { UnseenPost } from './choose-thresholds.ts'
import { fitDetectors } from './fit-detectors.ts'
import { fitOtherWording, readOtherWording } from './fit-other-wording.ts'
import { fitScale, fitScore, logistic, logit, type ScoreFit } from './fit-score.ts'
import { learnListing, type UnseenPosts } from './learn-listing.ts'
import { packDetectors, packOther, replaceScore, rounded } from './pack-model.ts'
import { makeLogOddsReader, shownOf } from './read-log-odds.ts'
import { labelSentences, tabulateSentences } from './sentence-table.ts'
import { learnEmbeddings } from './word-embeddings.ts'

const foldCount = 5
/**
 * How likely a sentence has to show a signal to be a reason. Readers of 300 reasons found nearly all right that say what
 * is needed, and of those that ask for something only the surest.
 */
const leastChance = 0.55
const leastChances: Partial<Record<Signal, number>> = {
  solution_request: 0.75,
  software_job: 0.65,
  competitor: 0.6,
  many_affected: 0.6,
  tried: 0.5,
  requirement: 0.45,
  own_need: 0.45,
}
/** What other wording may add to the sum or take from it at most. */
const mostOther = 1
/** Labels of posts that a rubric was followed for with most care count twice when the score is fitted. */
const goldWeight = 2

export type Material = {
  posts: readonly LabelledPost[]
  /** Posts whose texts are not here: detectors learn from their features. */
  featureOnly: readonly FeatureOnlyPost[]
  /** Unlabelled posts: embeddings are learned from them, and the scale is held on them. */
  archive: readonly (ScorablePost & { id: string })[]
  about: string
  say: (line: string) => void
}

/** Learns a model, and scores every labelled post by models that never saw its community. */
export function train(material: Material) {
  const { posts, featureOnly, archive, about, say } = material
  const phrases = choosePhrases(posts)
  say(`${phrases.length} phrases may get a weight`)
  const gold = new Set(posts.filter(({ kind }) => kind === 'gold').map(({ id }) => id))
  const embeddings = learnEmbeddings(archive.filter(({ id }) => !gold.has(id)))
  say('embeddings are learned')
  const all = [...posts, ...featureOnly.map(withoutText)]
  const table = tabulateSentences(posts, phrases, featureOnly)
  const fit = { table, posts: all, embeddings, labels: labelSentences(all, table) }
  const folds = communityFolds(all)
  const logOdds: UnseenPost[] = posts.map((post) => ({ post, logOdds: new Float32Array(0) }))
  for (let fold = 0; fold < foldCount; fold++) {
    const learned = fitDetectors({ ...fit, learnFrom: (post) => folds[post] !== fold })
    const read = makeLogOddsReader(packDetectors({ ...learned, table }))
    posts.forEach((post, at) => {
      if (folds[at] === fold) logOdds[at] = { post, logOdds: read(post) }
    })
    say(`fold ${fold + 1} of ${foldCount} is fitted`)
  }
  const detectors = packDetectors({ ...fitDetectors({ ...fit, learnFrom: () => true }), table })
  say('all detectors are fitted')
  const rest = { posts, embeddings, folds, table: tabulateSentences(posts, detectors.phrases) }
  const listing = learnListing({ ...rest, unseen: logOdds })
  say('what is listed is fitted')
  const { unseen, score, other } = fitScores(logOdds, rest)
  const numbers = {
    about,
    reasonFrom: signals.map((signal) => logit(leastChances[signal] ?? leastChance)),
    listedFrom: listing.figures.map(({ listedFrom }) => listedFrom),
    listing: listing.words,
    worths: score.worths,
    other: packOther(other, mostOther),
  }
  const unscaled = replaceScore(detectors, { ...numbers, scale: { middle: 0, steepness: 1 } })
  const scale = fitScale(Float64Array.from(archive, makeSumReader(unscaled)))
  say('the score is fitted')
  const model = replaceScore(detectors, {
    ...numbers,
    scale: { middle: rounded(scale.middle), steepness: rounded(scale.steepness) },
  })
  const scored = unseen.map(({ post, sum }) => ({
    post,
    score: 100 * logistic(scale.steepness * (sum - scale.middle)),
  }))
  return { model, unseen: scored, listing: listing.figures, goldF1: listing.goldF1 }
}

function withoutText({ id, community, potential, signals }: FeatureOnlyPost): LabelledPost {
  const text = { title: '', selftext: '', personas: [], raters: 1 }
  return { ...text, id, community, potential, signals, kind: 'features', weight: 1 }
}

type Rest = Omit<UnseenPosts, 'unseen'> & { posts: readonly LabelledPost[] }

/** Fits the score on what unseen detectors say, in each fold and then on all posts. */
function fitScores(unseen: readonly UnseenPost[], rest: Rest) {
  const { posts, folds, table } = rest
  const shown = unseen.map(({ logOdds }) => shownOf(logOdds))
  const scores: { post: LabelledPost; sum: number }[] = []
  for (let fold = 0; fold < foldCount; fold++) {
    const { score, other } = fitBoth(shown, rest, (post) => folds[post] !== fold)
    posts.forEach((post, at) => {
      if (folds[at] !== fold) return
      const row = shown[at] ?? new Float64Array(0)
      scores[at] = { post, sum: sumOf(row, score) + held(readOtherWording(table, at, other), mostOther) }
    })
  }
  return { unseen: scores, ...fitBoth(shown, rest, () => true) }
}

function fitBoth(
  shown: readonly Float64Array[],
  { posts, embeddings, table }: Rest,
  learnFrom: (post: number) => boolean,
) {
  const weights = posts.map(({ kind, weight }, at) =>
    learnFrom(at) ? weight * (kind === 'gold' ? goldWeight : 1) : 0,
  )
  const potential = posts.map((post) => post.potential)
  const score = fitScore({ shown, potential, weights })
  const sums = shown.map((row) => sumOf(row, score))
  const { thresholds } = score
  const fit = { table, embeddings, sums, potential, weights, thresholds, most: mostOther }
  return { score, other: fitOtherWording(fit) }
}

/** What the signals that a post shows add up to. */
function sumOf(shown: ArrayLike<number>, { worths }: ScoreFit): number {
  let sum = 0
  for (let signal = 0; signal < worths.length; signal++) sum += (worths[signal] ?? 0) * (shown[signal] ?? 0)
  return sum
}

/** What a model adds up for a post, before it is put on the scale. */
function makeSumReader(file: ModelFile): (post: ScorablePost) => number {
  const { scorePost } = openScorer(file)
  return (post) => logit(scorePost(post).exactScore / 100)
}

/**
 * The fold of each post: whole communities are held out, so that nothing is judged by the manners of a community that
 * was learned from. Gold posts are spread evenly; other communities follow their names.
 */
function communityFolds(posts: readonly LabelledPost[]): number[] {
  const gold = new Map<string, number>()
  for (const { kind, community } of posts)
    if (kind === 'gold') gold.set(community.toLowerCase(), (gold.get(community.toLowerCase()) ?? 0) + 1)
  const loads = Array.from({ length: foldCount }, () => 0)
  const folds = new Map<string, number>()
  const bySize = [...gold].sort(([one, few], [other, many]) => many - few || (one < other ? -1 : 1))
  for (const [community, size] of bySize) {
    const fold = loads.indexOf(Math.min(...loads))
    loads[fold] = (loads[fold] ?? 0) + size
    folds.set(community, fold)
  }
  return posts.map(({ community }) => folds.get(community.toLowerCase()) ?? nameHash(community) % foldCount)
}

function nameHash(name: string): number {
  let hash = 0
  for (const unit of name.toLowerCase()) hash = (Math.imul(hash, 31) + unit.charCodeAt(0)) >>> 0
  return hash
}
