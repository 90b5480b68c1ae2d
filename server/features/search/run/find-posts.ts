import { limits } from '#contract/limits.ts'
import { sameQuestion } from '#contract/parse-keyword.ts'
import type { SourceCoverage } from '#contract/search.ts'
import { AppError } from '#server/errors.ts'
import { sentences } from '#server/matching/archive-query-rules.ts'
import { firstAlternative } from '#server/matching/first-alternative.ts'
import { deduplicate, type FoundAnswer, rankPosts, withoutSamples } from '#server/matching/result-rules.ts'
import {
  type DiscussionSource,
  type FoundPost,
  type Post,
  type RankedFind,
  SourceError,
  type SourceQuery,
} from '#server/source-ports.ts'

/** The posts of one source in no particular order, or the reason why it failed. */
export type SourceOutcome = { coverage: SourceCoverage; found: RankedFind[]; cause?: unknown }

/** `live` sources may take seconds; others answer at once. */
export type SourceRequest = { source: string; live: boolean; outcome: Promise<SourceOutcome> }

/** A search in progress. Both promises reject only if all sources failed. */
export type OpenAnswer = {
  /** The requests in the order of the coverage; empty for cached results. */
  requests: readonly SourceRequest[]
  /**
   * The results of the sources that are not live. If all of them failed, the first result of another source.
   */
  first: () => Promise<FoundAnswer>
  whole: Promise<FoundAnswer>
}

/** If `mayAskLive` is false, only cached results of live sources are used. */
type FoundQuery = SourceQuery & { mayAskLive: boolean }

export type PostFinder = ReturnType<typeof makePostFinder>

/** The current sources, which may change at any time. */
export interface SourceList {
  /** The same sources, prepared for one search of this query. See `DiscussionSource.prepare`. */
  prepare?(query: SourceQuery): SourceList
  listSources(): Promise<readonly DiscussionSource[]>
}

export const withArchive = (archive: DiscussionSource, live: SourceList): SourceList => ({
  prepare: (query) => withArchive(archive.prepare?.(query) ?? archive, live),
  listSources: async () => [archive, ...(await live.listSources())],
})

export interface PostArchiver {
  /**
   * Scores and stores those posts that are new to the archive. Returns each post as stored, ranked for this
   * keyword.
   */
  storePosts(posts: readonly Post[], query: SourceQuery): Promise<RankedFind[]>
}

/** Results of live sources that are cached or in progress. */
export interface LiveAnswers {
  /** The cached outcome, or null if there is none. */
  recall(key: string): Promise<SourceOutcome> | null
  /** Whether another search is waiting for this outcome, which `ask` would share. */
  isAsking(key: string): boolean
  /** Concurrent queries with equal keys share one outcome. It is cached unless the source failed. */
  ask(key: string, ask: () => Promise<SourceOutcome>): Promise<SourceOutcome>
}

export interface FindPosts {
  sources: SourceList
  /** Records the health of each source for the operator. */
  watchSource: (source: DiscussionSource) => DiscussionSource
  archiver: PostArchiver
  /** Whether so many callers are waiting that no search may take long. */
  isCrowded: () => boolean
  liveAnswers: LiveAnswers
  /** Called with a failed source and the cause, which must not be shown to users. */
  warn: (message: string, cause: unknown) => void
}

/** The outcome of a failed source, with the reason that users see. */
export function failedOutcome(source: string, failed: string): SourceOutcome {
  const unknown = { posts: null, oldestPostAt: null, newestPostAt: null, sample: false, leftOut: null }
  return { coverage: { source, ...unknown, failed }, found: [] }
}

/** The posts of live sources are scored and stored first, so that every result is in the archive. */
async function storeFound(
  { archiver }: FindPosts,
  found: readonly FoundPost[],
  query: SourceQuery,
): Promise<RankedFind[]> {
  const fresh = found.flatMap((one) => ('rank' in one ? [] : [one.post]))
  const stored = fresh.length === 0 ? [] : await archiver.storePosts(fresh, query)
  const { communities } = query
  // The archive applies the limits of the search itself. Posts of other sources that are outside the limits
  // are stored but not shown.
  return [...found.filter((one) => 'rank' in one), ...stored].filter(
    ({ post }) => communities === undefined || communities.includes(post.community.toLowerCase()),
  )
}

