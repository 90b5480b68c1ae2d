import { held } from '#scoring/plain-math.ts'
import { type Signal, signals } from '#scoring/signal.ts'
import type { LabelledPost } from '../data/labelled-post.ts'
import { foldCount } from './choose-folds.ts'
import type { UnseenPost } from './choose-thresholds.ts'
import { fitOtherWording, readOtherWording } from './fit-other-wording.ts'
import { fitScale, fitScore, logistic, logit, type ScoreFit } from './fit-score.ts'
import { type LearnedDetectors, learnDetectors, type Material } from './learn-detectors.ts'
import { learnListing, type UnseenPosts } from './learn-listing.ts'
import { packOther, replaceScore, rounded } from './pack-model.ts'
import { shownOf } from './read-log-odds.ts'
import { tabulateSentences } from './sentence-table.ts'

/**
 * A sentence may be a reason for a signal only if it shows the signal with at least this probability. This
 * probability was chosen on 300 reasons that raters read. Requests have a higher limit, because only the most
 * certain requests were right.
 */
const leastChance = 0.6
const leastChances: Partial<Record<Signal, number>> = {
  solution_request: 0.75,
  software_job: 0.7,
  competitor: 0.7,
  many_affected: 0.75,
  tried: 0.5,
  requirement: 0.5,
  own_need: 0.5,
}
/**
 * The maximum that other wording may add to the sum or subtract from it. Other wording explains nothing, so it
 * decides little.
 */
const mostOther = 0.5
/**
 * The weights of posts when the score is fitted. Real posts labelled by the rubric count more, and posts that
 * were written to be clear count less.
 */
const weightOfKind: Partial<Record<LabelledPost['kind'], number>> = { gold: 2, modern: 2, written: 0.3 }

/** Trains a model, and scores every labelled post with models that were not trained on its community. */
export const train = ({ about, ...material }: Material & { about: string }) =>
  fitModel(learnDetectors(material), about, material.say)

/** Fits everything except the detectors: the listing, the score, other wording and the scale. */
function fitModel(learned: LearnedDetectors, about: string, say: Material['say']) {
  const { detectors, embeddings, folds, unseen } = learned
  const posts = unseen.map(({ post }) => post)
  const rest = { posts, embeddings, folds, table: tabulateSentences(posts, detectors.phrases) }
  const listing = learnListing({ ...rest, unseen })
  say('what is listed is fitted')
  const { sums, score, other } = fitScores(unseen, rest)
  const byChance = sums.filter(({ post }) => post.byChance === true)
  const scale = fitScale(byChance.length > 0 ? byChance : sums)
  say('the score is fitted')
  const model = replaceScore(detectors, {
    about,
    reasonFrom: signals.map((signal) => logit(leastChances[signal] ?? leastChance)),
    listedFrom: listing.figures.map(({ listedFrom }) => listedFrom),
    listing: listing.words,
    worths: score.worths,
    other: packOther(other, mostOther),
    scale: { middle: rounded(scale.middle), steepness: rounded(scale.steepness) },
  })
  const scored = sums.map(({ post, sum }) => ({
    post,
    score: 100 * logistic(scale.steepness * (sum - scale.middle)),
  }))
  return { model, unseen: scored, listing: listing.figures, goldF1: listing.goldF1 }
}

type Rest = Omit<UnseenPosts, 'unseen'> & { posts: readonly LabelledPost[] }

/**
 * Fits the score, first in each fold, then on all posts. The input is the output of detectors from other
 * folds.
 */
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
  return { sums: scores, ...fitBoth(shown, rest, () => true) }
}

function fitBoth(
  shown: readonly Float64Array[],
  { posts, embeddings, table }: Rest,
  learnFrom: (post: number) => boolean,
) {
  const weights = posts.map(({ kind, weight }, at) =>
    learnFrom(at) ? weight * (weightOfKind[kind] ?? 1) : 0,
  )
  const potential = posts.map((post) => post.potential)
  const score = fitScore({ shown, potential, weights })
  const sums = shown.map((row) => sumOf(row, score))
  const { thresholds } = score
  const fit = { table, embeddings, sums, potential, weights, thresholds, most: mostOther }
  return { score, other: fitOtherWording(fit) }
}

/** The sum of what a post's signals add. */
function sumOf(shown: ArrayLike<number>, { worths }: ScoreFit): number {
  let sum = 0
  for (let signal = 0; signal < worths.length; signal++) sum += (worths[signal] ?? 0) * (shown[signal] ?? 0)
  return sum
}
