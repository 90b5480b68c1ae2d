import { explainScore } from './explain/explain-score.ts'
import { listSignals } from './list-signals.ts'
import type { ModelFile } from './model/model-file.ts'
import { readModel, signalCount } from './model/read-model.ts'
import { readPersona } from './persona/persona.ts'
import { held, logistic } from './plain-math.ts'
import type { PostScore, ScorablePost } from './post-score.ts'
import { makePostReader } from './read-sentences.ts'
import { nameVersion } from './scorer-version.ts'
import { emptySums, sumSignals } from './sum-signals.ts'
import { warmUp } from './warm-up.ts'
import { makeListingReader } from './weigh-whole-post.ts'

export type { Evidence, PostScore, ScorablePost } from './post-score.ts'

/** Scores posts with one model. `version` names the rules and weights that made a score. */
export type Scorer = { scorePost: (post: ScorablePost) => PostScore; version: string }

/**
 * Makes a scorer of a learned model: compiles its phrases, some tenths of a second. Same post and version, same score on
 * every machine: no clock, no chance, no network.
 */
export function openScorer(file: ModelFile): Scorer {
  const model = readModel(file)
  const readPost = makePostReader(model.phrases)
  const sums = emptySums()
  const readListing = makeListingReader(model)
  const { middle, steepness } = model.scale
  const scoreOf = (sum: number) => 100 * logistic(steepness * (sum - middle))
  const base = Math.round(scoreOf(0) * 10) / 10

  function scorePost(post: ScorablePost): PostScore {
    const reading = readPost(post)
    sumSignals(model, reading, sums)
    const { base: otherBase, most } = model.other
    const other = sums.sentences === 0 ? 0 : otherBase + sums.other
    let sum = held(other, most)
    for (let signal = 0; signal < signalCount; signal++) sum += sums.added[signal] ?? 0
    const exactScore = scoreOf(sum)
    const opportunityScore = Math.round(exactScore)
    const listed = listSignals(model, sums, readListing(reading))
    const evidence = explainScore(
      { post, model, reading, sums },
      { pointsPerUnit: slope(sum, exactScore), total: opportunityScore - base, listed },
    )
    const persona = readPersona(reading, post.community)
    return { opportunityScore, exactScore, base, signals: listed, persona, evidence }
  }

  /** Points a unit of the sum is worth, on the straight way from an empty post to this one. */
  function slope(sum: number, score: number): number {
    return Math.abs(sum) < 1e-6 ? 100 * steepness * logistic(-steepness * middle) : (score - scoreOf(0)) / sum
  }

  warmUp(scorePost)
  return { scorePost, version: nameVersion(file) }
}
