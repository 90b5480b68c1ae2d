import { sameQuestion } from '#contract/keyword-terms.ts'
import { limits } from '#contract/limits.ts'
import type { SourceCoverage } from '#contract/search.ts'
import { AppError } from '#server/errors.ts'
import { deduplicate, type FoundAnswer, rankPosts, withoutSamples } from '#server/matching/result-rules.ts'
import {
  type DiscussionSource,
  type FoundPost,
  type Post,
  type RankedFind,
  SourceError,
  type SourceQuery,
} from '#server/source-ports.ts'

/** What one source brought, in no order, or why it did not. */
export type SourceOutcome = { coverage: SourceCoverage; found: RankedFind[]; cause?: unknown }

/** `live` is a source that may take seconds; the others answer at once. */
export type SourceRequest = { source: string; live: boolean; outcome: Promise<SourceOutcome> }

/** An answer that is being made. Both promises reject only when all sources failed. */
export type OpenAnswer = {
  /** In the order of coverage; an answer from the cache has none. */
  requests: readonly SourceRequest[]
  /** What the sources that are not live found; when they failed, what the first other one did. */
  first: () => Promise<FoundAnswer>
  whole: Promise<FoundAnswer>
}

/** `mayAskLive`: live sources may be asked; else only what they answered a moment ago counts. */
type FoundQuery = SourceQuery & { mayAskLive: boolean }

export type PostFinder = ReturnType<typeof makePostFinder>

/** What can be searched now; it may change at any time. */
export interface SourceList {
  prepare?(query: SourceQuery): void
  listSources(): Promise<readonly DiscussionSource[]>
}

/** The archive and the live sources. */
export const withArchive = (archive: DiscussionSource, live: SourceList): SourceList => ({
  prepare: (query) => archive.prepare?.(query),
  listSources: async () => [archive, ...(await live.listSources())],
})

export interface PostArchiver {
  /** Scores posts that are new to the archive and stores them; returns each as stored, ranked for this keyword. */
  storePosts(posts: readonly Post[], query: SourceQuery): Promise<RankedFind[]>
}

/** What live sources answered a while ago, or are answering. */
export interface LiveAnswers {
  /** The outcome as it was a while ago, or null when it has to be asked for. */
  recall(key: string): Promise<SourceOutcome> | null
  /** Equal keys at the same moment wait for one outcome, which is remembered unless the source failed. */
  ask(key: string, ask: () => Promise<SourceOutcome>): Promise<SourceOutcome>
}

export interface FindPosts {
  sources: SourceList
  /** Has the operator see how each of them does. */
  watchSource: (source: DiscussionSource) => DiscussionSource
  archiver: PostArchiver
  /** Many wait for their search: none may take long. */
  isCrowded: () => boolean
  liveAnswers: LiveAnswers
  /** Called with a source that failed, with the cause that a person does not see. */
  warn: (message: string, cause: unknown) => void
}

/** A source that brought nothing, with the reason that people see. */
export function failedOutcome(source: string, failed: string): SourceOutcome {
  const unknown = { posts: null, oldestPostAt: null, newestPostAt: null, sample: false, leftOut: null }
  return { coverage: { source, ...unknown, failed }, found: [] }
}

/** Posts that came from outside are scored and stored first, so that every result is one the archive holds. */
async function storeFound(
  { archiver }: FindPosts,
  found: readonly FoundPost[],
  query: SourceQuery,
): Promise<RankedFind[]> {
  const fresh = found.flatMap((one) => ('rank' in one ? [] : [one.post]))
  const stored = fresh.length === 0 ? [] : await archiver.storePosts(fresh, query)
  const { communities } = query
  // The archive limits itself; what other sources find elsewhere is stored and not shown.
  return [...found.filter((one) => 'rank' in one), ...stored].filter(
    ({ post }) => communities === undefined || communities.includes(post.community.toLowerCase()),
  )
}

/** The archive of a slow machine may take so many times its limit while nobody is kept waiting by it. */
const patience = 3

const isOwn = ({ name }: DiscussionSource) => name === 'archive'

