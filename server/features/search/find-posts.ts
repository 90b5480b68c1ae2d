import { sameQuestion } from '#contract/keyword-terms.ts'
import type { SourceCoverage } from '#contract/search.ts'
import { AppError } from '#server/errors.ts'
import type { DiscussionSource, SourceQuery } from '#server/ports.ts'
import { type AskSource, askSource, failedOutcome, type SourceOutcome } from './ask-source.ts'
import { deduplicate } from './duplicate-rules.ts'
import type { LiveAnswers } from './live-answers.ts'
import { type RankedPost, rankPosts, withoutSamples } from './result-rules.ts'

export type FoundAnswer = { posts: RankedPost[]; coverage: SourceCoverage[] }

export type FindPosts = AskSource & {
  sources: readonly DiscussionSource[]
  liveAnswers: LiveAnswers
}

/** `live` is a source that may take seconds; the others answer at once. */
export type AskedSource = { source: string; live: boolean; outcome: Promise<SourceOutcome> }

/** An answer that is being made. Both promises reject only when all sources failed. */
export type OpenAnswer = {
  /** In the order of coverage; an answer that was kept has none. */
  asked: readonly AskedSource[]
  /** What the sources that are not live found; when they failed, what the first other one did. */
  first: () => Promise<FoundAnswer>
  whole: Promise<FoundAnswer>
}

const isGood = ({ coverage }: SourceOutcome) => coverage.failed === null

/** What these sources found, ranked and folded. Throws when all of them failed. */
export function mergeOutcomes(outcomes: readonly SourceOutcome[]): FoundAnswer {
  const coverage = outcomes.map((outcome) => outcome.coverage)
  if (!outcomes.some(isGood)) {
    throw new AppError('search_failed', 'No source could be searched', {
      userMessage: 'Something went wrong with your search',
      retryAfterSeconds: 5,
      cause: outcomes[0]?.cause,
    })
  }
  const real = withoutSamples(
    outcomes.flatMap((outcome) => outcome.found),
    coverage,
  )
  return { posts: deduplicate(rankPosts(real)), coverage }
}

/** `mayAskLive`: live sources may be asked; else only what they answered a moment ago counts. */
export type FoundQuery = SourceQuery & { mayAskLive: boolean }

const notAsked = 'you searched often in the last minute; try again in a minute'

/** The archive is this machine's own; every other source is asked over a network, unless its answer is remembered. */
function ask(deps: FindPosts, source: DiscussionSource, query: FoundQuery): AskedSource {
  if (source.name === 'archive')
    return { source: source.name, live: false, outcome: askSource(deps, source, query) }
  const key = `${source.name} ${sameQuestion(query)}`
  const recalled = deps.liveAnswers.recall(key)
  if (recalled === null && !query.mayAskLive) {
    const outcome = Promise.resolve(failedOutcome(source.name, notAsked))
    return { source: source.name, live: false, outcome }
  }
  const again = () => deps.liveAnswers.ask(key, () => askSource(deps, source, query))
  return { source: source.name, live: recalled === null, outcome: recalled?.catch(again) ?? again() }
}

async function requireGood({ outcome }: AskedSource): Promise<SourceOutcome> {
  const one = await outcome
  if (isGood(one)) return one
  throw new Error(`${one.coverage.source} ${one.coverage.failed}`)
}

async function firstAnswer(asked: readonly AskedSource[]): Promise<FoundAnswer> {
  const ready = await Promise.all(asked.filter(({ live }) => !live).map(({ outcome }) => outcome))
  if (ready.some(isGood)) return mergeOutcomes(ready)
  const one = await Promise.any(asked.map(requireGood)).catch(() => null)
  return mergeOutcomes(one === null ? ready : [...ready, one])
}

/** Asks every source at the same time; what they find is ranked together. */
export function findPosts(deps: FindPosts, query: FoundQuery): OpenAnswer {
  const asked = deps.sources.map((source) => ask(deps, source, query))
  const whole = Promise.all(asked.map(({ outcome }) => outcome)).then(mergeOutcomes)
  // Who only waits for the first answer hears of a failure there.
  whole.catch(() => {})
  const isWhole = asked.every(({ live }) => !live)
  return { asked, first: () => (isWhole ? whole : firstAnswer(asked)), whole }
}
