import { limits } from '#contract/limits.ts'
import type { SourceCoverage } from '#contract/search.ts'
import {
  type DiscussionSource,
  type FoundPost,
  type Post,
  type RankedFind,
  SourceError,
  type SourceQuery,
} from '#server/ports.ts'

export type AskSource = {
  /** Scores posts that are new to the archive and keeps them; returns each as kept, ranked for this keyword. */
  keepPosts: (posts: readonly Post[], query: SourceQuery) => Promise<RankedFind[]>
  /** Told about a source that failed, with the cause that a person does not see. */
  warn: (message: string, cause: unknown) => void
}

/** What one source brought, in no order, or why it did not. */
export type SourceOutcome = { coverage: SourceCoverage; found: RankedFind[]; cause?: unknown }

/** A source that brought nothing, with the reason that people are told. */
export function failedOutcome(source: string, failed: string): SourceOutcome {
  const unknown = { posts: null, oldestPostAt: null, newestPostAt: null, sample: false, leftOut: null }
  return { coverage: { source, ...unknown, failed }, found: [] }
}

/** The archive limits itself; what other sources find elsewhere is kept and not shown. */
function isWithin({ communities }: SourceQuery) {
  return ({ post }: RankedFind) =>
    communities === undefined || communities.includes(post.community.toLowerCase())
}

/** Posts that came from outside are scored and kept first, so that every result is one the archive holds. */
async function keepFound(
  { keepPosts }: AskSource,
  found: readonly FoundPost[],
  query: SourceQuery,
): Promise<RankedFind[]> {
  const fresh = found.flatMap((one) => ('rank' in one ? [] : [one.post]))
  const kept = fresh.length === 0 ? [] : await keepPosts(fresh, query)
  return [...found.filter((one) => 'rank' in one), ...kept].filter(isWithin(query))
}

/** One source within its time; a failure becomes a line of coverage. Never rejects. */
export async function askSource(
  deps: AskSource,
  source: DiscussionSource,
  query: SourceQuery,
): Promise<SourceOutcome> {
  const signal = AbortSignal.timeout(source.timeLimitMs)
  const timeIsUp = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new SourceError('did not answer in time')), { once: true })
  })
  // A source that throws at once leaves nobody who waits for the time.
  timeIsUp.catch(() => {})
  try {
    const search = source.search(query, { posts: limits.resultsPerSearch, signal })
    const answer = await Promise.race([search, timeIsUp])
    const found = await keepFound(deps, answer.posts.slice(0, limits.resultsPerSearch), query)
    return { coverage: { ...answer.coverage, source: source.name, failed: null }, found }
  } catch (error) {
    deps.warn(`Source ${source.name} failed`, error)
    const reason = error instanceof SourceError ? error.message : 'could not be searched'
    return { ...failedOutcome(source.name, reason), cause: error }
  }
}
