import { explainScore } from './explain/explain-score.ts'
import { clearPlaces, emptyPlaces } from './explain/place-sentence.ts'
import { listSignals } from './list-signals.ts'
import { type ModelFile, readModel, signalCount } from './model/read-model.ts'
import { communityPersonas, mixedCommunityPersonas, readPersona } from './persona/persona.ts'
import { personaRules } from './persona/persona-rules.ts'
import { held, logistic } from './plain-math.ts'
import { compileMatchers, type PostMatchers } from './post-matchers.ts'
import type { Evidence, PostScore, ScorablePost } from './post-score.ts'
import { makePostReader } from './read-sentences.ts'
import { ruleWords } from './rule-words.ts'
import { ruleTable } from './rules/rule-table.ts'
import { type Signal, signalsAgainst } from './signal.ts'
import { emptySums, sumSignals } from './sum-signals.ts'
import { wordClasses } from './text/word-classes.ts'
import { warmUp } from './warm-up.ts'

export type { Evidence, PostScore, ScorablePost } from './post-score.ts'

/** Scores posts with one model. `version` identifies the rules and weights of a score. */
export type Scorer = { scorePost: (post: ScorablePost) => PostScore; readonly version: string }

/**
 * Opens a scorer for a learned model. It compiles the model's phrases, unless another thread has done so.
 * With the same version, a post has the same score on every machine, because no clock, randomness or network
 * is used.
 */
export function openScorer(file: ModelFile, matchers: PostMatchers = compileMatchers(file.phrases)): Scorer {
  const model = readModel(file)
  const readPost = makePostReader(model.phrases, matchers)
  const sums = emptySums()
  const places = emptyPlaces()
  const { middle, steepness } = model.scale
  const scoreOf = (sum: number) => 100 * logistic(steepness * (sum - middle))
  const { base: otherBase, most } = model.other
  /** The sum for an empty post. */
  const start = held(otherBase, most)
  const base = Math.round(scoreOf(start))
  /**
   * If a rule decides that a post is not a need, this limits its sum to 39 points: potential starts at 40.
   */
  const mostSettled = middle + logitOfMostSettled / steepness

  function scorePost(post: ScorablePost): PostScore {
    const reading = readPost(post)
    sumSignals(model, reading, sums)
    let sum = start + sums.addedBeside
    for (let signal = 0; signal < signalCount; signal++) sum += sums.added[signal] ?? 0
    if (sums.settled >= 0 && sum > mostSettled) {
      sums.heldDown = sum - mostSettled
      sum = mostSettled
    }
    const exactScore = scoreOf(sum)
    const opportunityScore = Math.round(exactScore)
    const listed = listSignals(model, sums, reading.distinct)
    clearPlaces(places, sums.sentences)
    const evidence = explainScore(
      { post, model, reading, sums, places },
      { pointsPerUnit: slope(sum, exactScore), total: opportunityScore - base, listed },
    )
    const persona = readPersona(reading, post.community)
    return { opportunityScore, exactScore, base, signals: listed.filter(isPaid(evidence)), persona, evidence }
  }

  /** The average points per unit of the sum between an empty post and this post. */
  function slope(sum: number, score: number): number {
    const way = sum - start
    return Math.abs(way) < 1e-6 ? 0 : (score - scoreOf(start)) / way
  }

  warmUp(scorePost)
  let version: string | null = null
  return {
    scorePost,
    // Computed only on request, because it reads the whole model and most threads only score.
    get version() {
      version ??= nameVersion(file)
      return version
    },
  }
}

/** Whether a signal may be listed. A signal for a need may be listed only if its sentences earned points. */
function isPaid(evidence: readonly Evidence[]): (signal: Signal) => boolean {
  return (wanted) => signalsAgainst.has(wanted) || evidence.some(({ signal }) => signal === wanted)
}

/** The log odds of 39%. */
const logitOfMostSettled = -0.4473

/** Increase this version if a change of the code changes scores. */
const engineVersion = '3.7.0'

/** The version, such as `2.1.0+3fa9c1d2`. A change of rules or weights changes the version. */
function nameVersion(file: ModelFile): string {
  const parts = [file, ruleTable, wordClasses, personaRules, communityPersonas, mixedCommunityPersonas]
  // Uses fixed names of fields, so that renaming a field in the code does not make all stored scores
  // outdated.
  const named = parts.map((part) =>
    part === ruleTable
      ? JSON.stringify(part).replaceAll('"ignoredIfNegated":', '"negatable":')
      : JSON.stringify(part),
  )
  return `${engineVersion}+${fingerprint(`[${named.join()},${ruleWords}]`)}`
}

function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