/** The factor by which the archive may exceed its timeout on a slow machine while nobody else is waiting. */
const patience = 3

const isOwn = ({ name }: DiscussionSource) => name === 'archive'

/** Queries one source within its timeout. A failure becomes an entry of the coverage. Never rejects. */
async function askSource(
  deps: FindPosts,
  source: DiscussionSource,
  query: SourceQuery,
): Promise<SourceOutcome> {
  // `AbortSignal.timeout` cannot be cleared, so it would create an error seconds after each search.
  const ending = new AbortController()
  const { promise: timeIsUp, reject } = Promise.withResolvers<never>()
  const mostWaits = isOwn(source) ? patience : 1
  let timer: NodeJS.Timeout
  const waitOn = (waits: number) => {
    if (waits > 0 && (waits === mostWaits || deps.isCrowded())) {
      ending.abort(new DOMException('Timed out', 'TimeoutError'))
      reject(new SourceError('did not answer in time'))
    } else timer = setTimeout(() => waitOn(waits + 1), source.timeLimitMs).unref()
  }
  waitOn(0)
  // If a source throws synchronously, nothing else handles this rejection.
  timeIsUp.catch(() => {})
  try {
    // Only the archive can read the whole query.
    const asked = isOwn(source) ? { query, note: null } : firstAlternative(query)
    const search = source.search(asked.query, { posts: limits.resultsPerSearch, signal: ending.signal })
    const answer = await Promise.race([search, timeIsUp]).finally(() => clearTimeout(timer))
    const found = await storeFound(deps, answer.posts.slice(0, limits.resultsPerSearch), query)
    const leftOut = sentences(asked.note, answer.coverage.leftOut)
    return {
      coverage: { ...answer.coverage, leftOut, source: source.name, failed: null, found: found.length },
      found,
    }
  } catch (error) {
    deps.warn(`Source ${source.name} failed`, error)
    const reason = error instanceof SourceError ? error.message : 'could not be searched'
    return { ...failedOutcome(source.name, reason), cause: error }
  }
}

const isGood = ({ coverage }: SourceOutcome) => coverage.failed === null

/** The results of these sources, ranked and deduplicated. Throws if all sources failed. */
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

/** The archive is local. Every other source is queried over a network unless its result is cached. */
function ask(deps: FindPosts, source: DiscussionSource, query: FoundQuery): SourceRequest {
  if (isOwn(source)) return { source: source.name, live: false, outcome: askSource(deps, source, query) }
  const key = `${source.name} ${sameQuestion(query)}`
  const recalled = deps.liveAnswers.recall(key)
  if (recalled === null && !query.mayAskLive && !deps.liveAnswers.isAsking(key)) {
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
  // Callers that only await `first()` get the failure from that promise.
  whole.catch(() => {})
  const isWhole = requests.every(({ live }) => !live)
  return { requests, first: () => (isWhole ? whole : firstAnswer(requests)), whole }
}

export function makePostFinder(deps: FindPosts) {
  const openSources = async (list: SourceList) => {
    const sources = (await list.listSources()).map(deps.watchSource)
    return {
      key: sources.map(({ name }) => name).join(' '),
      findPosts: (query: FoundQuery) => openAnswer(sources.map((source) => ask(deps, source, query))),
    }
  }
  return {
    /**
     * Starts cheap lookups for a search that may still be refused. Returns a function that opens the sources
     * with these lookups.
     */
    prepare(query: SourceQuery) {
      const prepared = deps.sources.prepare?.(query) ?? deps.sources
      return { openSources: () => openSources(prepared) }
    },
    /** The current sources, with a key made of their names. All sources are queried at the same time. */
    openSources: () => openSources(deps.sources),
    /** Makes no calls to live sources. Null if the archive cannot be searched. */
    async findInArchive(query: SourceQuery): Promise<FoundAnswer | null> {
      const source = (await deps.sources.listSources()).find(isOwn)
      const outcome = source && (await askSource(deps, source, query))
      return outcome === undefined || !isGood(outcome) ? null : mergeOutcomes([outcome])
    },
  }
}