/** One source within its time; a failure becomes a line of coverage. Never rejects. */
async function askSource(
  deps: FindPosts,
  source: DiscussionSource,
  query: SourceQuery,
): Promise<SourceOutcome> {
  // Not `AbortSignal.timeout`, which cannot be cleared: it costs each search that was answered an error, seconds later.
  const ending = new AbortController()
  const { promise: timeIsUp, reject } = Promise.withResolvers<never>()
  const mostWaits = isOwn(source) ? patience : 1
  let timer: NodeJS.Timeout
  const waitOn = (waits: number) => {
    if (waits > 0 && (waits === mostWaits || deps.isCrowded())) {
      ending.abort(new DOMException('Its time is over', 'TimeoutError'))
      reject(new SourceError('did not answer in time'))
    } else timer = setTimeout(() => waitOn(waits + 1), source.timeLimitMs).unref()
  }
  waitOn(0)
  // A source that throws at once leaves the timer without a listener.
  timeIsUp.catch(() => {})
  try {
    const search = source.search(query, { posts: limits.resultsPerSearch, signal: ending.signal })
    const answer = await Promise.race([search, timeIsUp]).finally(() => clearTimeout(timer))
    const found = await storeFound(deps, answer.posts.slice(0, limits.resultsPerSearch), query)
    return { coverage: { ...answer.coverage, source: source.name, failed: null }, found }
  } catch (error) {
    deps.warn(`Source ${source.name} failed`, error)
    const reason = error instanceof SourceError ? error.message : 'could not be searched'
    return { ...failedOutcome(source.name, reason), cause: error }
  }
}

const isGood = ({ coverage }: SourceOutcome) => coverage.failed === null

/** What these sources found, ranked and deduplicated. Throws when all of them failed. */
export function mergeOutcomes(outcomes: readonly SourceOutcome[]): FoundAnswer {
  const coverage = outcomes.map((outcome) => outcome.coverage)
  if (!outcomes.some(isGood)) {
    throw new AppError('search_failed', 'No source could be searched', {
      userMessage: 'Something went wrong with your search',
      retryAfterSeconds: 5,
      cause: outcomes[0]?.cause,
    })
  }
  const found = withoutSamples(outcomes.flatMap((outcome) => outcome.found))
  return { posts: deduplicate(rankPosts(found)), coverage }
}

const notAsked = 'you searched often in the last minute; try again in a minute'

/** The archive is this machine's own; every other source is asked over a network, unless its answer is remembered. */
function ask(deps: FindPosts, source: DiscussionSource, query: FoundQuery): SourceRequest {
  if (isOwn(source)) return { source: source.name, live: false, outcome: askSource(deps, source, query) }
  const key = `${source.name} ${sameQuestion(query)}`
  const recalled = deps.liveAnswers.recall(key)
  if (recalled === null && !query.mayAskLive) {
    const outcome = Promise.resolve(failedOutcome(source.name, notAsked))
    return { source: source.name, live: false, outcome }
  }
  const again = () => deps.liveAnswers.ask(key, () => askSource(deps, source, query))
  return { source: source.name, live: recalled === null, outcome: recalled?.catch(again) ?? again() }
}

async function requireGood({ outcome }: SourceRequest): Promise<SourceOutcome> {
  const one = await outcome
  if (isGood(one)) return one
  throw new Error(`${one.coverage.source} ${one.coverage.failed}`)
}

async function firstAnswer(requests: readonly SourceRequest[]): Promise<FoundAnswer> {
  const ready = await Promise.all(requests.filter(({ live }) => !live).map(({ outcome }) => outcome))
  if (ready.some(isGood)) return mergeOutcomes(ready)
  const one = await Promise.any(requests.map(requireGood)).catch(() => null)
  return mergeOutcomes(one === null ? ready : [...ready, one])
}

function openAnswer(requests: readonly SourceRequest[]): OpenAnswer {
  const whole = Promise.all(requests.map(({ outcome }) => outcome)).then(mergeOutcomes)
  // Who only waits for the first answer hears of a failure there.
  whole.catch(() => {})
  const isWhole = requests.every(({ live }) => !live)
  return { requests, first: () => (isWhole ? whole : firstAnswer(requests)), whole }
}

export function makePostFinder(deps: FindPosts) {
  return {
    /** Begins what is cheap of a search for the same terms, which may never be made. */
    prepare: (query: SourceQuery): void => deps.sources.prepare?.(query),
    /** What can be searched at this moment, named by its key. All sources are asked at the same time. */
    async openSources() {
      const sources = (await deps.sources.listSources()).map(deps.watchSource)
      return {
        key: sources.map(({ name }) => name).join(' '),
        findPosts: (query: FoundQuery) => openAnswer(sources.map((source) => ask(deps, source, query))),
      }
    },
    /** Spends no call of a live source. Null where the archive cannot be searched. */
    async findInArchive(query: SourceQuery): Promise<FoundAnswer | null> {
      const source = (await deps.sources.listSources()).find(isOwn)
      const outcome = source && (await askSource(deps, source, query))
      return outcome === undefined || !isGood(outcome) ? null : mergeOutcomes([outcome])
    },
  }
}
